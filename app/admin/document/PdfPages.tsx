import { type ReactNode, useEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DocumentView, type Viewed } from './DocumentView.tsx';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import { type PdfProblem, PdfRefused } from './pdf-problem.ts';

type Props = {
  bytes: Blob;
  viewed: Viewed;
  /** The way to the file, below the reason why it is not shown. */
  instead: ReactNode;
};

/** A PDF drawn page by page, or the reason why it is not; all that it needs is freed when it leaves. Source: docs/ux.md §8.4. */
export function PdfPages({ bytes, viewed, instead }: Props) {
  const { pdf, problem } = usePdf(bytes);
  if (problem) return <Alert title={documentView.pdfRefused[problem]}>{instead}</Alert>;
  if (!pdf) return <p role="status">{documentView.drawing}</p>;
  return (
    <DocumentView shape="pages" viewed={viewed}>
      {pdf.pages.map((size, at) => (
        <PdfPage
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
          key={at}
          pdf={pdf}
          number={at + 1}
          size={size}
          view={viewed.view}
        />
      ))}
    </DocumentView>
  );
}

function usePdf(bytes: Blob): { pdf: OpenPdf | null; problem: PdfProblem | null } {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [problem, setProblem] = useState<PdfProblem | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    let opened: OpenPdf | undefined;
    setPdf(null);
    setProblem(null);
    openPdf(bytes, leaving.signal).then(
      (found) => {
        opened = found;
        if (leaving.signal.aborted) found.close();
        else setPdf(found);
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setProblem(error instanceof PdfRefused ? error.problem : 'broken');
      },
    );
    return () => {
      if (opened) opened.close();
      else leaving.abort();
    };
  }, [bytes]);

  return { pdf, problem };
}
