import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { nameOf } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { RetentionDate } from '../api/retention.ts';
import { useUnsaved } from '../controls/unsaved.ts';
import { EraseBy } from '../retention/RetentionNotice.tsx';
import { SituationBadge } from '../sheet/SituationBadge.tsx';
import { type Selection, Tick } from './selection.tsx';

type Props = { row: ListedEnrolment; selection: Selection; time: RetentionDate | undefined };

/** The first cell of a row, on one line where there is room: tick-box, name, marks in words, class and first day. */
export function RowName({ row, selection, time }: Props) {
  return (
    <div className="enrolments__name">
      <Tick row={row} selection={selection} />
      <bdi>{nameOf(row)}</bdi>
      <Badges row={row} />
      <Class row={row} />
      <EraseBy time={time} />
    </div>
  );
}

/** Situation and warnings of a row, in words. */
function Badges({ row }: { row: ListedEnrolment }) {
  const unsaved = useUnsaved(row.id);
  const badges = [
    ...(flagsOf(row).includes(flags.guardian) ? [flags.guardian] : []),
    ...(row.mayBeRepeated ? [desk.repeated] : []),
    ...(row.repeatedOf ? [desk.isRepeated] : []),
    ...(row.hasRequest ? [desk.familyAsks] : []),
    ...(row.hasNewGuardian ? [desk.newGuardian] : []),
    ...(row.hasNewDocument ? [desk.newDocument] : []),
    ...(row.toNotify ? [desk.toNotify] : []),
    ...(unsaved ? [desk.unsaved] : []),
  ];
  return (
    <span className="badges">
      <SituationBadge situation={row.situation} />
      {badges.map((words) => (
        <span className="badge badge--look" key={words}>
          {words}
        </span>
      ))}
    </span>
  );
}

function Class({ row: { className, firstDay } }: { row: ListedEnrolment }) {
  const words = [className, firstDay && desk.startsOn(writtenDay(firstDay))].filter(Boolean).join(', ');
  return words && <span className="enrolments__class">{words}</span>;
}
