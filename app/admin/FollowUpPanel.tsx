import { useEffect, useRef, useState } from 'react';
import { desk } from '../../content/desk.ts';
import { isMinor, type Registration } from '../../domain/sheet.ts';
import { CRITERIA, type Criterion } from '../../domain/situations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Duplicates } from './Duplicates.tsx';
import { FamilyCalls } from './FamilyCalls.tsx';
import type { Known } from './find-registrations.ts';
import { type FollowUp, knownOf, tickCriterion } from './follow-up.ts';
import { History, LastChange } from './History.tsx';
import { ListAlert } from './ListAlert.tsx';
import { Loading } from './Loading.tsx';
import { Notes } from './Notes.tsx';
import { SituationForm } from './SituationForm.tsx';
import { type Change, useFollowUp } from './use-follow-up.ts';
import './follow-up.css';

type Props = {
  registration: Registration;
  /** Told of every change that came back, this person's or somebody else's. */
  onDecided: (known: Known) => void;
};

/** What becomes of a registration: situation, criteria, messages, notes, duplicates, history. Source: ux.md §8.5. */
export function FollowUpPanel({ registration, onDecided }: Props) {
  const { state, busy, problem, overtaken, change, ...decision } = useFollowUp(registration.id, (now) =>
    onDecided(knownOf(now)),
  );
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem || overtaken) told.current?.scrollIntoView({ block: 'nearest' }); // what was pressed may be far below
  }, [problem, overtaken]);
  if (state.isPending) return <Loading>Carregando…</Loading>;
  if (state.isError && !state.data)
    return <ListAlert error={state.error} retrying={state.isFetching} onRetry={state.refetch} />;
  if (!state.data) return null; // gone: the dialog says so
  const now = state.data;
  return (
    <div className="follow-up">
      {(problem || overtaken) && (
        <div className="follow-up__part" ref={told}>
          {problem && <Alert title={problem} />}
          {overtaken && (
            <Alert title={desk.changedMeanwhile}>
              <LastChange changes={now.historico} />
              <p>{desk.changedHint}</p>
            </Alert>
          )}
        </div>
      )}
      <SituationForm id={registration.id} state={now} busy={busy} change={change} {...decision} />
      <Criteria registration={registration} state={now} busy={busy} change={change} />
      <FamilyCalls registration={registration} state={now} change={change} />
      <Duplicates registration={registration} state={now} busy={busy} change={change} />
      <Notes id={registration.id} notes={now.notas} busy={busy} change={change} />
      <History changes={now.historico} />
    </div>
  );
}

function Criteria({
  registration,
  state,
  busy,
  change,
}: {
  registration: Registration;
  state: FollowUp;
  busy: boolean;
  change: Change;
}) {
  const names = (Object.keys(CRITERIA) as Criterion[]).filter(
    (name) => name !== 'responsavel' || isMinor(registration),
  );
  const [ticking, setTicking] = useState<{ name: Criterion; met: boolean } | null>(null); // shown while it is on its way

  async function tick(name: Criterion, met: boolean) {
    setTicking({ name, met });
    await change(() => tickCriterion(registration.id, state.versao, name, met));
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
