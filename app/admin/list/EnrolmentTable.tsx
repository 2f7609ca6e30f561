import type { KeyboardEvent, MouseEvent } from 'react';
import { desk } from '../../../content/desk.ts';
import { flags } from '../../../content/messages.ts';
import { documentView } from '../../../content/print-export.ts';
import { chatLink, writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { flagsOf } from '../../../domain/desk/flags.ts';
import { NOT_GIVEN } from '../../../domain/desk/sheet.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { EraseBy, useRetentionDates } from '../parts/RetentionNotice.tsx';
import { SituationBadge } from '../parts/SituationBadge.tsx';
import { useUnsaved } from '../parts/unsaved.ts';
import { type Selection, Tick } from './selection.tsx';
import './table.css';

type Order = Pick<EnrolmentFilter, 'ordem' | 'sentido'>;

type Props = {
  rows: readonly ListedEnrolment[];
  selection: Selection;
  /** Whether these rows are of an earlier request: drawn in grey. */
  old: boolean;
  order: Order;
  /** The id of the enrolment whose document is being opened. */
  opening: string | null;
  onOrder: (order: Order) => void;
  onOpen: (enrolment: ListedEnrolment) => void;
  onDocument: (enrolment: ListedEnrolment) => void;
};

const COLUMNS = [
  ['Nome Completo', 'nome'],
  ['Idade', 'idade'],
  ['Telefone', 'telefone'],
  ['Inscrição', 'criada'],
] as const;

/** The five columns of SPEC §2, in their order. A click on a row opens it; 'Ver' does for the keyboard. */
export function EnrolmentTable({ rows, selection, old, order, opening, onOrder, onOpen, onDocument }: Props) {
  const times = useRetentionDates(rows.map(({ id }) => id));
  return (
    <table className={old ? 'enrolments enrolments--old' : 'enrolments'} aria-busy={old}>
      <caption className="vh">Inscrições recebidas</caption>
      <thead className="enrolments__head">
        <tr>
          {COLUMNS.map(([words, column]) => (
            <ColumnHead key={column} words={words} column={column} order={order} onOrder={onOrder} />
          ))}
          <th scope="col">Ações</th>
        </tr>
      </thead>
      <tbody onKeyDown={moveBetweenRows}>
        {rows.map((row) => (
          <tr
            className="enrolments__row"
            key={row.id}
            onClick={(event) => {
              if (!isClickOnRow(event)) return;
              event.currentTarget.querySelector<HTMLElement>('[data-action="ver"]')?.focus(); // the focus returns here
              onOpen(row);
            }}
          >
            <td className="enrolments__name">
              <Tick row={row} selection={selection} />
              <bdi>{answerOf(row.nome_completo)}</bdi>
              <Badges row={row} />
              <EraseBy time={times.get(row.id)} />
            </td>
            <td data-label="Idade">{answerOf(row.idade)}</td>
            <td className="enrolments__phone" data-label="Telefone">
              {writtenPhone(answerOf(row.telefone_whatsapp))}
              <Chat row={row} />
            </td>
            <td data-label="Inscrição">
              <span title={momentOf(row.created_at)}>{brazilianDay(row.created_at)}</span>
            </td>
            <td>
              <div className="enrolments__actions">
                <Button
                  variant="secondary"
                  aria-label={`Ver inscrição de ${answerOf(row.nome_completo)}`}
                  data-action="ver"
                  onClick={() => onOpen(row)}
                >
                  Ver
                </Button>
                <Button
                  variant="secondary"
                  aria-label={`${opening === row.id ? documentView.opening : 'Doc: abrir'} documento de ${answerOf(row.nome_completo)}`}
                  aria-busy={opening === row.id}
                  disabled={!row.cadastro_unico_url}
                  onClick={(event) => event.detail < 2 && onDocument(row)}
                >
                  {opening === row.id ? documentView.opening : 'Doc'}
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sorts by a column: names and ages ascending first, dates newest first; pressed again it reverses. */
function ColumnHead({
  words,
  column,
  order,
  onOrder,
}: {
  words: string;
  column: Order['ordem'];
  order: Order;
  onOrder: (order: Order) => void;
}) {
  const sorted = order.ordem === column;
  const first = column === 'criada' ? 'desc' : 'asc';
  const reversed = order.sentido === 'asc' ? 'desc' : 'asc';
  return (
    <th scope="col" aria-sort={sorted ? (order.sentido === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        className="enrolments__sort"
        onClick={() => onOrder({ ordem: column, sentido: sorted ? reversed : first })}
      >
        {words}
      </button>
    </th>
  );
}

/** Situation and warnings of a row, in words. */
function Badges({ row }: { row: ListedEnrolment }) {
  const unsaved = useUnsaved(row.id);
  const badges = [
    ...(flagsOf(row).includes(flags.guardian) ? [flags.guardian] : []),
    ...(row.repetida ? [desk.repeated] : []),
    ...(row.repetidaDe ? [desk.isRepeated] : []),
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

function Chat({ row }: { row: ListedEnrolment }) {
  const link = chatLink(String(row.telefone_whatsapp ?? ''));
  if (!link) return null;
  return (
    <a
      className="enrolments__chat no-print"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`WhatsApp de ${answerOf(row.nome_completo)} (abre em outra página)`}
    >
      <Icon name="whatsapp" />
    </a>
  );
}

/** False for a click on one of the row's buttons, and for the end of a text selection. */
function isClickOnRow(event: MouseEvent<HTMLTableRowElement>): boolean {
  if (event.target instanceof Element && event.target.closest('button, a, label')) return false;
  const selection = window.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(event.currentTarget, true);
}

/** Arrow up and down move between the 'Ver' buttons. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || event.target.dataset.action !== 'ver') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-action="ver"]')];
  buttons[buttons.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}

function answerOf(value: string | number | null): string {
  return String(value ?? '').trim() || NOT_GIVEN;
}

/** Day and hour; undefined when the text is no moment. */
function momentOf(moment: string | null): string | undefined {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : brazilianMoment(date);
}
