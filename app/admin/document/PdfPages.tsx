import { type ReactNode, useEffect, useState } from 'react';
import { documentView } from '../../../content/document-view.ts';
import { Alert } from '../../ui/Alert.tsx';
import { DocumentView, type Viewed } from './DocumentView.tsx';
import type { NotShown } from './not-shown.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './PdfPage.tsx';

type Props = {
  bytes: Blob;
  viewed: Viewed;
  /** The way to the file, below the reason why it is not shown. */
  instead: ReactNode;
};

/** A PDF drawn page by page, or the reason why it is not; all that it needs is freed when it leaves. Source: docs/ux.md §8.4. */
export function PdfPages({ bytes, viewed, instead }: Props) {
  const pdf = usePdf(bytes);
  if (typeof pdf === 'string') return <Alert title={pdf}>{instead}</Alert>;
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

/** The open PDF, or in words why it is not shown; null until it is read. */
function usePdf(bytes: Blob): OpenPdf | string | null {
  const [pdf, setPdf] = useState<OpenPdf | string | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const opening = openPdf(bytes, signal);
    opening.then(
      (opened) => signal.aborted || setPdf(opened),
      ({ message }: NotShown) => signal.aborted || setPdf(message),
    );
    return () => {
      leaving.abort();
      setPdf(null);
      opening.then((opened) => opened.close()).catch(() => {});
    };
  }, [bytes]);

  return pdf;
}
