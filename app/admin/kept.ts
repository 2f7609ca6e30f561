import { useCallback, useSyncExternalStore } from 'react';

// In memory alone: never in storage, an address or the history. What was typed
// about a registration has its id before its name, `<id> nota`.
const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
let owner: string | null = null;

type Update<Value> = Value | undefined | ((now: Value | undefined) => Value | undefined);

/** Keeps for this account from now on, and forgets what was another's; with null forgets everything. */
export function keepFor(account: string | null): void {
  if (account !== null && account === owner) return;
  owner = account;
  change(() => kept.clear());
}

/** Forgets what was typed about a registration. */
export function forgetTyped(registration: string): void {
  change(() => {
    for (const name of kept.keys()) if (name.startsWith(`${registration} `)) kept.delete(name);
  });
}

/** Every text typed about a registration that is not saved yet, each once. */
export function typedAbout(registration: string): string[] {
  const values = [...kept].filter(([name]) => name.startsWith(`${registration} `)).map(([, value]) => value);
  const texts = values
    .map((value) => (typeof value === 'string' ? value : (value as { motivo?: string }).motivo))
    .filter((text): text is string => Boolean(text?.trim()));
  return [...new Set(texts)];
}

/**
 * A state that outlives its component, and a session that ends by itself: what
 * somebody at the desk typed and has not saved, and where they were. Undefined
 * is nothing, and lets go of it.
 */
export function useKept<Value>(name: string): [Value | undefined, (update: Update<Value>) => void] {
  const value = useSyncExternalStore(
    listen,
    () => kept.get(name) as Value | undefined,
    () => undefined,
  );
  const set = useCallback((update: Update<Value>) => keep(name, update), [name]);
  return [value, set];
}

/** Whether something typed about this registration is not saved yet; about any when none is named. */
export function useUnsaved(registration = ''): boolean {
  return useSyncExternalStore(
    listen,
    () => isUnsaved(registration),
    () => false,
  );
}

/** What `useUnsaved` tells. */
export function isUnsaved(registration = ''): boolean {
  for (const name of kept.keys()) if (name.includes(`${registration} `)) return true;
  return false;
}

/** Gives a kept state another value, or none; nobody's is kept. */
export function keep<Value>(name: string, update: Update<Value>): void {
  const now = kept.get(name) as Value | undefined;
  const next =
    typeof update === 'function' ? (update as (now: Value | undefined) => Value | undefined)(now) : update;
  change(() => {
    if (next === undefined || owner === null) kept.delete(name);
    else kept.set(name, next);
  });
}

function change(make: () => void): void {
  make();
  for (const listener of listeners) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
