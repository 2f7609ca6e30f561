import type { Cell } from '../../domain/spreadsheet.ts';

/** A spreadsheet being written: rows are added page by page, and `end` gives the whole file. */
export type SpreadsheetFile = {
  add: (rows: readonly (readonly Cell[])[]) => void;
  end: () => Blob;
};
