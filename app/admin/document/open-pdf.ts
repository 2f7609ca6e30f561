import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { documentView } from '../../../content/document-view.ts';
import { STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { NotShown } from './not-shown.ts';
import { canvasFor, isPossible, type PageSize } from './page-size.ts';

const { pdfRefused } = documentView;

const MAX_PAGES = 20;
/** A worker that takes longer than this for one step is ended: what it reads may be made to never end. */
const MOST_MS = 30_000;
/** How long a worker may take to end by itself, and free what it holds in the page. */
const END_WITHIN_MS = 1_000;

/** Where the server has what pdf.js fetches by name, as it lies in its package; the build puts it there. */
const HOME = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : `/assets/pdfjs-${pdfjs.version}/`;
const SCRIPT = `${HOME}legacy/build/pdf.worker.min.mjs`;

const VERBOSITY = { verbosity: pdfjs.VerbosityLevel.ERRORS };
/** A document may fetch by name fonts that it does not bring, and decoders. */
const READING = {
  ...VERBOSITY,
  standardFontDataUrl: `${HOME}standard_fonts/`,
  cMapUrl: `${HOME}cmaps/`,
  wasmUrl: `${HOME}wasm/`,
  iccUrl: `${HOME}iccs/`,
  maxImageSize: STORED_MAX_PIXELS,
  isEvalSupported: false,
  disableFontFace: true,
} as const;

type Policy = { createScriptURL: (address: string) => string };
type Policies = { createPolicy: (name: string, rules: Policy) => Policy };

/** In browsers with Trusted Types the one policy that the desk's pages allow. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('pdf-worker', {
  createScriptURL: (address) => {
    if (address === SCRIPT) return address;
    throw new TypeError('not the reader of PDFs');
  },
});

/** The parts of the worker's messages that are read: the end of a stream of drawing steps, and an object for them. */
type Message = { stream?: number; reason?: unknown; action?: string; data?: unknown[] };

/** What became of a page: `partly` when something on it could not be read. */
export type Drawn = 'whole' | 'partly';

/** Page `number`, from 1, rotated by `quarters`, `wanted` pixels wide, until `stop`. */
type Drawing = {
  canvas: HTMLCanvasElement;
  number: number;
  quarters: number;
  wanted: number;
  stop: AbortSignal;
};

export type OpenPdf = {
  /** Sizes of the pages, each as its own rotation shows it. */
  pages: readonly PageSize[];
  /** Rejects where it fails or is stopped. */
  draw: (drawing: Drawing) => Promise<Drawn>;
};

/**
 * Opens a PDF until `signal` closes it; or says in words why it is not shown. Its scripts never run and its links
 * lead nowhere; it has a worker of its own, so that what a hostile one left behind ends with it.
 */
export async function openPdf(bytes: Blob, signal: AbortSignal): Promise<OpenPdf | string> {
  const port = new Worker(policy?.createScriptURL(SCRIPT) ?? SCRIPT, { type: 'module' });
  const worker = new pdfjs.PDFWorker({ ...VERBOSITY, port: port as unknown as null }); // its types know no port
  worker.promise.catch(() => {});
  const tasks: pdfjs.PDFDocumentLoadingTask[] = [];
  let defects = 0; // how often it stopped reading a page, or left out a picture
  let fail: (why: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {}); // nobody may be waiting

  const end = () => {
    worker.destroy();
    port.terminate();
  };
  signal.addEventListener('abort', () => {
    fail(signal.reason);
    const freed = Promise.allSettled(tasks.map((task) => task.destroy()));
    const waited = new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS));
    void Promise.race([freed, waited]).then(end);
  });
  port.addEventListener('error', () => fail(new NotShown(pdfRefused.reader)));
  // After either pdf.js itself goes on drawing and reports nothing.
  port.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const stopped = data.stream !== undefined && data.reason !== undefined;
    const missing = /^(common)?obj$/.test(data.action ?? '') && data.data?.at(-1) === null;
    if (stopped || missing) defects += 1;
  });

  /** What the worker answers, unless it breaks or takes too long: then it is ended. */
  async function within<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const timer = setTimeout(() => {
      fail(new NotShown(pdfRefused.broken));
      end();
    }, MOST_MS);
    try {
      return await Promise.race([answer, failed]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** `exact`: content that cannot be read is an error; otherwise it is left out. */
  async function load(exact: boolean): Promise<pdfjs.PDFDocumentProxy> {
    const data = new Uint8Array(await bytes.arrayBuffer()); // the worker takes them away
    const task = pdfjs.getDocument({ ...READING, data, worker, stopAtErrors: exact });
    tasks.push(task);
    return within(task.promise);
  }

  /** False when some content could not be read, of this page or of one that is drawn at the same time. */
  async function drawFrom(pdf: pdfjs.PDFDocumentProxy, drawing: Drawing): Promise<boolean> {
    const { canvas, number, quarters, wanted, stop } = drawing;
    const before = defects;
    const page = await within(pdf.getPage(number));
    stop.throwIfAborted();
    const rotation = (page.rotate + quarters * 90) % 360;
    const { width, height, scale } = canvasFor(page.getViewport({ scale: 1, rotation }), wanted);
    canvas.width = width;
    canvas.height = height;
    const task = page.render({
      canvas,
      viewport: page.getViewport({ scale, rotation }),
      annotationMode: pdfjs.AnnotationMode.ENABLE, // drawn as they look, never as something to press or fill in
    });
    const cancel = () => task.cancel();
    stop.addEventListener('abort', cancel);
    try {
      await within(task.promise);
    } finally {
      stop.removeEventListener('abort', cancel);
      page.cleanup();
    }
    return defects === before;
  }

  try {
    const exact = await load(true);
    if (exact.numPages > MAX_PAGES) throw new NotShown(pdfRefused.long);
    const pages: PageSize[] = [];
    for (let number = 1; number <= exact.numPages; number += 1)
      pages.push((await within(exact.getPage(number))).getViewport({ scale: 1 }));
    if (!pages.every(isPossible)) throw new NotShown(pdfRefused.vast);

    let forgiving: Promise<pdfjs.PDFDocumentProxy> | undefined;
    return {
      pages,
      draw: async (drawing) => {
        if (await drawFrom(exact, drawing)) return 'whole';
        forgiving ??= load(false); // what can be read of it
        await drawFrom(await forgiving, drawing);
        return 'partly';
      },
    };
  } catch (error) {
    end();
    if (error instanceof NotShown) return error.message;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return isLocked ? pdfRefused.locked : pdfRefused.broken;
  }
}
