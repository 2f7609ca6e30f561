import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DocumentView, type Viewed } from './DocumentView.tsx';
import { type Drawn, type OpenPdf, openPdf } from './open-pdf.ts';
import { canvasFor, type PageSize } from './page-size.ts';

/** Pages this far above and below what is seen are drawn already, in parts of the frame's height. */
const NEAR = '50%';
/** Width in pixels of a canvas that only keeps a page's place: as large as its shape needs. */
const PLACE = 300;
/** How long a change of the frame's width must have passed before pages are drawn anew. */
const STEADY_MS = 150;

/** `instead`: the way to the file, below the reason why it is not shown. */
type Props = { bytes: Blob; viewed: Viewed; instead: ReactNode };

/** A PDF drawn page by page, or the reason why it is not; all that it needs is freed when it leaves. Source: docs/ux.md §8.4. */
export function PdfPages({ bytes, viewed, instead }: Props) {
  const [pdf, setPdf] = useState<OpenPdf | string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void openPdf(bytes, signal).then((opened) => signal.aborted || setPdf(opened));
    return () => leaving.abort();
  }, [bytes]);

  if (typeof pdf === 'string') return <Alert title={pdf}>{instead}</Alert>;
  if (!pdf) return <p role="status">{documentView.drawing}</p>;
  return (
    <DocumentView shape="pages" viewed={viewed}>
      {pdf.pages.map((size, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <PdfPage key={at} pdf={pdf} number={at + 1} size={size} viewed={viewed} />
      ))}
    </DocumentView>
  );
}

type PageProps = { pdf: OpenPdf; number: number; size: PageSize; viewed: Viewed };

/** One page of a PDF on its canvas, drawn while it is near what is seen. */
function PdfPage({ pdf, number, size, viewed: { frame, quarters } }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<Drawn | 'broken' | null>(null);
  const wanted = useWantedWidth(canvas, frame);
  const upright = quarters % 2 === 0 ? size : { width: size.height, height: size.width };
  const { width, height } = canvasFor(upright, PLACE);

  useEffect(() => {
    const paper = canvas.current;
    if (!paper || wanted === 0) return;
    const leaving = new AbortController();
    const { signal: stop } = leaving;
    pdf.draw({ canvas: paper, number, quarters, wanted, stop }).then(setDrawn, () => {
      if (!stop.aborted) setDrawn('broken');
    });
    return () => {
      leaving.abort();
      setDrawn(null);
      paper.width = width; // frees its pixels; keeps its shape
      paper.height = height;
    };
  }, [pdf, number, quarters, wanted, width, height]);

  const name = documentView.page(number, pdf.pages.length);
  return (
    <figure className="pdf-page">
      <figcaption>{name}</figcaption>
      {drawn === 'partly' && <p role="alert">{documentView.pagePartly}</p>}
      {drawn === 'broken' && <p role="alert">{documentView.pageBroken}</p>}
      <canvas
        className="block wide"
        ref={canvas}
        role="img"
        aria-label={`${documentView.alt}, ${name}`}
        aria-busy={drawn === null}
        data-drawn={drawn ?? undefined}
        width={width}
        height={height}
      />
    </figure>
  );
}

/** Pixels of the screen that a canvas is wide; 0 while it is far from what the frame shows. */
function useWantedWidth(canvas: RefObject<HTMLCanvasElement | null>, frame: HTMLElement | null): number {
  const [wanted, setWanted] = useState(0);

  useEffect(() => {
    const paper = canvas.current;
    if (!paper || !frame) return;
    let near = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => setWanted(near ? Math.round(paper.clientWidth * devicePixelRatio) : 0);
    const seen = new IntersectionObserver(
      (entries) => {
        near = entries.at(-1)?.isIntersecting === true;
        measure();
      },
      { root: frame, rootMargin: NEAR },
    );
    const sized = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, STEADY_MS);
    });
    seen.observe(paper);
    sized.observe(paper);
    return () => {
      clearTimeout(timer);
      seen.disconnect();
      sized.disconnect();
    };
  }, [canvas, frame]);

  return wanted;
}
