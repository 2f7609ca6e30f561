import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { desk } from '../../../../content/desk.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import {
  classInWords,
  type DeskClass,
  offeredClasses,
  outsideAges,
  placesLeft,
  suitableClass,
} from '../../../../domain/desk/classes.ts';
import { ageOf, nameOf } from '../../../../domain/desk/sheet.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button, SecondaryButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Choice, DayField } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { failureText } from '../../api/failure-text.ts';
import { storing } from '../../enrolment/state/open-enrolment.ts';
import {
  afterRetry,
  type BulkDecision,
  type BulkOutcome,
  type Outcomes,
  useForEach,
  withoutPlace,
} from './decide-all.ts';
import { groupTicked } from './group-ticked.ts';
import './bulk.css';

type Props = {
  rows: readonly ListedEnrolment[];
  what: BulkDecision;
  onClose: () => void;
  onDone: (outcome: BulkOutcome) => void;
};

/**
 * Decides about all ticked enrolments. Asks for the class, and which of the enrolments with warnings to
 * include; then decides about each, and asks once more about those for whom the class has no place.
 * Source: docs/ux.md §7 ('Bulk').
 */
export function BulkDialog({ rows, what, onClose, onDone }: Props) {
  const id = useId();
  const classes = useQuery(classesQuery);
  const offered = offeredClasses(classes.data ?? []);
  const { sure, warned, left } = groupTicked(rows, what);
  const [chosen, setChosen] = useState<string>();
  const [firstDay, setFirstDay] = useState('');
  const [also, setAlso] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const [full, setFull] = useState<(Outcomes & { at: number }) | null>(null);
  const { run, answered, unanswered, stop, isStopped } = useForEach();

  const people = [...sure, ...warned.flatMap(({ row }) => (also.includes(row.id) ? [row] : []))];
  const classId = chosen ?? suggestedFor([...sure, ...warned.map(({ row }) => row)], offered);
  const given = offered.find((one) => one.id === classId);
  const running = answered !== null;

  async function decide() {
    if (running) return;
    setMissing(what === 'class' && !given);
    if ((what === 'class' && !given) || people.length === 0) return;
    const outcomes = { ...(await decideEach(people, false)), at: Date.now() };
    if (withoutPlace(outcomes).length === 0 || isStopped()) return finish(outcomes);
    setFull(outcomes);
  }

  const decideEach = (rows: readonly ListedEnrolment[], beyondPlaces: boolean): Promise<Outcomes> =>
    run(rows, (row) => {
      const situation = what === 'approve' ? 'aprovada' : row.situation;
      const day = situation === 'aprovada' ? firstDay || (row.firstDay ?? '') : '';
      const details = { classId: given?.id ?? '', firstDay: day, beyondPlaces };
      return storing(row, { situation, version: row.version, ...details }, what === 'approve');
    });

  const finish = (outcomes: Outcomes & { at: number }) =>
    onDone({ ...outcomes, what, className: given?.name ?? '' });

  if (full) {
    const crowd = withoutPlace(full);
    return (
      <Dialog
        title={words.fullTitle(given?.name ?? '')}
        className="dialog--small"
        onClose={() => running || finish(full)}
        footer={
          <>
            <SecondaryButton
              key="stays"
              autoFocus // a held Enter approves nobody
              onClick={() => (running ? stop() : finish(full))}
            >
              {running ? words.stop : words.stays}
            </SecondaryButton>
            <Button
              key="beyond"
              busyText={running && words.storing(answered + 1, crowd.length)}
              onClick={async () =>
                running || finish({ ...afterRetry(full, await decideEach(crowd, true)), at: full.at })
              }
            >
              {words.beyondPlaces(crowd.length)}
            </Button>
          </>
        }
      >
        <p role="alert">{words.fullFor(namesOf(crowd))}</p>
        <p role="status">{unanswered && words.noAnswer}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={words.titles[what](rows.length)}
      className="dialog--small"
      onClose={() => running || onClose()}
      footer={
        <>
          {running ? (
            <SecondaryButton onClick={stop}>{words.stop}</SecondaryButton>
          ) : (
            <SecondaryButton onClick={onClose}>{words.cancel}</SecondaryButton>
          )}
          <Button
            type="submit"
            form={id}
            disabled={people.length === 0 || classes.isPending}
            busyText={running && words.storing(answered + 1, people.length)}
          >
            {words.submit[what](people.length, given?.name ?? '')}
          </Button>
        </>
      }
    >
      <form
        className="stack gap-4"
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void decide();
        }}
      >
        {classes.isError && <Alert title={failureText(classes.error)} />}
        <Choice
          label={words.chooseClass}
          value={classId}
          none={what === 'approve' ? words.noClass : words.noneYet}
          options={offered.map((one) => [one.id, `${classInWords(one)} (${desk.free(one.free)})`])}
          onChoose={(value) => {
            setChosen(value);
            setMissing(false);
          }}
        />
        {missing && <Alert title={words.classMissing} />}
        <DayField
          label={words.firstDay}
          value={firstDay}
          onChange={({ target }) => setFirstDay(target.value)}
        />
        {warned.length > 0 && (
          <fieldset className="bulk__warned stack may-shrink gap-2">
            <legend className="bold">{words.exceptions}</legend>
            {warned.map(({ row, warnings }) => (
              <label className="choice" key={row.id}>
                <input
                  type="checkbox"
                  checked={also.includes(row.id)}
                  onChange={({ target }) =>
                    setAlso(target.checked ? [...also, row.id] : also.filter((other) => other !== row.id))
                  }
                />
                <span className="choice__text">
                  <bdi>{nameOf(row)}</bdi>: {warnings.join(', ')}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {given && <Warnings people={people} given={given} />}
        {left.length > 0 && (
          <p className="bulk__note break">
            {(what === 'approve' ? words.approvedAlready : words.notApproved)(namesOf(left))}
          </p>
        )}
        <p role="status">{unanswered && words.noAnswer}</p>
      </form>
    </Dialog>
  );
}

/** What is said about a class and who is put into it; nothing is refused here. */
function Warnings({ people, given }: { people: readonly ListedEnrolment[]; given: DeskClass }) {
  const coming = people.filter((row) => row.situation !== 'aprovada' || row.classId !== given.id);
  const theirs = coming.filter((row) => row.situation === 'lista-de-espera' && row.classId === given.id);
  const places = placesLeft(given) + theirs.length;
  const outside = people.filter((row) => outsideAges(given, ageOf(row) ?? 0));
  return (
    <>
      {places < coming.length && <p className="bulk__note break">{words.fewPlaces(places)}</p>}
      {outside.length > 0 && <p className="bulk__note break">{words.outsideAges(namesOf(outside))}</p>}
    </>
  );
}

const namesOf = (rows: readonly ListedEnrolment[]) => rows.map(nameOf).join(', ');

/** The class that suits all of them; '' where there is none. */
function suggestedFor(rows: readonly ListedEnrolment[], classes: readonly DeskClass[]): string {
  const ids = rows.map((row) => suitableClass(classes, ageOf(row) ?? 0).suggested?.id ?? '');
  return ids.every((one) => one === ids[0]) ? (ids[0] ?? '') : '';
}
