import { admin } from '../../content/messages.ts';
import { DOCUMENT_BUCKET, documentPathOf, SIGNED_LINK_SECONDS } from '../../domain/document.ts';
import type { Registration } from '../../domain/sheet.ts';
import { accessToken } from '../api/auth.ts';
import { BackendError, backend } from '../api/client.ts';
import { showToast } from '../ui/toast.ts';

/** After this long a tab that is still blank has begun its download and is in the way. */
const CLOSE_BLANK_AFTER_MS = 10_000;

/** What stays on the page after a document did not open; with `link` when only the new tab was refused. */
export type DocumentNotice = { text: string; link?: string };

/**
 * Downloads a registration's document through a link that lives for a minute,
 * in a new tab. To be called inside the click, or the browser refuses the tab.
 * Gives null when all went well. Source: SPEC §7, call 9; §8.
 */
export async function openDocument(
  registration: Registration,
  sign: (path: string, name: string) => Promise<string> = signedLink,
): Promise<DocumentNotice | null> {
  if (!registration.cadastro_unico_url) {
    showToast(admin.noFile);
    return null;
  }
  const path = documentPathOf(String(registration.cadastro_unico_url));
  if (path === null) return refused(new Error(admin.invalidFileAddress), admin.documentFailed);

  const tab = blankTab();
  try {
    const link = await sign(path, downloadName(registration, path));
    if (!tab) return { text: admin.tabBlocked, link };
    tab.location.replace(link);
    setTimeout(closeIfBlank, CLOSE_BLANK_AFTER_MS, tab);
    showToast(admin.downloadStarted);
    return null;
  } catch (error) {
    tab?.close();
    const status = error instanceof BackendError ? error.status : 0;
    return refused(
      new Error(`signed link refused with status ${status}`),
      status === 404 ? admin.documentGone : status === 0 ? admin.noAnswer : admin.documentFailed,
    );
  }
}

/** The name that the document is saved under. Only ASCII: storage-js encodes anything else twice. */
export function downloadName({ protocolo, id }: Registration, path: string): string {
  const kind = /\.(pdf|jpe?g|png)$/i.exec(path)?.[0].toLowerCase() ?? '';
  return `cadunico-${protocolo ?? id.slice(0, 8)}${kind}`;
}

function refused(error: Error, text: string): DocumentNotice {
  // biome-ignore lint/suspicious/noConsole: SPEC §8, the toast sends the reader to the console; no personal data goes there
  console.error(error);
  showToast(admin.downloadFailed);
  return { text };
}

/** A tab of our own, cut off from this page; null when the browser blocks it. */
function blankTab(): Window | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = admin.openingDocument;
  tab.document.body.textContent = admin.openingDocument;
  return tab;
}

/** A download leaves its tab as it was; a page that tells of an error stays for the reader. */
function closeIfBlank(tab: Window): void {
  try {
    if (tab.location.href === 'about:blank') tab.close();
  } catch {
    // the page of another host: not ours to close
  }
}

/** Throws BackendError with the status that storage writes in its answer; HTTP's own is 400 for nearly everything. */
export async function signedLink(path: string, name: string): Promise<string> {
  const { storage } = await backend(accessToken);
  const { data, error } = await storage
    .from(DOCUMENT_BUCKET)
    .createSignedUrl(path, SIGNED_LINK_SECONDS, { download: name });
  if (error) throw new BackendError(Number(error.statusCode) || error.status || 0, '', '');
  return data.signedUrl;
}
