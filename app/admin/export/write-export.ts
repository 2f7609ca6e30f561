import type { QueryClient } from '@tanstack/react-query';
import { exporting } from '../../../content/exporting.ts';
import { todayInBrazil } from '../../../domain/dates.ts';
import type { EnrolmentFilter } from '../../../domain/desk/filter.ts';
import { cellOf, EXPORT_COLUMNS, type ExportName } from '../../../domain/desk/spreadsheet.ts';
import { recordExport } from '../api/audit.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import type { SpreadsheetFile } from './csv-file.ts';
import { exportedRow, exportRows } from './export-rows.ts';

export type ExportFormat = 'xlsx' | 'csv';

export type ExportRequest = {
  filter: EnrolmentFilter;
  /** These alone, as the list has them, instead of all that the filter finds. */
  rows?: readonly ListedEnrolment[];
  columns: readonly ExportName[];
  format: ExportFormat;
  /** What for, by its code; null where the role need not say. */
  reason: string | null;
};

/** The file of an export, and how many enrolments are in it. */
export type Exported = { file: Blob; name: string; rows: number };

/**
 * Writes the chosen rows, or what a filter finds, into a spreadsheet, and records the export before
 * returning the file; null when nothing was found. `onProgress` gets the rows so far.
 * Throws BackendError, ListMoved, and `signal`'s reason once it is aborted.
 */
export async function writeExport(
  client: QueryClient,
  { filter, rows: chosenRows, columns, format, reason }: ExportRequest,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Exported | null> {
  const chosen = EXPORT_COLUMNS.filter(({ name }) => columns.includes(name));
  const spreadsheet = await emptyFile(
    format,
    chosen.map(({ label }) => label),
  );
  let rows = 0;
  const pages = chosenRows ? [chosenRows.map(exportedRow)] : exportRows(client, filter, columns, signal);
  for await (const page of pages) {
    signal.throwIfAborted();
    spreadsheet.add(page.map((row) => chosen.map(({ name }) => cellOf(row, name))));
    rows += page.length;
    onProgress(rows);
  }
  if (rows === 0) return null;
  const file = spreadsheet.end();
  await recordExport(rows, [...new Set(chosen.map(({ column }) => column))], reason);
  signal.throwIfAborted();
  return { file, name: `inscricoes-${todayInBrazil()}.${format}`, rows };
}

/** Loads the writer of a format on demand. */
async function emptyFile(format: ExportFormat, headings: string[]): Promise<SpreadsheetFile> {
  if (format === 'csv') return (await import('./csv-file.ts')).csvFile(headings);
  return (await import('./xlsx-file.ts')).xlsxFile(headings, exporting.sheet);
}
