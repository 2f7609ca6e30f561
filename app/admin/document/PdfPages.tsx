import { useEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DocumentView, type View } from './DocumentView.tsx';
import { drawPdf, MOST_PAGES } from './draw-pdf.ts';

/** What is drawn so far: canvases of the first pages, of how many. */
type Drawn = { pages: readonly HTMLCanvasElement[]; of: number };

/** A PDF drawn page by page, or the reason why it is not; all that it needs is freed when it leaves. Source: docs/ux.md §8.4. */
export function PdfPages({ bytes, ...view }: View) {
  const [{ pages, of }, setDrawn] = useState<Drawn>({ pages: [], of: 0 });
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (canvas: HTMLCanvasElement, of: number) =>
      setDrawn(({ pages }) => ({ pages: [...pages, canvas], of }));
    drawPdf(bytes, signal, show).catch((error: Error) => signal.aborted || setProblem(error.message));
    return () => leaving.abort();
  }, [bytes]);

  const alert = problem && <Alert title={problem} />;
  if (problem && of === 0) return alert;
  if (of === 0) return <p role="status">{documentView.drawing}</p>;
  return (
    <DocumentView {...view}>
      {pages.map((canvas, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Page key={at} canvas={canvas} name={documentView.page(at + 1, of)} />
      ))}
      {alert}
      {of > MOST_PAGES && <p className="pdf-page">{documentView.onlyFirst(MOST_PAGES, of)}</p>}
    </DocumentView>
  );
}

/** One page on the canvas that it was drawn on. */
function Page({ canvas, name }: { canvas: HTMLCanvasElement; name: string }) {
  function place(figure: HTMLElement | null) {
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${documentView.alt}, ${name}`);
    figure?.append(canvas);
  }
  return (
    <figure className="pdf-page" ref={place}>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
