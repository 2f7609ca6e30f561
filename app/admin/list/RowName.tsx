import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { printAndExport } from '../../../content/print-export.ts';
import { brazilianMoment, daysAgoInWords, todayInBrazil, writtenDay } from '../../../domain/dates.ts';
import { type Chip, FILTERS } from '../../../domain/desk/filter.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { isMinor, nameOf } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { RetentionDate } from '../api/retention.ts';
import { useUnsaved } from '../controls/unsaved.ts';
import { EraseBy } from '../retention/RetentionNotice.tsx';
import { SituationBadge } from '../sheet/SituationBadge.tsx';
import { type Selection, Tick } from './selection.tsx';

type Props = {
  row: ListedEnrolment;
  /** The chip that is pressed: its own mark says nothing in its list. */
  chip: Chip | null;
  selection: Selection;
  time: RetentionDate | undefined;
};

/**
 * The first cell of a row, on one line where there is room: tick-box, name, badges, class and first day; at
 * its right end how long it has waited, the city and the situation.
 */
export function RowName({ row, chip, selection, time }: Props) {
  return (
    <div className="enrolments__name line gap-2">
      <Tick
        label={printAndExport.select(nameOf(row))}
        on={selection.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
      <div className="enrolments__who row may-shrink gap-2 no-row-gap">
        <bdi className="strong break" title={nameOf(row)}>
          {nameOf(row)}
        </bdi>
        <Badges row={row} chip={chip} />
        <Class row={row} />
        <EraseBy time={time} />
      </div>
      {row.waitingSince && <Since moment={row.waitingSince} />}
      <span className="enrolments__city soft unbroken">{row.cidade}</span>
      <span className="enrolments__situation">
        <SituationBadge situation={row.situation} />
      </span>
    </div>
  );
}

/** How long a row waits for what the list is of; the moment is its title. */
function Since({ moment }: { moment: string }) {
  return (
    <span className="enrolments__since soft" title={brazilianMoment(new Date(moment))}>
      <span className="vh">{desk.waitsSince} </span>
      {daysAgoInWords(moment, todayInBrazil())}
    </span>
  );
}

/** The most badges on a row's line; the others are the title of a '+1'. */
const MARKS_ON_LINE = 2;

/** Warnings of a row, in words. */
function Badges({ row, chip }: { row: ListedEnrolment; chip: Chip | null }) {
  const unsaved = useUnsaved(row.id);
  const marks: [words: string, on: boolean, chip?: Chip][] = [
    [FILTERS.withoutGuardian.label, flagsOf(row).includes(flags.guardian), 'withoutGuardian'],
    [desk.isItRepeated, row.mayBeRepeated],
    [desk.isRepeated, row.repeatedOf !== null],
    [desk.familyAsks, row.hasRequest, 'request'],
    [desk.newGuardian, row.hasNewGuardian && isMinor(row)],
    [desk.newDocument, row.hasNewDocument, 'newDocument'],
    [desk.toNotify, row.toNotify, 'toNotify'],
    [desk.unsaved, unsaved],
  ];
  const badges = marks.flatMap(([words, on, of]) => (on && (of === undefined || of !== chip) ? [words] : []));
  if (badges.length === 0) return null;
  const rest = badges.slice(MARKS_ON_LINE);
  return (
    <span className="badges flow may-shrink">
      {badges.map((words) => (
        <span
          className={rest.includes(words) ? 'badge badge--look badge--rest' : 'badge badge--look'}
          key={words}
        >
          {words}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="badge badge--look badges__more" title={rest.join(', ')} aria-hidden="true">
          +{rest.length}
        </span>
      )}
    </span>
  );
}

/** The name of the class, all of it as the title, and the first day. */
function Class({ row: { className, firstDay } }: { row: ListedEnrolment }) {
  const [name] = className?.split(' · ') ?? [];
  const words = [name, firstDay && desk.startsOn(writtenDay(firstDay))].filter(Boolean).join(', ');
  return (
    words && (
      <span className="enrolments__class soft" title={className ?? undefined}>
        {words}
      </span>
    )
  );
}
