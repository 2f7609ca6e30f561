import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
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
import { Choice, DayField } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { failureText } from '../../api/failure-text.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { TickBoxes } from '../../controls/TickBoxes.tsx';
import { storing } from '../../enrolment/state/open-enrolment.ts';
import { type BulkDecision, type BulkOutcome, useForEach } from './decide-all.ts';
import { groupTicked } from './group-ticked.ts';

/** `chosen`: the class by its id, OF_AGE, '' for none; undefined until somebody chooses. `also`: who is included though there are warnings. */
type Values = { chosen: string | undefined; firstDay: string; also: readonly string[] };

/** Each in the class that suits the own age. */
const OF_AGE = 'idade';

const INITIAL: Values = { chosen: undefined, firstDay: '', also: [] };

type Props = {
  rows: readonly ListedEnrolment[];
  what: BulkDecision;
  onClose: () => void;
  onDone: (outcome: BulkOutcome) => void;
};

/**
 * Decides about all ticked enrolments. Asks for the class, and which of the enrolments with warnings to
 * include; then decides about each. Source: docs/ux.md §7 ('Bulk').
 */
export function BulkDialog({ rows, what, onClose, onDone }: Props) {
  const classes = useQuery(classesQuery);
  const offered = offeredClasses(classes.data ?? []);
  const { sure, warned, left } = groupTicked(rows, what);
  const [typed, setTyped] = useState<Partial<Values>>();
  const { chosen, firstDay, also } = { ...INITIAL, ...typed };
  const { run, answered, unanswered, stop } = useForEach();

  const included = [...sure, ...warned.flatMap(({ row }) => (also.includes(row.id) ? [row] : []))];
  const suggestions = [...sure, ...warned.map(({ row }) => row)].map((row) => ofAge(row, offered)?.id ?? '');
  const mixed = what === 'approve' && suggestions.some((id) => id !== suggestions[0]);
  const classId = chosen ?? (mixed ? OF_AGE : (suggestions[0] ?? ''));
  const given = offered.find((one) => one.id === classId);
  const classOf = (row: ListedEnrolment) => (classId === OF_AGE ? ofAge(row, offered) : given);
  const people = included.filter((row) => classId !== OF_AGE || classOf(row));
  const without = included.filter((row) => !people.includes(row));
  const where = classId === OF_AGE ? words.whereOfAge : words.where(given?.name ?? '');

  async function decide() {
    const outcomes = await run(people, (row) => {
      const situation = what === 'approve' ? 'aprovada' : row.situation;
      const day = situation === 'aprovada' ? firstDay || (row.firstDay ?? '') : '';
      const details = { classId: classOf(row)?.id ?? '', firstDay: day };
      return storing(row, { situation, version: row.version, ...details }, what === 'approve');
    });
    onDone({ ...outcomes, what, where });
  }

  return (
    <FormDialog
      title={words.titles[what](rows.length)}
      className="dialog--small"
      formClass="stack gap-4"
      submit={words.submit[what](people.length, where)}
      busy={words.storing((answered ?? 0) + 1, people.length)}
      disabled={people.length === 0 || classes.isPending}
      initial={INITIAL}
      unsaved={[typed, setTyped]}
      check={() => (what === 'class' && !given ? { chosen: words.classMissing } : {})}
      send={decide}
      cancel={words.cancel}
      stop={{ words: words.stop, press: stop }}
      onClose={() => answered === null && onClose()}
    >
      {({ problems, set }) => (
        <>
          {classes.isError && <Alert title={failureText(classes.error)} />}
          <Choice
            label={words.chooseClass}
            value={classId}
            none={what === 'approve' ? words.noClass : words.noneYet}
            options={[
              ...(mixed ? [[OF_AGE, words.ofAge] as const] : []),
              ...offered.map((one) => [one.id, `${classInWords(one)} (${desk.free(one.free)})`] as const),
            ]}
            onChoose={(chosen) => set({ chosen })}
          />
          {problems.chosen && <Alert title={problems.chosen} />}
          <DayField
            label={words.firstDay}
            value={firstDay}
            onChange={({ target }) => set({ firstDay: target.value })}
          />
          {warned.length > 0 && (
            <TickBoxes
              legend={words.exceptions}
              choices={warned.map(({ row, warnings }) => [
                row.id,
                <Fragment key={row.id}>
                  <bdi>{nameOf(row)}</bdi>: {warnings.join(', ')}
                </Fragment>,
              ])}
              chosen={also}
              onChange={(also) => set({ also })}
            />
          )}
          {offered.map((one) => (
            <Warnings key={one.id} people={people.filter((row) => classOf(row) === one)} given={one} />
          ))}
          {without.length > 0 && <p className="bulk__note break">{words.noneOfAge(namesOf(without))}</p>}
          {left.length > 0 && (
            <p className="bulk__note break">
              {(what === 'approve' ? words.approvedAlready : words.notApproved)(namesOf(left))}
            </p>
          )}
          <p role="status">{unanswered && words.noAnswer}</p>
        </>
      )}
    </FormDialog>
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
      {places < coming.length && <p className="bulk__note break">{words.fewPlaces(given.name, places)}</p>}
      {outside.length > 0 && <p className="bulk__note break">{words.outsideAges(namesOf(outside))}</p>}
    </>
  );
}

const namesOf = (rows: readonly ListedEnrolment[]) => rows.map(nameOf).join(', ');

const ofAge = (row: ListedEnrolment, classes: readonly DeskClass[]): DeskClass | null =>
  suitableClass(classes, ageOf(row) ?? 0).suggested;
