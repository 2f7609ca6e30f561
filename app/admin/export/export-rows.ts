import type { QueryClient } from '@tanstack/react-query';
import { exporting } from '../../../content/exporting.ts';
import { unconfirmed } from '../../../content/messages.ts';
import { writtenPhone } from '../../../domain/contact.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { fieldOf } from '../../../domain/desk/sheet.ts';
import { EXPORT_COLUMNS, type ExportedEnrolment, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { BackendError } from '../../api/client.ts';
import { type ListedEnrolment, nextToExport } from '../api/enrolments.ts';

/**
 * The enrolments that a filter finds, in its order, a hundred at a time, with only
 * the wanted columns. Rows that arrive or are erased meanwhile may be missed; none
 * comes twice. `client` asks again where no answer came, so that one failure does not end a long export.
 * Throws BackendError, also where the last row of a page was erased before the next page was read.
 */
export async function* exportRows(
  client: QueryClient,
  filter: EnrolmentFilter,
  names: readonly ExportName[],
  signal: AbortSignal,
): AsyncGenerator<ExportedEnrolment[]> {
  const columns = columnsFor(names);
  const begun = Date.now(); // no export is given the answers of another
  let after: string | undefined;
  for (;;) {
    const found = await client.fetchQuery({
      queryKey: ['to export', begun, after],
      queryFn: () => nextToExport(filter, columns, after, signal),
      gcTime: 0,
    });
    if (found.lost) throw new BackendError(409, '', exporting.moved);
    after = found.rows.at(-1)?.id;
    if (after === undefined) return;
    yield found.rows.map(exportedRow);
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
function columnsFor(names: readonly ExportName[]): string[] {
  const wanted = EXPORT_COLUMNS.filter(({ name }) => names.includes(name) && !OF_THE_DESK.includes(name));
  const columns = new Set(wanted.map(({ column }) => column));
  if (names.includes('idade')) columns.add(fieldOf('dataNascimento').column); // today's age is counted from it
  if (names.includes('condicaoMedicaDetalhes')) columns.add(fieldOf('condicaoMedica').column); // decides whether the details are shown
  return [...columns];
}
