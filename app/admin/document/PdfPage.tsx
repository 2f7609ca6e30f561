import { useEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import type { View } from './DocumentView.tsx';
import type { Drawn, OpenPdf } from './open-pdf.ts';
import { canvasFor, type PageSize } from './page-size.ts';

/** Pages this far above and below what is seen are drawn already, in parts of the frame's height. */
const NEAR = '50%';
/** Width in pixels of a canvas that only keeps a page's place: as large as its shape needs. */
const PLACE = 300;
/** How long a change of the frame's width must have passed before pages are drawn anew. */
const STEADY_MS = 150;

type Props = { pdf: OpenPdf; number: number; size: PageSize; view: View };

/** One page of a PDF on its canvas, drawn while it is near what is seen. */
export function PdfPage({ pdf, number, size, view }: Props) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [drawn, setDrawn] = useState<Drawn | 'broken' | null>(null);
  const wanted = useWantedWidth(canvas, view.frame);
  const { quarters } = view;
  const upright = quarters % 2 === 0 ? size : { width: size.height, height: size.width };
  const place = canvasFor(upright, PLACE);

  useEffect(() => {
    if (!canvas || wanted === 0) return;
    const leaving = new AbortController();
    pdf.draw(canvas, { number, quarters, wanted }, leaving.signal).then(setDrawn, () => {
      if (!leaving.signal.aborted) setDrawn('broken');
    });
    return () => {
      leaving.abort();
      setDrawn(null);
    };
  }, [canvas, pdf, number, quarters, wanted]);

  const near = wanted > 0;
  useEffect(() => {
    if (!canvas || !near) return;
    return () => {
      canvas.width = PLACE; // frees its pixels; keeps its shape
      canvas.height = Math.max(1, Math.round((PLACE * canvas.clientHeight) / (canvas.clientWidth || 1)));
    };
  }, [canvas, near]);

  const name = documentView.page(number, pdf.pages.length);
  return (
    <figure className="pdf-page">
      <figcaption>{name}</figcaption>
      {drawn === 'partly' && <p role="alert">{documentView.pagePartly}</p>}
      {drawn === 'broken' && <p role="alert">{documentView.pageBroken}</p>}
      <canvas
        className="block wide"
        ref={setCanvas}
        role="img"
        aria-label={`${documentView.alt}, ${name}`}
        aria-busy={drawn === null}
        data-drawn={drawn ?? undefined}
        width={place.width}
        height={place.height}
      />
    </figure>
  );
}

/** Pixels of the screen that a canvas is wide; 0 while it is far from what the frame shows. */
function useWantedWidth(canvas: HTMLCanvasElement | null, frame: HTMLElement | null): number {
  const [near, setNear] = useState(false);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    if (!canvas || !frame) return;
    const seen = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      root: frame,
      rootMargin: NEAR,
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => setWidth(Math.round(canvas.clientWidth * devicePixelRatio));
    const sized = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, STEADY_MS);
    });
    measure();
    seen.observe(canvas);
    sized.observe(canvas);
    return () => {
      clearTimeout(timer);
      seen.disconnect();
      sized.disconnect();
    };
  }, [canvas, frame]);

  return near ? width : 0;
}
