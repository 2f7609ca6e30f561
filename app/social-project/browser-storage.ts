/** The browser's two stores of texts, as far as it allows them: it may forbid one altogether, by throwing at its very name. */
export const ofTab = () => allowed(() => window.sessionStorage);
export const ofBrowser = () => allowed(() => window.localStorage);

/** Null when there is no such text. */
export function read(storage: Storage | null, key: string): string | null {
  return storage?.getItem(key) ?? null;
}

/** Null removes. False when there is no storage or no room in it. */
export function write(storage: Storage | null, key: string, text: string | null): boolean {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}

function allowed(storage: () => Storage): Storage | null {
  try {
    return storage();
  } catch {
    return null;
  }
}
