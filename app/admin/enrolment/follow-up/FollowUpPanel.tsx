import { QueryState } from '../../controls/QueryState.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { Duplicates } from './Duplicates.tsx';
import { NotesAndHistory } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import './follow-up.css';

/** What goes with deciding: the family's requests, similar enrolments, notes and history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ opened }: { opened: OpenedEnrolment }) {
  const { followed, followUp, show } = opened;
  if (!followed) return <QueryState query={followUp} loading="Carregando…" />;
  return (
    <div className="stack gap-5">
      <Requests
        {...followed}
        onErase={() => show({ inner: 'erase on request' })}
        onCorrect={() => show({ inner: 'correct' })}
      />
      <Duplicates {...followed} />
      <NotesAndHistory {...followed} />
    </div>
  );
}
