import { QueryState } from '../../controls/QueryState.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { CounterRequest } from './CounterRequest.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import './follow-up.css';

/** What goes with deciding: messages to the family, similar enrolments, notes, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ opened }: { opened: OpenedEnrolment }) {
  const { followed, followUp, screen, show, compare } = opened;
  if (!followed) return <QueryState query={followUp} loading="Carregando…" />;
  return (
    <div className="stack gap-5">
      <Requests {...followed} onErase={() => show({ inner: 'erase on request' })} />
      <Duplicates {...followed} comparing={screen.comparing} onCompare={compare} />
      <FamilyCalls {...followed} />
      <CounterRequest {...followed} />
      <Notes {...followed} />
      <History changes={followed.state.history} />
    </div>
  );
}
