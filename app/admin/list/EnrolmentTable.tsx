import type { MouseEvent, RefObject } from 'react';
import { desk } from '../../../content/desk.ts';
import { retention } from '../../../content/retention.ts';
import { chatLink, writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay, brazilianMoment } from '../../../domain/dates.ts';
import type { Chip, EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { ageOf, NOT_GIVEN, nameOf, newPhoneOf, storedDocument } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { useRetentionDates } from '../retention/RetentionNotice.tsx';
import { RowName } from './RowName.tsx';
import { onRowArrow } from './row-keys.ts';
import { type Selection, TickAll } from './selection.tsx';
import './table.css';
import './cards.css';

type Order = Pick<EnrolmentFilter, 'order' | 'direction'>;

type Props = {
  rows: readonly ListedEnrolment[];
  /** The chip that is pressed. */
  chip: Chip | null;
  selection: Selection;
  /** Where arrow up leads from the first row. */
  above: RefObject<HTMLElement | null>;
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

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

/** The five columns of SPEC §2, in their order. A click on a row opens it; 'Ver' does for the keyboard. */
export function EnrolmentTable({ rows, chip, selection, above, order, opening, ...props }: Props) {
  const { old, onOrder, onOpen, onDocument } = props;
  const times = useRetentionDates(rows.map(({ id }) => id));
  return (
    <table
      className={old ? 'enrolments small wide enrolments--old' : 'enrolments small wide'}
      aria-busy={old}
    >
      <caption className="vh">Inscrições recebidas</caption>
      <thead className="enrolments__head unbroken">
        <tr>
          {COLUMNS.map(([words, column]) => (
            <th
              key={column}
              scope="col"
              aria-sort={column === order.order ? SORTED[order.direction] : undefined}
            >
              {column === 'nome' && <TickAll rows={rows} selection={selection} />}
              <button
                type="button"
                className="enrolments__sort touch gap-2"
                onClick={() => onOrder(sortedBy(column, order))}
              >
                {words}
              </button>
            </th>
          ))}
          <th scope="col">Ações</th>
        </tr>
      </thead>
      <tbody onKeyDown={(event) => onRowArrow(event, above.current)}>
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
            <td>
              <RowName row={row} chip={chip} selection={selection} time={times.get(row.id)} />
            </td>
            <td className="enrolments__age">{answerOf(ageOf(row))}</td>
            <td className="enrolments__phone break">
              <span>
                {writtenPhone(answerOf(newPhoneOf(row) ?? row.telefoneWhatsapp))}
                {newPhoneOf(row) && <NewNumber isGuardians={row.newPhone === row.guardianPhone} />}
              </span>
              <Chat row={row} />
            </td>
            <td className="enrolments__day">
              <span title={momentOf(row.arrivedAt)}>{brazilianDay(row.arrivedAt)}</span>
            </td>
            <td>
              <div className="enrolments__actions line gap-2">
                <SecondaryButton
                  aria-label={`Ver inscrição de ${nameOf(row)}`}
                  data-action="ver"
                  onClick={() => onOpen(row)}
                >
                  Ver
                </SecondaryButton>
                <SecondaryButton
                  aria-label={`${opening === row.id ? desk.opening : 'Doc: abrir'} documento de ${nameOf(row)}`}
                  aria-busy={opening === row.id}
                  disabled={!storedDocument(row)}
                  title={erased(row)}
                  onClick={(event) =>
                    event.detail < 2 && onDocument({ ...row, cadastroUnico: storedDocument(row) })
                  }
                >
                  {opening === row.id ? desk.opening : 'Doc'}
                </SecondaryButton>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and ages ascending first, dates newest first; pressed again it reverses. */
function sortedBy(column: Order['order'], now: Order): Order {
  const isAscending = column === now.order ? now.direction === 'desc' : column !== 'criada';
  return { order: column, direction: isAscending ? 'asc' : 'desc' };
}

function Chat({ row }: { row: ListedEnrolment }) {
  const link = chatLink(String(newPhoneOf(row) ?? row.telefoneWhatsapp ?? ''));
  if (!link) return null;
  return (
    <a
      className="enrolments__chat no-print"
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`WhatsApp de ${nameOf(row)} (abre em outra página)`}
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

/** When the document was erased by its term, where it was. */
const erased = ({ documentErasedAt, newestDocument }: ListedEnrolment) =>
  documentErasedAt && !newestDocument ? retention.documentErased(brazilianDay(documentErasedAt)) : undefined;

function answerOf(value: string | number | null): string {
  return String(value ?? '').trim() || NOT_GIVEN;
}

/** Day and hour; undefined when the text is no moment. */
function momentOf(moment: string | null): string | undefined {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : brazilianMoment(date);
}

/** Beside a number that the family gave later; whose it is in words only where they take no room. */
function NewNumber({ isGuardians }: { isGuardians: boolean }) {
  return (
    <small className="enrolments__new doubtful strong" title={isGuardians ? desk.ofGuardian : undefined}>
      {` ${desk.new}`}
      {isGuardians && <span className="vh">, {desk.ofGuardian}</span>}
    </small>
  );
}
