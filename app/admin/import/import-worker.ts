import { readImport } from '../../../domain/desk/import.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

/** A worker of its own for one file, which ends with it; its answer's policy lets it fetch nothing. */
addEventListener('message', async ({ data: { bytes, ...around } }) => {
  const read = await readSpreadsheet(bytes);
  postMessage('refused' in read ? read : { ...readImport(read.lines, around), hasOther: read.hasOther });
});
