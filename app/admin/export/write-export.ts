import { exporting } from '../../../content/exporting.ts';
import type { SpreadsheetFile } from './csv-file.ts';

export type ExportFormat = 'xlsx' | 'csv';

/** Loads the writer of a format on demand. */
export async function emptyFile(format: ExportFormat, headings: string[]): Promise<SpreadsheetFile> {
  if (format === 'csv') return (await import('./csv-file.ts')).csvFile(headings);
  return (await import('./xlsx-file.ts')).xlsxFile(headings, exporting.sheet);
}
