import { imported as words } from '../../../content/import.ts';
import { type Import, type readImport, refusal } from '../../../domain/desk/import.ts';
import { DOCUMENT_MAX_BYTES } from '../../../domain/document/document.ts';
import { trustedScript } from '../../ui/browser/trusted-script.ts';
import address from './import-worker.ts?worker&url';

/** A spreadsheet that takes longer is made to never end. */
const MOST_MS = 15_000;
const TRUSTED = trustedScript('spreadsheet-worker', address);

/** Reads a file in a worker of its own, which is ended with its answer, when it fails and when it takes too long. */
export async function readFile(file: File, around: Parameters<typeof readImport>[1]): Promise<Import> {
  if (file.size > DOCUMENT_MAX_BYTES) return refusal(words.large);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(TRUSTED, { type: 'module' });
  const found = await new Promise<Import>((resolve) => {
    setTimeout(resolve, MOST_MS, refusal(words.large));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve(refusal(words.unreadable));
    worker.postMessage({ bytes, ...around }, [bytes.buffer]);
  });
  worker.terminate();
  return found;
}
