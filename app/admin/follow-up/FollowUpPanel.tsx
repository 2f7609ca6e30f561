import { useEffect, useRef, useState } from 'react';
import { desk } from '../../../content/desk.ts';
import { isMinor, type StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { CRITERIA, type Criterion } from '../../../domain/desk/situations.ts';
import { Alert } from '../../ui/Alert.tsx';
import type { FollowUpSummary } from '../api/enrolments.ts';
import { type FollowUp, summaryOf, tickCriterion } from '../api/follow-up.ts';
import { ListAlert } from '../parts/ListAlert.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import { History, LastChange } from './History.tsx';
import { Notes } from './Notes.tsx';
import { SituationForm } from './SituationForm.tsx';
import { type Change, useFollowUp } from './use-follow-up.ts';
import './follow-up.css';

type Props = {
  enrolment: StoredEnrolment;
  /** Called with the state after every change, also one made by another administrator. */
  onDecided: (known: FollowUpSummary) => void;
};

/** The follow-up of an enrolment: situation, criteria, messages, notes, duplicates, history. Source: docs/ux.md §8.5. */
export function FollowUpPanel({ enrolment, onDecided }: Props) {
  const { state, busy, problem, overtaken, change, ...decision } = useFollowUp(enrolment.id, (now) =>
    onDecided(summaryOf(now)),
  );
  const alerts = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem || overtaken) alerts.current?.scrollIntoView({ block: 'nearest' }); // the pressed button may be far below
  }, [problem, overtaken]);
  if (state.isPending) return <Loading>Carregando…</Loading>;
  if (state.isError && !state.data)
    return <ListAlert error={state.error} retrying={state.isFetching} onRetry={state.refetch} />;
  if (!state.data) return null; // erased: the dialog shows it
  const now = state.data;
  return (
    <div className="follow-up">
      {(problem || overtaken) && (
        <div className="follow-up__part" ref={alerts}>
          {problem && <Alert title={problem} />}
          {overtaken && (
            <Alert title={desk.changedMeanwhile}>
              <LastChange changes={now.historico} />
              <p>{desk.changedHint}</p>
            </Alert>
          )}
        </div>
      )}
      <SituationForm id={enrolment.id} state={now} busy={busy} change={change} {...decision} />
      <Criteria enrolment={enrolment} state={now} busy={busy} change={change} />
      <FamilyCalls enrolment={enrolment} state={now} change={change} />
      <Duplicates enrolment={enrolment} state={now} busy={busy} change={change} />
      <Notes id={enrolment.id} notes={now.notas} busy={busy} change={change} />
      <History changes={now.historico} />
    </div>
  );
}

function Criteria({
  enrolment,
  state,
  busy,
  change,
}: {
  enrolment: StoredEnrolment;
  state: FollowUp;
  busy: boolean;
  change: Change;
}) {
  const names = (Object.keys(CRITERIA) as Criterion[]).filter(
    (name) => name !== 'responsavel' || isMinor(enrolment),
  );
  const [ticking, setTicking] = useState<{ name: Criterion; met: boolean } | null>(null); // shown until the answer arrives

  async function tick(name: Criterion, met: boolean) {
    setTicking({ name, met });
    await change(() => tickCriterion(enrolment.id, state.versao, name, met));
    setTicking(null);
  }

  return (
    <fieldset className="follow-up__part">
      <legend className="follow-up__title">{desk.criteria}</legend>
      <div className="choices">
        {names.map((name) => (
          <label className="choice" key={name}>
            <input
              type="checkbox"
              checked={ticking?.name === name ? ticking.met : state.criterios[name]}
              onChange={(event) => !busy && tick(name, event.target.checked)}
            />
            <span className="choice__text">{CRITERIA[name]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
