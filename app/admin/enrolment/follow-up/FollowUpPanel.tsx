import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import { answerRequest } from '../../api/decisions.ts';
import { ListAlert } from '../../controls/ListAlert.tsx';
import { Loading } from '../../controls/Loading.tsx';
import type { OpenedEnrolment } from '../state/use-open-enrolment.ts';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import { Requests } from './Requests.tsx';
import './follow-up.css';

type Props = { enrolment: StoredEnrolment; open: OpenedEnrolment; onCompare: () => void };

/** What goes with deciding: messages to the family, similar enrolments, notes, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ enrolment, open: { followUp, screen, change }, onCompare }: Props) {
  const { busy, comparing } = screen;
  if (followUp.isPending) return <Loading>Carregando…</Loading>;
  if (followUp.isError && !followUp.data)
    return <ListAlert error={followUp.error} retrying={followUp.isFetching} onRetry={followUp.refetch} />;
  if (!followUp.data) return null; // erased: the dialog shows it
  const now = followUp.data;
  return (
    <div className="follow-up">
      <Requests
        enrolment={enrolment}
        state={now}
        busy={busy}
        onAnswer={({ id }, answer) => void change(() => answerRequest(enrolment.id, now.version, id, answer))}
      />
      <Duplicates
        enrolment={enrolment}
        state={now}
        busy={busy}
        change={change}
        comparing={comparing}
        onCompare={onCompare}
      />
      <FamilyCalls enrolment={enrolment} state={now} change={change} />
      <Notes id={enrolment.id} notes={now.notes} busy={busy} change={change} />
      <History changes={now.history} />
    </div>
  );
}
