import type { Cell } from '../../../domain/desk/spreadsheet.ts';

/** A spreadsheet being written: rows are added page by page, and `end` returns the whole file. */
export type SpreadsheetFile = {
  add: (rows: readonly (readonly Cell[])[]) => void;
  end: () => Blob;
};
