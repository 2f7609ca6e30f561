import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type RenderTask,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { documentView } from '../../../content/document-view.ts';
import { STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { NotShown } from './not-shown.ts';
import { canvasFor, isPossible, type PageSize } from './page-size.ts';
import { BESIDE_WORKER, type Reader, startReader } from './pdf-worker.ts';

const { pdfRefused } = documentView;

export const PDF_MAX_PAGES = 20;

/** A reader that takes longer than this for one step is ended: what it reads may be made to never end. */
const MOST_MS = 30_000;
/** How long a reader may take to end by itself, and free what it holds in the page. */
const END_WITHIN_MS = 1_000;

/** What became of a page: `partly` when something on it could not be read. */
export type Drawn = 'whole' | 'partly';

export type OpenPdf = {
  /** Sizes of the pages, each as its own rotation shows it. */
  pages: readonly PageSize[];
  /**
   * Draws page `number`, from 1, rotated by `quarters`, `wanted` pixels wide. Throws NotShown. A draw that
   * was stopped rejects too.
   */
  draw: (canvas: HTMLCanvasElement, page: Turned, signal: AbortSignal) => Promise<Drawn>;
  /** Ends the worker and frees what it holds. */
  close: () => void;
};

export type Turned = { number: number; quarters: number; wanted: number };

/** Opens a PDF in a worker of its own. Its scripts never run and its links lead nowhere. Throws NotShown. */
export async function openPdf(bytes: Blob, signal: AbortSignal): Promise<OpenPdf> {
  const reader = startReader();
  signal.addEventListener('abort', reader.end, { once: true });
  try {
    const exact = await load(reader, bytes, true);
    if (exact.numPages > PDF_MAX_PAGES) throw new NotShown(pdfRefused.long);
    const pages: PageSize[] = [];
    for (let number = 1; number <= exact.numPages; number += 1)
      pages.push(sizeOf(await within(reader, exact.getPage(number))));
    if (!pages.every(isPossible)) throw new NotShown(pdfRefused.vast);
    signal.removeEventListener('abort', reader.end); // from here on `close` ends it

    const loaded = [exact];
    let forgiving: Promise<PDFDocumentProxy> | undefined;
    return {
      pages,
      close: () => {
        const freed = Promise.allSettled(loaded.map(({ loadingTask }) => loadingTask.destroy()));
        void Promise.race([freed, pause(END_WITHIN_MS)]).then(reader.end);
      },
      draw: async (canvas, page, stop) => {
        try {
          if (await drawPage(reader, exact, canvas, page, stop)) return 'whole';
          forgiving ??= load(reader, bytes, false); // what can be read of it
          const rest = await forgiving;
          if (!loaded.includes(rest)) loaded.push(rest);
          await drawPage(reader, rest, canvas, page, stop);
          return 'partly';
        } catch (error) {
          stop.throwIfAborted();
          throw refusal(error);
        }
      },
    };
  } catch (error) {
    reader.end();
    throw refusal(error);
  }
}

/** `exact`: content that cannot be read is an error; otherwise it is left out. */
async function load(reader: Reader, bytes: Blob, exact: boolean): Promise<PDFDocumentProxy> {
  const task = getDocument({
    ...BESIDE_WORKER,
    data: new Uint8Array(await bytes.arrayBuffer()), // the worker takes them away
    worker: reader.worker,
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: exact,
    maxImageSize: STORED_MAX_PIXELS,
    isEvalSupported: false,
    disableFontFace: true,
    enableXfa: false,
  });
  return within(reader, task.promise);
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** False when some content could not be read, of this page or of one that is drawn at the same time. */
async function drawPage(
  reader: Reader,
  pdf: PDFDocumentProxy,
  canvas: HTMLCanvasElement,
  { number, quarters, wanted }: Turned,
  signal: AbortSignal,
): Promise<boolean> {
  const before = reader.said();
  const page = await within(reader, pdf.getPage(number));
  signal.throwIfAborted();
  const rotation = (page.rotate + quarters * 90) % 360;
  const upright = page.getViewport({ scale: 1, rotation });
  const { width, height, scale } = canvasFor(upright, wanted);
  canvas.width = width;
  canvas.height = height;
  const task: RenderTask = page.render({
    canvas,
    viewport: page.getViewport({ scale, rotation }),
    annotationMode: AnnotationMode.ENABLE, // drawn as they look, never as something to press or fill in
  });
  const stop = () => task.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await within(reader, task.promise);
  } finally {
    signal.removeEventListener('abort', stop);
    page.cleanup();
  }
  const after = reader.said();
  return after.stopped === before.stopped && after.missing === before.missing;
}

/** What the reader answers, unless it breaks or takes too long: then it is ended. */
async function within<Answer>(reader: Reader, answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reader.end();
      reject(new NotShown(pdfRefused.broken));
    }, MOST_MS);
  });
  try {
    return await Promise.race([answer, late, reader.lost]);
  } finally {
    clearTimeout(timer);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function refusal(error: unknown): NotShown {
  if (error instanceof NotShown) return error;
  const isLocked = error instanceof Error && error.name === 'PasswordException';
  return new NotShown(isLocked ? pdfRefused.locked : pdfRefused.broken);
}
