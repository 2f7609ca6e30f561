import { useSyncExternalStore } from 'react';

/** How sheets go to paper; remembered in this browser. Source: ux.md §8.3. */
export type PrintOptions = {
  /** Without health and income. */
  discreet: boolean;
  /** With lines to sign on. */
  signatures: boolean;
};

const KEY = 'cc-impressao';
const USUAL: PrintOptions = { discreet: false, signatures: false };

let current: PrintOptions | null = null;
const listeners = new Set<() => void>();

/** The options as they stand, and how to change one. Everybody who asks sees the change. */
export function usePrintOptions(): [PrintOptions, (change: Partial<PrintOptions>) => void] {
  return [useSyncExternalStore(listen, remembered, () => USUAL), change];
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remembered(): PrintOptions {
  current ??= stored();
  return current;
}

function change(part: Partial<PrintOptions>): void {
  current = { ...remembered(), ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // no storage, or a full one: they hold as long as the page does
  }
  for (const listener of listeners) listener();
}

function stored(): PrintOptions {
  try {
    const { discreet, signatures } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PrintOptions>;
    return { discreet: discreet === true, signatures: signatures === true };
  } catch {
    return USUAL;
  }
}
