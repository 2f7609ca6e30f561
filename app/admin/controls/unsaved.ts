import { useCallback, useSyncExternalStore } from 'react';

// In memory alone: never in storage, an address or the history. Names of texts about
// an enrolment begin with its id: `<id> note`. Names without a space (which tab is
// open, say) are state that does not count as unsaved.
const values = new Map<string, unknown>();
const listeners = new Set<() => void>();
let owner: string | null = null;

type Update<Value> = Value | undefined | ((now: Value | undefined) => Value | undefined);

/** Sets the account that values are stored for, and discards those of another; null discards everything and stores nothing. */
export function setUnsavedOwner(account: string | null): void {
  if (account !== null && account === owner) return;
  owner = account;
  change(() => values.clear());
}

/** Discards what was typed about an enrolment. */
export function discardUnsaved(enrolment: string): void {
  change(() => {
    for (const name of values.keys()) if (name.startsWith(`${enrolment} `)) values.delete(name);
  });
}

/** Every text typed about an enrolment that is not saved yet, each once. */
export function unsavedTexts(enrolment: string): string[] {
  const texts = [...values]
    .filter(([name]) => name.startsWith(`${enrolment} `))
    .map(([, value]) => value)
    .map((value) => (typeof value === 'string' ? value : (value as { reason?: string }).reason))
    .filter((text): text is string => Boolean(text?.trim()));
  return [...new Set(texts)];
}

/**
 * State that survives its component, and a session that expires: text that is not
 * saved yet, and which view is open. Setting `undefined` removes it.
 */
export function useUnsavedValue<Value>(name: string): [Value | undefined, (update: Update<Value>) => void] {
  const value = useSyncExternalStore(
    listen,
    () => unsavedValue<Value>(name),
    () => undefined,
  );
  const set = useCallback((update: Update<Value>) => setUnsavedValue(name, update), [name]);
  return [value, set];
}

/** A stored value outside React. */
export const unsavedValue = <Value>(name: string): Value | undefined => values.get(name) as Value | undefined;

/** Whether text about this enrolment is unsaved; about any enrolment when none is given. */
export function useUnsaved(enrolment = ''): boolean {
  return useSyncExternalStore(
    listen,
    () => isUnsaved(enrolment),
    () => false,
  );
}

/** `useUnsaved` outside React. */
export function isUnsaved(enrolment = ''): boolean {
  for (const name of values.keys()) if (name.includes(`${enrolment} `)) return true;
  return false;
}

/** Sets or, with `undefined`, removes a value. Without an owner nothing is stored. */
export function setUnsavedValue<Value>(name: string, update: Update<Value>): void {
  const now = unsavedValue<Value>(name);
  const next =
    typeof update === 'function' ? (update as (now: Value | undefined) => Value | undefined)(now) : update;
  if (next === now) return;
  change(() => {
    if (next === undefined || owner === null) values.delete(name);
    else values.set(name, next);
  });
}

function change(mutate: () => void): void {
  mutate();
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
