import { exporting } from '../../content/hand-over.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import type { RegistrationFilter } from '../../domain/registration-filter.ts';
import { cellOf, EXPORT_COLUMNS, type ExportColumn } from '../../domain/spreadsheet.ts';
import { exportRows } from './export-rows.ts';
import { noteExport } from './note-access.ts';
import type { SpreadsheetFile } from './spreadsheet-file.ts';

export type ExportFormat = 'xlsx' | 'csv';

export type ExportRequest = {
  filter: RegistrationFilter;
  columns: readonly ExportColumn[];
  format: ExportFormat;
};

/** A file to hand over, and how many registrations are in it. */
export type Exported = { file: Blob; name: string; rows: number };

/**
 * Writes what a filter finds into a spreadsheet, and notes it before giving it.
 * Null when nothing was found. `onProgress` hears how many rows are written.
 * Throws BackendError, ListMoved, and `signal`'s reason once it is aborted.
 */
export async function writeExport(
  { filter, columns, format }: ExportRequest,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Exported | null> {
  const chosen = EXPORT_COLUMNS.filter(({ column }) => columns.includes(column));
  const spreadsheet = await emptyFile(
    format,
    chosen.map(({ label }) => label),
  );
  let rows = 0;
  for await (const page of exportRows(filter, columns, signal)) {
    signal.throwIfAborted();
    spreadsheet.add(page.map((row) => chosen.map(({ column }) => cellOf(row, column))));
    rows += page.length;
    onProgress(rows);
  }
  if (rows === 0) return null;
  const file = spreadsheet.end();
  await noteExport(
    rows,
    chosen.map(({ column }) => column),
  );
  signal.throwIfAborted();
  return { file, name: `inscricoes-${todayInBrazil()}.${format}`, rows };
}

/** What writes a format is fetched when it is wanted. */
async function emptyFile(format: ExportFormat, headings: string[]): Promise<SpreadsheetFile> {
  if (format === 'csv') return (await import('./csv-file.ts')).csvFile(headings);
  return (await import('./xlsx-file.ts')).xlsxFile(headings, exporting.sheet);
}
