import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { documentView } from '../../../content/document-view.ts';
import { STORED_MAX_PIXELS } from '../../../domain/document/photo-header.ts';
import { trustedScript } from '../../ui/browser/trusted-script.ts';
import { NotShown } from './not-shown.ts';
import { canvasFor, isPossible } from './page-size.ts';

const { pdfRefused } = documentView;

/** Pages that are drawn; of a longer PDF the first. */
export const MOST_PAGES = 10;
/** A PDF that takes longer than this is not drawn: it may be made to never end. */
const MOST_MS = 30_000;

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

const TRUSTED = trustedScript('pdf-worker', SCRIPT);

/** Told of each page as soon as it is drawn, and of how many the PDF has. */
type Show = (canvas: HTMLCanvasElement, pages: number) => void;

/**
 * Draws the first pages of a PDF, until `signal`. Its scripts never run and its links lead nowhere; it has a worker of
 * its own, so that what a hostile one left behind ends with it. Rejects with NotShown where it cannot be shown.
 */
export async function drawPdf(bytes: Blob, signal: AbortSignal, show: Show): Promise<void> {
  const port = new Worker(TRUSTED, { type: 'module' });
  const worker = new pdfjs.PDFWorker({ ...VERBOSITY, port: port as unknown as null }); // its types know no port
  worker.promise.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawing: pdfjs.RenderTask | undefined;
  const failed = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, MOST_MS, new NotShown(pdfRefused.broken));
    signal.addEventListener('abort', () => fail(signal.reason));
    port.addEventListener('error', () => fail(new NotShown(pdfRefused.reader)));
  });

  async function drawPages() {
    const data = new Uint8Array(await bytes.arrayBuffer());
    const pdf = await pdfjs.getDocument({ ...READING, data, worker }).promise;
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
      const page = await pdf.getPage(number);
      const size = page.getViewport({ scale: 1 });
      if (!isPossible(size)) throw new NotShown(pdfRefused.vast);
      const { scale, ...pixels } = canvasFor(size);
      const canvas = Object.assign(document.createElement('canvas'), pixels);
      signal.addEventListener('abort', () => {
        canvas.width = 0; // frees its pixels
      });
      drawing = page.render({
        canvas,
        viewport: page.getViewport({ scale }),
        annotationMode: pdfjs.AnnotationMode.ENABLE, // drawn as they look, never as something to press or fill in
      });
      await drawing.promise;
      drawing = undefined;
      page.cleanup();
      show(canvas, pdf.numPages);
    }
  }

  try {
    await Promise.race([drawPages(), failed]);
  } catch (error) {
    drawing?.cancel();
    if (error instanceof NotShown) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new NotShown(isLocked ? pdfRefused.locked : pdfRefused.broken);
  } finally {
    clearTimeout(timer);
    worker.destroy();
    port.terminate();
  }
}
