import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deciding } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { toDo as words } from '../../../../content/to-do.ts';
import {
  type DeskClass,
  offeredClasses,
  outsideAges,
  suitableClass,
} from '../../../../domain/desk/classes.ts';
import { ageOf, NOT_GIVEN, nameOf, storedDocument } from '../../../../domain/desk/sheet.ts';
import { classInWords } from '../../../../domain/timetable.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Choice, DayField } from '../../../ui/fields/TextField.tsx';
import { classesQuery } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { failureText } from '../../api/failure-text.ts';
import { FormDialog } from '../../controls/FormDialog.tsx';
import { TickBoxes } from '../../controls/TickBoxes.tsx';
import { familiesToTell } from '../../enrolment/state/families.ts';
import { guardianOf, storing, warningsAbout } from '../../enrolment/state/open-enrolment.ts';
import { decideEach, failedInWords, type Outcome } from './decide-each.ts';
import { TellDialog } from './TellDialog.tsx';

type Rows = readonly ListedEnrolment[];

/** `chosen`: the class by its id, OF_AGE, '' for none. `who`: the ids of those who are ticked. Undefined until somebody chooses. */
type Values = { chosen: string | undefined; firstDay: string; who: readonly string[] | undefined };

const INITIAL: Values = { chosen: undefined, firstDay: '', who: undefined };

/** About whom it is asked, of a page that may have been read before somebody decided: as the chips say in `private.condicoes`. */
const ASKED: Record<Props['what'], (row: ListedEnrolment) => boolean> = {
  approve: ({ situation }) => situation === 'nova' || situation === 'em-analise',
  class: ({ situation, classId }) => situation === 'aprovada' && classId === null,
};

/** Each in the class that suits the own age. */
const OF_AGE = 'idade';

type Props = {
  rows: Rows;
  /** `class`: they are approved, and get one. */
  what: keyof typeof words.titles;
  onClose: () => void;
};

/**
 * Approves everybody of the page, or gives approved ones their class: one class or each the own, one first day, and a
 * tick for each person, off where something is doubtful. It then says what became of each, and tells the families. Source: docs/ux.md §7 ('Bulk').
 */
