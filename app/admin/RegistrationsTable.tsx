import type { KeyboardEvent, MouseEvent } from 'react';
import { desk } from '../../content/desk.ts';
import { documentView } from '../../content/hand-over.ts';
import { flags } from '../../content/messages.ts';
import { chatLink, writtenPhone } from '../../domain/contact.ts';
import { brazilianDay, brazilianMoment } from '../../domain/dates.ts';
import type { RegistrationFilter } from '../../domain/registration-filter.ts';
import { flagsOf } from '../../domain/registration-flags.ts';
import { NOT_GIVEN } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { ListedRegistration } from './find-registrations.ts';
import { EraseBy, useKeepingTimes } from './keeping.tsx';
import { useUnsaved } from './kept.ts';
import { type Marked, Tick } from './marked.tsx';
import { SituationBadge } from './SituationBadge.tsx';
import './registrations.css';

type Order = Pick<RegistrationFilter, 'ordem' | 'sentido'>;

type Props = {
  rows: readonly ListedRegistration[];
  marked: Marked;
  /** Whether these rows are older than what was asked for: drawn in grey. */
  old: boolean;
  order: Order;
  /** The id of the registration whose document is being opened. */
  opening: string | null;
  onOrder: (order: Order) => void;
  onOpen: (registration: ListedRegistration) => void;
  onDocument: (registration: ListedRegistration) => void;
};

const COLUMNS = [
  ['Nome Completo', 'nome'],
  ['Idade', 'idade'],
  ['Telefone', 'telefone'],
  ['Inscrição', 'criada'],
] as const;

/** The five columns of SPEC §2, in their order. A click anywhere on a row opens it; 'Ver' is the keyboard's way. */
export function RegistrationsTable({
  rows,
  marked,
  old,
  order,
  opening,
  onOrder,
  onOpen,
  onDocument,
}: Props) {
  const times = useKeepingTimes(rows.map(({ id }) => id));
  return (
    <table className={old ? 'registrations registrations--old' : 'registrations'} aria-busy={old}>
      <caption className="vh">Inscrições recebidas</caption>
      <thead className="registrations__head">
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
            className="registrations__row"
            key={row.id}
            onClick={(event) => {
              if (!meantForRow(event)) return;
              event.currentTarget.querySelector<HTMLElement>('[data-action="ver"]')?.focus(); // where the focus comes back to
              onOpen(row);
            }}
          >
            <td className="registrations__name">
              <Tick row={row} marked={marked} />
              <bdi>{answerOf(row.nome_completo)}</bdi>
              <Badges row={row} />
              <EraseBy time={times.get(row.id)} />
            </td>
            <td data-label="Idade">{answerOf(row.idade)}</td>
            <td className="registrations__phone" data-label="Telefone">
              {writtenPhone(answerOf(row.telefone_whatsapp))}
              <Chat row={row} />
            </td>
            <td data-label="Inscrição">
              <span title={momentOf(row.created_at)}>{brazilianDay(row.created_at)}</span>
            </td>
            <td>
              <div className="registrations__actions">
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

/** Names and ages begin with the first, moments with the newest; pressed again the order turns round. */
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
  const here = order.ordem === column;
  const first = column === 'criada' ? 'desc' : 'asc';
  const turned = order.sentido === 'asc' ? 'desc' : 'asc';
  return (
    <th scope="col" aria-sort={here ? (order.sentido === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        className="registrations__sort"
        onClick={() => onOrder({ ordem: column, sentido: here ? turned : first })}
      >
        {words}
      </button>
    </th>
  );
}

/** What to know before opening, in words. */
function Badges({ row }: { row: ListedRegistration }) {
  const unsaved = useUnsaved(row.id);
  const marks = [
    ...(flagsOf(row).includes(flags.guardian) ? [flags.guardian] : []),
    ...(row.repetida ? [desk.repeated] : []),
    ...(row.repetidaDe ? [desk.isRepeated] : []),
    ...(unsaved ? [desk.unsaved] : []),
  ];
  return (
    <span className="badges">
      <SituationBadge situation={row.situacao} />
      {marks.map((words) => (
        <span className="badge badge--look" key={words}>
          {words}
        </span>
      ))}
    </span>
  );
}

function Chat({ row }: { row: ListedRegistration }) {
  const link = chatLink(String(row.telefone_whatsapp ?? ''));
  if (!link) return null;
  return (
    <a
      className="registrations__chat no-print"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`WhatsApp de ${answerOf(row.nome_completo)} (abre em outra página)`}
    >
      <Icon name="whatsapp" />
    </a>
  );
}
/** Neither a click on one of the row's buttons, nor the end of selecting text to copy it. */
function meantForRow(event: MouseEvent<HTMLTableRowElement>): boolean {
  if (event.target instanceof Element && event.target.closest('button, a, label')) return false;
  const selection = window.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(event.currentTarget, true);
}

/** Arrow up and down go from one 'Ver' to the next. */
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

/** Day and hour; nothing for what is no moment. */
function momentOf(moment: string | null): string | undefined {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : brazilianMoment(date);
}
