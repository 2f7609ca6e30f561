/** Set while a page was loaded anew for want of a script, so that it happens once. */
const ANEW = 'cc-recarga';

/**
 * Loads the page anew when a script of it is gone, as the scripts of the last
 * release are after the next one. Does not resolve then. Throws what it is given
 * when the server cannot be reached, or when that did not help a moment ago.
 */
export async function loadAnew(error: unknown): Promise<never> {
  const there = await fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!there || !remember()) throw error;
  window.location.reload();
  return new Promise(() => {});
}

/** The scripts came: the next release may want a page anew again. */
export function scriptsCame(): void {
  try {
    sessionStorage.removeItem(ANEW);
  } catch {
    // no storage, nothing remembered
  }
}

/** False when it is remembered already, or cannot be. */
function remember(): boolean {
  try {
    if (sessionStorage.getItem(ANEW)) return false;
    sessionStorage.setItem(ANEW, '1');
    return true;
  } catch {
    return false;
  }
}
