import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { answerRequest } from '../api/decisions.ts';
import { Requests } from '../family/Requests.tsx';
import { ListAlert } from '../parts/ListAlert.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { History } from './History.tsx';
import { Notes } from './Notes.tsx';
import type { FollowUpState } from './use-follow-up.ts';
import './follow-up.css';

/** What goes with deciding: messages to the family, similar enrolments, notes, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({
  enrolment,
  followUp: { state, busy, change },
  comparing,
  onCompare,
}: {
  enrolment: StoredEnrolment;
  followUp: FollowUpState;
  /** Grows each time somebody asks for the comparison. */
  comparing: number;
  onCompare: () => void;
}) {
  if (state.isPending) return <Loading>Carregando…</Loading>;
  if (state.isError && !state.data)
    return <ListAlert error={state.error} retrying={state.isFetching} onRetry={state.refetch} />;
  if (!state.data) return null; // erased: the dialog shows it
  const now = state.data;
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
