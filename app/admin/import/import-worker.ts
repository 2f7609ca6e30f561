import { imported } from '../../../content/import.ts';
import { readImport, refusal } from '../../../domain/desk/import.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

/** A worker of its own for one file, which ends with it; its answer's policy lets it fetch nothing. */
addEventListener('message', async ({ data: { bytes, ...around } }) => {
  const { lines, refused, hasOther } = await readSpreadsheet(bytes);
  const found = refused ? refusal(refused) : readImport(lines, around);
  if (hasOther) found.notes.push(imported.otherSheet);
  postMessage(found);
});
