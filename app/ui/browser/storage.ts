/** sessionStorage and localStorage; null where the browser forbids them: the property access throws then. */
export const tabStorage = () => allowed(() => sessionStorage);
export const browserStorage = () => allowed(() => localStorage);

/** Null for an unknown key. */
export function readText(storage: Storage | null, key: string): string | null {
  return storage?.getItem(key) ?? null;
}

/** A null `text` removes the key. False when there is no storage or it is full. */
export function writeText(storage: Storage | null, key: string, text: string | null): boolean {
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
