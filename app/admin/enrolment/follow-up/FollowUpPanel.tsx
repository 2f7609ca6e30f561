import { QueryState } from '../../controls/QueryState.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { Duplicates } from './Duplicates.tsx';
import { NotesAndHistory } from './Notes.tsx';
import './follow-up.css';

/** What goes with deciding: similar enrolments, notes and history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ opened }: { opened: OpenedEnrolment }) {
  const { followed, followUp } = opened;
  if (!followed) return <QueryState query={followUp} loading="Carregando…" />;
  return (
    <div className="stack gap-5">
      <Duplicates {...followed} />
      <NotesAndHistory {...followed} />
    </div>
  );
}
