import { useRef, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { documentPathOf } from '../../../domain/document/document.ts';
import { BackendError } from '../../api/client.ts';
import { Alert } from '../../ui/Alert.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/** After this long a tab that is still blank has started its download and can be closed. */
const CLOSE_BLANK_AFTER_MS = 10_000;

/** Opens documents in new tabs. `alert`: why the last one did not open. `onFailed` is called when there is nothing to open. */
export function useOpening(onFailed: () => void = () => {}) {
  const opening = useRef<string>(null); // the enrolment whose document was pressed last, until it is open
  const [problem, setProblem] = useState<string | null>(null);

  async function open(enrolment: StoredEnrolment) {
    const { id } = enrolment;
    if (opening.current === id) return; // a double click is one click
    opening.current = id;
    setProblem(null);
    const why = await openDocument(enrolment);
    if (opening.current === id) opening.current = null;
    if (!why) return;
    setProblem(why);
    if (why !== admin.tabBlocked) onFailed();
  }

  return { open, alert: problem && <Alert title={problem} /> };
}

/**
 * Downloads an enrolment's document in a new tab, through a link valid for a minute.
 * Call it inside the click handler, or the browser blocks the tab. Returns null on
 * success, and otherwise why not. Source: SPEC §7, call 9; §8.
 */
export async function openDocument(
  enrolment: StoredEnrolment,
  sign: (path: string, name: string) => Promise<string> = lazySignedLink,
): Promise<string | null> {
  if (!enrolment.cadastroUnico) {
    showToast(admin.noFile);
    return null;
  }
  const path = documentPathOf(String(enrolment.cadastroUnico));
  if (path === null) return refused(new Error(admin.invalidFileAddress), admin.documentFailed);

  const tab = blankTab();
  if (!tab) return admin.tabBlocked;
  try {
    const link = await sign(path, downloadName(enrolment, path));
    tab.location.replace(link);
    setTimeout(closeIfBlank, CLOSE_BLANK_AFTER_MS, tab);
    showToast(admin.downloadStarted);
    return null;
  } catch (error) {
    tab.close();
    const status = error instanceof BackendError ? error.status : 0;
    return refused(
      new Error(`signed link refused with status ${status}`),
      status === 404 ? admin.documentMissing : status === 0 ? admin.noAnswer : admin.documentFailed,
    );
  }
}

/** The code that signs is not needed for reading the list. */
const lazySignedLink = async (path: string, name: string) =>
  (await import('./fetch-document.ts')).signedLink(path, name);

/** File name of the download. Only ASCII: storage-js encodes anything else twice. */
export function downloadName({ protocol, id }: StoredEnrolment, path: string): string {
  const kind = /\.(pdf|jpe?g|png)$/i.exec(path)?.[0].toLowerCase() ?? '';
  return `cadunico-${protocol ?? id.slice(0, 8)}${kind}`;
}

function refused(error: Error, text: string): string {
  // biome-ignore lint/suspicious/noConsole: SPEC §8, the toast sends the reader to the console; no personal data goes there
  console.error(error);
  showToast(admin.downloadFailed);
  return text;
}

/** A new tab without access to this page; null when the browser blocks it. */
function blankTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = admin.openingDocument;
  tab.document.body.textContent = admin.openingDocument;
  return tab;
}

/** A download leaves its tab blank; an error page is left open to read. */
function closeIfBlank(tab: Window): void {
  try {
    if (tab.location.href === 'about:blank') tab.close();
  } catch {
    // a page of another origin: leave it open
  }
}
