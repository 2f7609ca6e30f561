import { readText, tabStorage, writeText } from '../ui/browser/storage.ts';

/** sessionStorage key, set when a page was reloaded for a missing script, so that it happens once. */
const RELOADED = 'cc-recarga';

/**
 * Reloads the page when one of its scripts is missing, as after a new release; does not
 * resolve then. Rethrows `error` when the browser cannot read the script, when the server cannot be reached,
 * or when a reload has not helped.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  if (error instanceof SyntaxError) throw error; // an older browser reads the same again, and what was typed would go
  const isReachable = await fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable || !setReloadMark()) throw error;
  window.location.reload();
  return new Promise(() => {});
}

/** The scripts are loaded: the next release may reload the page again. */
export const clearReloadMark = () => void writeText(tabStorage(), RELOADED, null);

/** False when the mark is set already, or cannot be set. */
const setReloadMark = () =>
  readText(tabStorage(), RELOADED) === null && writeText(tabStorage(), RELOADED, '1');
