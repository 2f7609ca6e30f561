import { PDFWorker, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { documentView } from '../../../content/document-view.ts';
import { NotShown } from './not-shown.ts';

/** Where the server has what pdf.js fetches by name, as it lies in its package; the build puts it there. */
const HOME = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${version}/`;
const SCRIPT = `${HOME}legacy/build/pdf.worker.min.mjs`;

/** What a document may fetch by name: fonts that it names without bringing them, and decoders. */
export const BESIDE_WORKER = {
  standardFontDataUrl: `${HOME}standard_fonts/`,
  cMapUrl: `${HOME}cmaps/`,
  wasmUrl: `${HOME}wasm/`,
  iccUrl: `${HOME}iccs/`,
  useWorkerFetch: true,
} as const;

/** A worker of its own for one document, so that what a hostile one left behind ends with it. */
export type Reader = {
  worker: PDFWorker;
  /** Rejects when the worker's script did not load, or broke. */
  lost: Promise<never>;
  /** How many pages it has reported as stopped, and how many pictures as missing. */
  said: () => { stopped: number; missing: number };
  end: () => void;
};

export function startReader(): Reader {
  const port = new Worker(trusted(), { type: 'module' });
  const worker = new PDFWorker({
    port: port as unknown as null, // its types know no port
    verbosity: VerbosityLevel.ERRORS,
  });
  const lost = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new NotShown(documentView.pdfRefused.reader)));
  });
  lost.catch(() => {}); // nobody may be waiting
  const said = { stopped: 0, missing: 0 };
  // After either pdf.js itself goes on drawing and reports nothing.
  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.stream !== undefined && data.reason !== undefined) said.stopped += 1;
    if (/^(common)?obj$/.test(data.action ?? '') && data.data?.at(-1) === null) said.missing += 1;
  });
  worker.promise.catch(() => {});
  return {
    worker,
    lost,
    said: () => ({ ...said }),
    end: () => {
      worker.destroy();
      port.terminate();
    },
  };
}

/**
 * The parts of pdf.js's messages that are read: the end of a stream of drawing steps, and an object for them.
 */
type Message = { stream?: number; reason?: unknown; action?: string; data?: unknown[] };

type Policy = { createScriptURL: (address: string) => string };
type Policies = { createPolicy: (name: string, rules: Policy) => Policy };

/** The one policy that the desk's pages allow; browsers make it once a page. */
let policy: Policy | undefined;

/** The worker's address, in browsers with Trusted Types as one that may be run. */
function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  policy ??= trustedTypes?.createPolicy('pdf-worker', {
    createScriptURL: (address) => {
      if (address === SCRIPT) return address;
      throw new TypeError('not the reader of PDFs');
    },
  });
  return policy ? policy.createScriptURL(SCRIPT) : SCRIPT;
}
