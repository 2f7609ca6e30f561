import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import type { Followed, OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { CounterRequest } from './CounterRequest.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { FamilyLinks } from './FamilyLinks.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import './follow-up.css';

type Props = {
  followUp: OpenedEnrolment['followUp'];
  /** Null until it is loaded, or when it was erased, which the dialog shows. */
  followed: Followed | null;
  comparing: number;
  onCompare: () => void;
  /** Erases for the family, who asked. */
  onErase: () => void;
};

/** What goes with deciding: messages to the family, similar enrolments, notes, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ followUp, followed, comparing, onCompare, onErase }: Props) {
  if (followUp.isPending) return <Loading>Carregando…</Loading>;
  if (followUp.isError && !followed)
    return <ListAlert error={followUp.error} retrying={followUp.isFetching} onRetry={followUp.refetch} />;
  if (!followed) return null;
  return (
    <div className="stack gap-5">
      <Requests {...followed} onErase={onErase} />
      <Duplicates {...followed} comparing={comparing} onCompare={onCompare} />
      <FamilyCalls {...followed} />
      <FamilyLinks {...followed} />
      <CounterRequest {...followed} />
      <Notes {...followed} />
      <History changes={followed.state.history} />
    </div>
  );
}
