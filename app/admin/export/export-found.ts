import { exporting } from '../../../content/exporting.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { writtenPhone } from '../../../domain/contact.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { fieldOf } from '../../../domain/desk/sheet.ts';
import {
  cellOf,
  EXPORT_COLUMNS,
  type ExportedEnrolment,
  type ExportName,
} from '../../../domain/desk/spreadsheet.ts';
import { BackendError } from '../../api/client.ts';
import { recordExport } from '../api/audit.ts';
import { type ListedEnrolment, nextToExport } from '../api/enrolments.ts';

/** The columns that nobody has to choose: all that are not sensitive. */
export const BASIC = EXPORT_COLUMNS.flatMap(({ name, sensitive }) => (sensitive ? [] : [name]));

/** What somebody chose. `reason`: what for, by its code; '' where the role need not say. */
export type Wanted = {
  reason: keyof typeof exporting.reasons | '';
  columns: readonly ExportName[];
  csv: boolean;
};

/**
 * Saves all that the filter finds as a file, recorded before it is there; returns
 * what is said of it. Throws BackendError.
 */
export async function exportFound(filter: EnrolmentFilter, { reason, columns, csv }: Wanted) {
  const chosen = EXPORT_COLUMNS.filter(({ name }) => columns.includes(name));
  const { csvFile, xlsxFile } = await import('./spreadsheet-files.ts');
  const headings = chosen.map(({ label }) => label);
  const spreadsheet = csv ? csvFile(headings) : xlsxFile(headings, exporting.sheet);
  let rows = 0;
  for await (const page of rowsFound(filter, columns)) {
    spreadsheet.add(page.map((row) => chosen.map(({ name }) => cellOf(exportedRow(row), name))));
    rows += page.length;
  }
  if (rows === 0) throw new BackendError(404, '', exporting.nothing);
  const file = spreadsheet.end();
  await recordExport(rows, [...new Set(chosen.map(({ column }) => column))], reason || null);
  const name = `inscricoes-${todayInBrazil()}.${csv ? 'csv' : 'xlsx'}`;
  save(file, name);
  return exporting.done(name, rows);
}

/**
 * The enrolments that a filter finds, in its order, a hundred at a time, with only the wanted columns. Rows that
 * arrive or are erased meanwhile may be missed; none comes twice. Throws BackendError, also where the last row of a
 * page was erased before the next page was read.
 */
async function* rowsFound(filter: EnrolmentFilter, names: readonly ExportName[]) {
  let after: string | undefined;
  for (;;) {
    const found = await nextToExport(filter, columnsFor(names), after);
    if (found.lost) throw new BackendError(409, '', exporting.moved);
    after = found.rows.at(-1)?.id;
    if (after === undefined) return;
    yield found.rows;
    if (!found.more) return;
  }
}

/** A row of the list as the spreadsheet takes it: the guardian that came later, where the answers have none, and whether nobody has confirmed it. */
export const exportedRow = (row: ListedEnrolment): ExportedEnrolment => ({
  ...row,
  reason: row.reason ?? null,
  nomeResponsavel: laterOf(row, row.guardianName) ?? row.nomeResponsavel,
  telefoneResponsavel: laterOf(row, row.guardianPhone) ?? row.telefoneResponsavel,
});

const laterOf = ({ hasNewGuardian }: ListedEnrolment, given: string | null) =>
  given && hasNewGuardian ? `${writtenPhone(given)} (${unconfirmed})` : given;

/** What is of the desk, and no column of the table: each row has it anyway (the reason where it is asked for). */
const OF_THE_DESK: readonly ExportName[] = ['situation', 'className', 'firstDay', 'newPhone'];

/** The columns of the table that these need. */
export function columnsFor(names: readonly ExportName[]): string[] {
  const wanted = EXPORT_COLUMNS.filter(({ name }) => names.includes(name) && !OF_THE_DESK.includes(name));
  const columns = new Set(wanted.map(({ column }) => column));
  if (names.includes('idade')) columns.add(fieldOf('dataNascimento').column); // today's age is counted from it
  if (names.includes('condicaoMedicaDetalhes')) columns.add(fieldOf('condicaoMedica').column); // decides whether the details are shown
  return [...columns];
}

/** How long a browser may take to start saving a link's file. */
const SAVING_MS = 60_000;

/** Gives a file to the browser to save. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
