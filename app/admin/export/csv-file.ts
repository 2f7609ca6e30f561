import { CSV_START, csvLine } from '../../../domain/desk/csv.ts';
import type { Cell } from '../../../domain/desk/spreadsheet.ts';

/** A spreadsheet being written: rows are added page by page, and `end` returns the whole file. */
export type SpreadsheetFile = {
  add: (rows: readonly (readonly Cell[])[]) => void;
  end: () => Blob;
};

/** A CSV file for Brazilian Excel, with a row of headings. */
export function csvFile(headings: readonly string[]): SpreadsheetFile {
  const parts = [new Blob([CSV_START, csvLine(headings)])]; // blobs: the browser can move them to disk
  return {
    add: (rows) => parts.push(new Blob([rows.map(csvLine).join('')])),
    end: () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  };
}
