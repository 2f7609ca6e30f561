import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { documentView } from '../../../content/document-view.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { BackendError } from '../../api/client.ts';
import { actionError } from '../api/failure-text.ts';
import type { Viewed } from './DocumentView.tsx';
import { documentKind, fetchDocument, NotShown } from './fetch-document.ts';
import { PdfRefused } from './pdf-problem.ts';

type Shown =
  | { kind: 'picture'; address: string }
  | { kind: 'pdf'; bytes: Blob; Pages: ComponentType<{ bytes: Blob; viewed: Viewed; instead: ReactNode }> };

/**
 * The document while it is wanted, a picture as an object URL; afterwards the memory is freed. Fetching
 * leaves an audit entry, so call it in a component that stays mounted while the views are rearranged.
 */
export function useDocument(enrolment: StoredEnrolment, wanted: boolean, onFailed: () => void) {
  const [held, setHeld] = useState<{ of: string; shown: Shown } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<({ of: string } & Problem) | null>(null);

  const of = `${enrolment.id} ${enrolment.cadastroUnico}`;

  useEffect(() => {
    const shown = held?.shown;
    return shown?.kind === 'picture' ? () => URL.revokeObjectURL(shown.address) : undefined;
  }, [held]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look for each wish, whatever else of the row changes
  useEffect(() => {
    if (!wanted) return;
    const request = new AbortController();
    const { signal } = request;
    setBusy(true);
    setProblem(null);
    read(enrolment, signal)
      .then((found) => !signal.aborted && setHeld({ of, shown: found() }))
      .catch((error: unknown) => {
        if (signal.aborted) return;
        setProblem({ of, ...failed(error) });
        onFailed();
      })
      .finally(() => !signal.aborted && setBusy(false));
    return () => {
      request.abort();
      setBusy(false);
      setHeld(null);
    };
  }, [wanted, of]);

  // Never beside another person's sheet, not even until the effects of the change have run.
  return {
    shown: held?.of === of ? held.shown : null,
    busy,
    problem: problem?.of === of ? problem : null,
  };
}

export type DocumentState = ReturnType<typeof useDocument>;

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

/** Why the document is not shown; `opens`: it is there, and can be downloaded. */
type Problem = { text: string; opens: boolean };

function failed(error: unknown): Problem {
  if (error instanceof PdfRefused) return { text: documentView.pdfRefused[error.problem], opens: true };
  if (error instanceof NotShown)
    return { text: error.vast ? documentView.vast : documentView.broken, opens: true };
  const missing = error instanceof BackendError && error.status === 404;
  return { text: missing ? admin.documentMissing : actionError(error), opens: false };
}
