import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { CounterRequest } from './CounterRequest.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { FamilyLinks } from './FamilyLinks.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import './follow-up.css';

type Props = {
  enrolment: StoredEnrolment;
  opened: OpenedEnrolment;
  onCompare: () => void;
  /** Erases for the family, who asked. */
  onErase: () => void;
};

/** What goes with deciding: messages to the family, similar enrolments, notes, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ enrolment, opened, onCompare, onErase }: Props) {
  const { followUp, screen, change } = opened;
  const { busy, comparing } = screen;
  if (followUp.isPending) return <Loading>Carregando…</Loading>;
  if (followUp.isError && !followUp.data)
    return <ListAlert error={followUp.error} retrying={followUp.isFetching} onRetry={followUp.refetch} />;
  if (!followUp.data) return null; // erased: the dialog shows it
  const followed = { enrolment, state: followUp.data, busy, change };
  return (
    <div className="stack gap-5">
      <Requests {...followed} onErase={onErase} />
      <Duplicates {...followed} comparing={comparing} onCompare={onCompare} />
      <FamilyCalls {...followed} />
      <FamilyLinks {...followed} />
      <CounterRequest {...followed} />
      <Notes {...followed} />
      <History changes={followUp.data.history} />
    </div>
  );
}