export function ApproveDialog({ rows, what, onClose }: Props) {
  const client = useQueryClient();
  const classes = useQuery(classesQuery);
  const [typed, setTyped] = useState<Partial<Values>>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [telling, setTelling] = useState(false);
  const stay = useRef(new AbortController());

  const asked = rows.filter(ASKED[what]);
  const left = asked.filter(({ id }) => !outcomes.some(({ row, isOver }) => isOver && row.id === id));
  const stored = outcomes.flatMap(({ row, why }) => (why ? [] : [row]));
  const toTell = familiesToTell(stored);
  const offered = offeredClasses(classes.data ?? []);
  const suggested = asked.map((row) => ofAge(row, offered)?.id ?? '');
  const mixed = suggested.some((id) => id !== suggested[0]);
  const chosen = typed?.chosen ?? (mixed ? OF_AGE : (suggested[0] ?? ''));
  const given = offered.find(({ id }) => id === chosen);
  const classOf = (row: ListedEnrolment) => (chosen === OF_AGE ? ofAge(row, offered) : given);
  const doubtless = left.filter((row) => what === 'class' || doubtsAbout(row).length === 0);
  const placeless = beyondFree(doubtless, classOf); // the places that are left are for who waits longest
  const who = typed?.who ?? doubtless.filter((row) => !placeless.includes(row)).map(({ id }) => id);
  /** A name with the age, the class where each has another, and the doubts. */
  function inWords(row: ListedEnrolment) {
    const into = chosen === OF_AGE && classOf(row)?.name;
    const doubts = [
      ...(what === 'approve' ? doubtsAbout(row) : []),
      ...(placeless.includes(row) ? [words.noPlace] : []),
    ];
    return (
      <>
        <bdi>{nameOf(row)}</bdi>, {ageOf(row) ?? NOT_GIVEN}
        {into && ` · ${into}`}
        {doubts.length > 0 && `: ${doubts.join(', ')}`}
      </>
    );
  }
  const ticked = left.filter(({ id }) => who.includes(id));
  const people = ticked.filter((row) => chosen !== OF_AGE || classOf(row));
  const without = ticked.filter((row) => !people.includes(row));
  const outside = given ? people.filter((row) => outsideAges(given, ageOf(row) ?? 0)) : [];
  const where = chosen === OF_AGE ? words.whereOfAge : words.where(given?.name ?? '');
  const tells = people.length === 0 && toTell.length > 0;

  useEffect(() => {
    const here = new AbortController();
    stay.current = here;
    return () => here.abort(); // or what is left would be decided by whoever signs in next
  }, []);

  async function decide() {
    const callAbout = (row: ListedEnrolment) => {
      const firstDay = typed?.firstDay || (row.firstDay ?? '');
      const details = { classId: classOf(row)?.id ?? '', firstDay };
      return storing(row, { situation: 'aprovada', version: row.version, ...details });
    };
    const now = await decideEach(client, people, callAbout, stay.current.signal);
    const refused = now.flatMap(({ row, why }) => (why && why !== words.unknown ? [row.id] : []));
    void client.invalidateQueries(classesQuery); // which have fewer places now
    setTyped({ ...typed, chosen, who: who.filter((id) => !refused.includes(id)) });
    setOutcomes([...outcomes.filter(({ row }) => now.every((one) => one.row.id !== row.id)), ...now]);
  }

  if (telling) return <TellDialog rows={stored} onClose={onClose} />;
  return (
    <FormDialog
      title={words.titles[what]}
      className="dialog--small"
      formClass="stack gap-4"
      submit={tells ? words.tellFamilies(toTell.length) : words.submit[what](people.length, where)}
      disabled={classes.isPending || (!tells && people.length === 0)}
      initial={INITIAL}
      unsaved={[typed, setTyped]}
      check={() => (what === 'class' && !tells && !chosen ? { chosen: words.classMissing } : {})}
      send={async () => (tells ? setTelling(true) : decide())}
      mayClose
      cancel={outcomes.length > 0 ? words.close : words.cancel}
      onClose={onClose}
    >
      {({ text, set }) => (
        <>
          {classes.isError && <Alert title={failureText(classes.error)} />}
          <div className="unless-empty stack gap-2" role="status">
            {outcomes.length > 0 && <p className="bold">{words.stored(stored.length)}</p>}
            {failedInWords(outcomes).map((text) => (
              <p className="notice notice--warning" key={text}>
                {text}
              </p>
            ))}
          </div>
          {left.length > 0 && (
            <>
              <Choice
                label={words.chooseClass}
                none={what === 'approve' ? words.noClass : words.noneYet}
                options={[
                  ...(mixed ? [[OF_AGE, words.ofAge] as const] : []),
                  ...offered.map((one) => [one.id, `${classInWords(one)} (${desk.free(one.free)})`] as const),
                ]}
                {...text('chosen')}
                value={chosen}
              />
              <DayField label={words.firstDay} {...text('firstDay')} />
              {outside.length > 0 && (
                <p className="notice notice--warning">{words.outsideAges(namesOf(outside))}</p>
              )}
              {without.length > 0 && (
                <p className="notice notice--warning">{words.noneOfAge(namesOf(without))}</p>
              )}
              <TickBoxes
                legend={words.who}
                choices={left.map((row) => [row.id, inWords(row)])}
                chosen={who}
                onChange={(who) => set({ who })}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Who has no place in the own class any more once those who came before are in it; what is held for a line is not free. */
function beyondFree(rows: Rows, classOf: (row: ListedEnrolment) => DeskClass | null | undefined): Rows {
  const inIt = new Map<string, number>();
  const inOrder = [...rows].sort((a, b) => Date.parse(a.arrivedAt ?? '') - Date.parse(b.arrivedAt ?? ''));
  return inOrder.filter((row) => {
    const { id, free } = classOf(row) ?? { id: '', free: null };
    const before = inIt.get(id) ?? 0;
    inIt.set(id, before + 1);
    return free !== null && before >= free;
  });
}

/** What nobody approves unseen, in words: who has a doubt begins without a tick. */
const doubtsAbout = (row: ListedEnrolment): string[] => [
  ...warningsAbout(row).map((warning) =>
    warning === 'guardian' ? words.checkedGuardian(guardianOf(row)) : deciding.warnings[warning],
  ),
  ...(row.hasNewDocument ? [words.newDocument] : []),
  ...(storedDocument(row) || row.documentErasedAt ? [] : [words.noDocument]),
];

const namesOf = (rows: Rows) => rows.map(nameOf).join(', ');

const ofAge = (row: ListedEnrolment, classes: readonly DeskClass[]): DeskClass | null =>
  suitableClass(classes, ageOf(row) ?? 0).suggested;
