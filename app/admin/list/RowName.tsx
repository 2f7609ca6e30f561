import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { ANSWER_DAYS } from '../../../content/retention.ts';
import {
  brazilianMoment,
  daysAgoInWords,
  daysUntil,
  laterDay,
  todayInBrazil,
  writtenDay,
} from '../../../domain/dates.ts';
import { runsOutInWords } from '../../../domain/desk/dated-lines.ts';
import { type Chip, FILTERS } from '../../../domain/desk/filter.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { fullNameOf, isMinor } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { RetentionDate } from '../api/retention.ts';
import { useUnsaved } from '../controls/unsaved.ts';
import { EraseBy } from '../retention/RetentionNotice.tsx';
import { SituationBadge } from '../sheet/SituationBadge.tsx';

type Props = {
  row: ListedEnrolment;
  /** The chip that is pressed: its own mark says nothing in its list. */
  chip: Chip | null;
  time: RetentionDate | undefined;
};

/**
 * The first cell of a row. Its first line has the name, which is never cut, then class and first day, which are; the
 * second at most three marks (what waits, when it is erased, the situation) and since when it waits.
 */
export function RowName({ row, chip, time }: Props) {
  return (
    <div className="enrolments__name">
      <p className="row">
        <bdi className="bold">{fullNameOf(row)}</bdi>
        {row.nomeSocial && <span className="soft">{desk.calledBy(String(row.nomeSocial))}</span>}
        <Class row={row} />
      </p>
      <div className="row">
        <Waiting row={row} chip={chip} />
        <EraseBy time={time} />
        {row.waitingSince && (
          <span className="enrolments__since soft" title={brazilianMoment(new Date(row.waitingSince))}>
            {chip === 'request' ? (
              daysLeftInWords(row.waitingSince)
            ) : (
              <>
                <span className="vh">{desk.waitsSince} </span>
                {daysAgoInWords(row.waitingSince, todayInBrazil())}
              </>
            )}
          </span>
        )}
        <SituationBadge {...row} />
      </div>
    </div>
  );
}

/** Until a request is answered by law. */
function daysLeftInWords(askedAt: string): string {
  const last = laterDay(todayInBrazil(new Date(askedAt)), ANSWER_DAYS);
  return desk.daysLeft(daysUntil(last, todayInBrazil()));
}

/** What of a row waits, the first in words; how many other things do, which are a title, and are told to screen readers. */
function Waiting({ row, chip }: { row: ListedEnrolment; chip: Chip | null }) {
  const unsaved = useUnsaved(row.id);
  const marks: [words: string, on: boolean, chip?: Chip][] = [
    [FILTERS.withoutGuardian.label, flagsOf(row).includes(flags.guardian), 'withoutGuardian'],
    [desk.familyAsks, row.hasRequest, 'request'],
    [FILTERS.absent.label, row.isAbsent, 'absent'],
    [desk.isItRepeated, row.mayBeRepeated],
    [desk.isRepeated, row.repeatedOf !== null],
    [desk.newGuardian, row.hasNewGuardian && isMinor(row)],
    [desk.newDocument, row.hasNewDocument, 'newDocument'],
    [desk.toNotify, row.toNotify, 'toNotify'],
    [desk.doesNotGoOn, row.renewal === 'nao'],
    [runsOutInWords(row.runsOut?.until), Boolean(row.runsOut)],
    [desk.unsaved, unsaved],
  ];
  const [first, ...others] = marks.flatMap(([words, on, of]) =>
    on && (of === undefined || of !== chip) ? [words] : [],
  );
  const rest = others.join(', ');
  return (
    first && (
      <>
        <span className="badge badge--look">{first}</span>
        {rest && (
          <span className="badge badge--look unbroken" title={rest}>
            <span aria-hidden="true">+{others.length}</span>
            <span className="vh">{rest}</span>
          </span>
        )}
      </>
    )
  );
}

/** The first day of who comes later, and the name of the class, all of it as the title. */
function Class({ row: { className, firstDay } }: { row: ListedEnrolment }) {
  const [name] = className?.split(' · ') ?? [];
  const begins = firstDay && firstDay > todayInBrazil() && desk.startsOn(writtenDay(firstDay).slice(0, 5));
  const words = [begins, name].filter(Boolean).join(', '); // what does not fit is cut: of the class
  return (
    words && (
      <span className="enrolments__class soft" title={className ?? undefined}>
        {words}
      </span>
    )
  );
}
