import type { MouseEvent } from 'react';
import { desk } from '../../../content/desk.ts';
import { retention } from '../../../content/retention.ts';
import { chatLink, writtenPhone } from '../../../domain/contact.ts';
import { brazilianDay } from '../../../domain/dates.ts';
import { chipOf } from '../../../domain/desk/filter.ts';
import { ageOf, NOT_GIVEN, nameOf, newPhoneOf, storedDocument } from '../../../domain/desk/sheet.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { ChatLink } from '../../ui/ChatLink.tsx';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { useOpening } from '../document/use-opening.tsx';
import { useRetentionDates } from '../retention/RetentionNotice.tsx';
import { RowName } from './RowName.tsx';
import { onRowKey } from './toolbar/list-focus.ts';
import type { ShownList } from './use-shown-list.ts';
import './table.css';

type Props = {
  shown: ShownList;
  documents: Pick<ReturnType<typeof useOpening>, 'open'>;
  onOpen: (enrolment: ListedEnrolment) => void;
};

const ACTIONS = 'Ações';
const COLUMNS = ['Nome Completo', 'Idade', 'Telefone', 'Inscrição', ACTIONS];

/** The five columns of SPEC §2, in their order. A click on a row opens it; 'Ver' does for the keyboard. */
export function EnrolmentTable({ shown, documents, onOpen }: Props) {
  const { rows, filter, list } = shown;
  const times = useRetentionDates(rows.map(({ id }) => id));
  const old = list.isError || !list.data; // of an earlier request: drawn in grey

  return (
    <table
      className={old ? 'enrolments small wide enrolments--old' : 'enrolments small wide'}
      aria-busy={old}
    >
      <caption className="vh">Inscrições recebidas</caption>
      <thead className="enrolments__head unbroken">
        <tr>
          {COLUMNS.map((words) => (
            <th key={words} scope="col" className={words === ACTIONS ? 'no-print' : undefined}>
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onRowKey}>
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
              <RowName row={row} chip={chipOf(filter)} time={times.get(row.id)} />
            </td>
            <td className="enrolments__age">{answerOf(ageOf(row))}</td>
            <td className="enrolments__phone">
              <span>
                {writtenPhone(answerOf(newPhoneOf(row) ?? row.telefoneWhatsapp))}
                {newPhoneOf(row) && <small className="bold"> {desk.new}</small>}
              </span>
              <Chat row={row} />
            </td>
            <td>
              {brazilianDay(row.arrivedAt)}
              {row.enrolledBy != null && (
                <small className="block soft">{desk.atCounter(row.enrolledBy)}</small>
              )}
            </td>
            <td className="no-print">
              <div className="enrolments__actions line gap-2">
                <SecondaryButton
                  aria-label={`Ver inscrição de ${nameOf(row)}`}
                  data-action="ver"
                  onClick={() => onOpen(row)}
                >
                  Ver
                </SecondaryButton>
                <SecondaryButton
                  aria-label={`Doc: abrir documento de ${nameOf(row)}`}
                  disabled={!storedDocument(row)}
                  title={erased(row)}
                  onClick={(event) =>
                    event.detail < 2 && documents.open({ ...row, cadastroUnico: storedDocument(row) })
                  }
                >
                  Doc
                </SecondaryButton>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Chat({ row }: { row: ListedEnrolment }) {
  const link = chatLink(String(newPhoneOf(row) ?? row.telefoneWhatsapp ?? ''));
  const label = `WhatsApp de ${nameOf(row)} (abre em outra página)`;
  return link && <ChatLink className="icon-button enrolments__chat no-print" href={link} label={label} />;
}

/** False for a click on one of the row's buttons, and for the end of a text selection. */
function isClickOnRow(event: MouseEvent<HTMLTableRowElement>): boolean {
  if (event.target instanceof Element && event.target.closest('button, a')) return false;
  const selection = window.getSelection();
  return !selection || selection.isCollapsed || !selection.containsNode(event.currentTarget, true);
}

/** When the document was erased by its term, where it was. */
const erased = ({ documentErasedAt, newestDocument }: ListedEnrolment) =>
  documentErasedAt && !newestDocument ? retention.documentErased(brazilianDay(documentErasedAt)) : undefined;

function answerOf(value: string | number | null): string {
  return String(value ?? '').trim() || NOT_GIVEN;
}
