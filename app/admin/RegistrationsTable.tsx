import type { KeyboardEvent, MouseEvent } from 'react';
import { writtenPhone } from '../../domain/contact.ts';
import { brazilianDay, brazilianMoment } from '../../domain/dates.ts';
import { NOT_GIVEN, type Registration } from '../../domain/sheet.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { EraseBy, useKeepingTimes } from './keeping.tsx';

type Props = {
  rows: readonly Registration[];
  /** Whether these rows are older than what was asked for: drawn in grey. */
  old: boolean;
  /** The id of the registration whose document is being opened. */
  opening: string | null;
  onOpen: (registration: Registration) => void;
  onDocument: (registration: Registration) => void;
};

/** The five columns of SPEC §2, in their order. A click anywhere on a row opens it; 'Ver' is the keyboard's way. */
export function RegistrationsTable({ rows, old, opening, onOpen, onDocument }: Props) {
  const times = useKeepingTimes(rows.map(({ id }) => id));
  return (
    <table className={old ? 'registrations registrations--old' : 'registrations'} aria-busy={old}>
      <caption className="vh">Inscrições recebidas, da mais nova para a mais antiga</caption>
      <thead className="registrations__head">
        <tr>
          <th scope="col">Nome Completo</th>
          <th scope="col">Idade</th>
          <th scope="col">Telefone</th>
          <th scope="col">Inscrição</th>
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
              event.currentTarget.querySelector('button')?.focus(); // where the focus comes back to
              onOpen(row);
            }}
          >
            <td className="registrations__name">
              <bdi>{answerOf(row.nome_completo)}</bdi>
              <EraseBy time={times.get(row.id)} />
            </td>
            <td data-label="Idade">{answerOf(row.idade)}</td>
            <td className="registrations__phone" data-label="Telefone">
              {writtenPhone(answerOf(row.telefone_whatsapp))}
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
                  aria-label={`Doc: abrir documento de ${answerOf(row.nome_completo)}`}
                  aria-busy={opening === row.id}
                  disabled={!row.cadastro_unico_url}
                  onClick={(event) => event.detail < 2 && onDocument(row)}
                >
                  {opening === row.id && <Spinner />}
                  Doc
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Neither a click on one of the row's buttons, nor the end of selecting text to copy it. */
function meantForRow(event: MouseEvent<HTMLTableRowElement>): boolean {
  if (event.target instanceof Element && event.target.closest('button, a')) return false;
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
