import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { admin } from '../../../content/messages.ts';
import { documentView } from '../../../content/print-export.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { followUpQuery } from '../api/follow-up.ts';
import { actionError } from '../parts/action-error.ts';
import { DocumentAlert } from './DocumentAlert.tsx';
import { DocumentPicture } from './DocumentPicture.tsx';
import { documentKind, fetchDocument, NotShown } from './fetch-document.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';
import { PdfRefused } from './pdf-problem.ts';
import './document-panel.css';

/** How the dialog shows the document; `wide`: beside the sheet, where `full` gives it the whole dialog. */
type DocumentViews = {
  /** The document is fetched and drawn, which leaves an audit entry. */
  documentOpen: boolean;
  setDocumentOpen: (open: boolean) => void;
  wide: boolean;
  full: boolean;
  setFull: (full: boolean) => void;
  /** Each enrolment's document opens with it. */
  beside: boolean;
  setBeside: (beside: boolean) => void;
};

/** The document of an enrolment, shown on request. Source: docs/ux.md §8.4. */
export function DocumentPanel({ enrolment, views }: { enrolment: StoredEnrolment; views: DocumentViews }) {
  const kind = documentKind(enrolment);
  const { shown, busy, problem } = useDocument(enrolment, views.documentOpen, () =>
    views.setDocumentOpen(false),
  );
  const [notice, setNotice] = useState<DocumentNotice | null>(null);
  const [downloading, setDownloading] = useState(false);

  async function download() {
    setDownloading(true);
    setNotice(null);
    setNotice(await openDocument(enrolment));
    setDownloading(false);
  }

  if (kind === 'none') return <p className="document-panel">{documentView.none}</p>;
  return (
    <section className="document-panel" aria-label={documentView.title}>
      <ActiveWarning enrolment={enrolment} />
      {problem && <Alert title={problem} />}
      {notice && <DocumentAlert notice={notice} onClose={() => setNotice(null)} />}
      <div className="document-panel__buttons">
        <p className="document-panel__kind">{kind === 'picture' ? documentView.picture : documentView.pdf}</p>
        <Button
          variant="secondary"
          aria-expanded={shown !== null}
          busyText={busy && documentView.opening}
          onClick={() => views.setDocumentOpen(!shown)}
        >
          {shown ? documentView.hide : documentView.show}
        </Button>
        {shown && views.wide && (
          <Button variant="secondary" aria-pressed={views.full} onClick={() => views.setFull(!views.full)}>
            {documentView.full}
          </Button>
        )}
        <Button variant="secondary" busyText={downloading && documentView.opening} onClick={download}>
          {documentView.download}
        </Button>
      </div>
      {views.wide && (
        <label className="document-panel__beside">
          <input
            type="checkbox"
            checked={views.beside}
            onChange={(event) => views.setBeside(event.target.checked)}
          />
          {documentView.beside}
        </label>
      )}
      {shown?.kind === 'picture' && <DocumentPicture address={shown.address} />}
      {shown?.kind === 'pdf' && <shown.Pages bytes={shown.bytes} />}
    </section>
  );
}

/** Says what the document may do by itself. The dialog asks for it: asking again would be a second line in the audit log. */
function ActiveWarning({ enrolment }: { enrolment: StoredEnrolment }) {
  const { data } = useQuery({ ...followUpQuery(enrolment.id), enabled: false });
  const found = data?.conteudoAtivo ?? [];
  if (found.length === 0) return null;
  return <Alert title={documentView.active(found.map((word) => documentView.activeWhat[word]))} />;
}

type Shown =
  | { kind: 'picture'; address: string }
  | { kind: 'pdf'; bytes: Blob; Pages: ComponentType<{ bytes: Blob }> };

/** The document while it is wanted, a picture as an object URL; afterwards the memory is freed. */
function useDocument(enrolment: StoredEnrolment, wanted: boolean, onFailed: () => void) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(
    () => (shown?.kind === 'picture' ? () => URL.revokeObjectURL(shown.address) : undefined),
    [shown],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look for each wish, whatever else of the row changes
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    const { signal } = request;
    setBusy(true);
    setProblem(null);
    read(enrolment, signal)
      .then((found) => !signal.aborted && setShown(found()))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        setProblem(failed(error));
        onFailed();
      })
      .finally(() => !signal.aborted && setBusy(false));
    return () => {
      request.abort();
      setBusy(false);
      setShown(null);
    };
  }, [wanted, enrolment.id]);

  return { shown, busy, problem };
}

/** Fetches the document and, for a PDF, what draws it; the result makes the object URL. */
async function read(enrolment: StoredEnrolment, signal: AbortSignal): Promise<() => Shown> {
  const early = documentKind(enrolment) === 'pdf' ? loadPages() : null;
  early?.catch(() => {}); // told once it is needed
  const { kind, bytes } = await fetchDocument(enrolment, signal);
  if (kind === 'picture') return () => ({ kind, address: URL.createObjectURL(bytes) });
  const Pages = await (early ?? loadPages());
  return () => ({ kind, bytes, Pages });
}

/** Comes with the first PDF: nothing of it is in the desk's own scripts. */
async function loadPages() {
  try {
    return (await import('./PdfPages.tsx')).PdfPages;
  } catch {
    throw new PdfRefused('reader');
  }
}

function failed(error: unknown): string {
  if (error instanceof PdfRefused) return documentView.pdfRefused[error.problem];
  if (error instanceof NotShown) return error.vast ? documentView.vast : documentView.broken;
  const missing = error instanceof BackendError && error.status === 404;
  return missing ? admin.documentMissing : actionError(error);
}
