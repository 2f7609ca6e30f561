import { CSV_START, csvLine } from '../../../domain/desk/csv.ts';
import type { SpreadsheetFile } from './spreadsheet-file.ts';

/** A CSV file for Brazilian Excel, with a row of headings. */
export function csvFile(headings: readonly string[]): SpreadsheetFile {
  const parts = [new Blob([CSV_START, csvLine(headings)])]; // blobs: the browser can move them to disk
  return {
    add: (rows) => parts.push(new Blob([rows.map(csvLine).join('')])),
    end: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}
