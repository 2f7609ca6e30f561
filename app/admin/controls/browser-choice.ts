import { useSyncExternalStore } from 'react';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

/** What somebody chose for this browser: every part of the page that uses it has the same. */
export type BrowserChoice<Value> = {
  now: () => Value;
  set: (next: Value) => void;
  listen: (listener: () => void) => () => void;
};

/** A choice stored under `key`, where `read` and `write` say how; without storage it lasts until the page is left. */
export function browserChoice<Value>(
  key: string,
  read: (text: string | null) => Value,
  write: (value: Value) => string | null,
): BrowserChoice<Value> {
  let chosen: Value | undefined;
  const listeners = new Set<() => void>();
  return {
    now() {
      chosen ??= read(readText(browserStorage(), key));
      return chosen;
    },
    set(next) {
      chosen = next;
      writeText(browserStorage(), key, write(next));
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The choice, for a component: drawn again when it is changed. */
export const useBrowserChoice = <Value>({ listen, now }: BrowserChoice<Value>): Value =>
  useSyncExternalStore(listen, now, now);
