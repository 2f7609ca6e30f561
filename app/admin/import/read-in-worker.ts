import { imported } from '../../../content/import.ts';
import type { Import, readImport } from '../../../domain/desk/import.ts';
import { DOCUMENT_MAX_BYTES } from '../../../domain/document/document.ts';
import { trustedScript } from '../../ui/browser/trusted-script.ts';
import address from './import-worker.ts?worker&url';

/** A spreadsheet that takes longer is made to never end. */
const MOST_MS = 15_000;
const TRUSTED = trustedScript('spreadsheet-worker', address);
const { refused } = imported;

/** What a file holds, and whether another of its sheets has lines; or why it is not read. */
export type ReadFile = Import & { hasOther?: boolean };

/** Reads a file in a worker of its own, which is ended with its answer, when it fails and when it takes too long. */
export async function readFile(file: File, around: Parameters<typeof readImport>[1]): Promise<ReadFile> {
  if (file.size > DOCUMENT_MAX_BYTES) return { refused: refused.large };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const worker = new Worker(TRUSTED, { type: 'module' });
  let timer = 0;
  try {
    return await new Promise<ReadFile>((resolve) => {
      timer = window.setTimeout(resolve, MOST_MS, { refused: refused.slow });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve({ refused: refused.other });
      worker.postMessage({ bytes, ...around }, [bytes.buffer]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
