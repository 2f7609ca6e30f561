import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { writtenDay } from '../../../domain/dates.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { NOT_GIVEN } from '../../../domain/desk/sheet.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { RetentionDate } from '../api/retention.ts';
import { EraseBy } from '../parts/RetentionNotice.tsx';
import { SituationBadge } from '../parts/SituationBadge.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import { type Selection, Tick } from './selection.tsx';

/** The first cell of a row, on one line where there is room: tick-box, name, marks in words, class and first day. */
export function RowName({
  row,
  selection,
  time,
}: {
  row: ListedEnrolment;
  selection: Selection;
  time: RetentionDate | undefined;
}) {
  return (
    <div className="enrolments__name">
      <Tick row={row} selection={selection} />
      <bdi>{String(row.nome_completo ?? '').trim() || NOT_GIVEN}</bdi>
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
    ...(row.repetida ? [desk.repeated] : []),
    ...(row.repetidaDe ? [desk.isRepeated] : []),
    ...(row.pedido ? [desk.familyAsks] : []),
    ...(row.documentoNovo ? [desk.newDocument] : []),
    ...(row.aAvisar ? [desk.toNotify] : []),
    ...(unsaved ? [desk.unsaved] : []),
  ];
  return (
    <span className="badges">
      <SituationBadge situation={row.situacao} />
      {badges.map((words) => (
        <span className="badge badge--look" key={words}>
          {words}
        </span>
      ))}
    </span>
  );
}

function Class({ row: { turma, primeiroDia } }: { row: ListedEnrolment }) {
  const words = [turma, primeiroDia && desk.startsOn(writtenDay(primeiroDia))].filter(Boolean).join(', ');
  return words && <span className="enrolments__class">{words}</span>;
}
