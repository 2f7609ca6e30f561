import { useSyncExternalStore } from 'react';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

/** Options of printing, stored in this browser. Source: docs/ux.md §8.3. */
export type PrintOptions = {
  /** Without health and income. */
  discreet: boolean;
  /** With signature lines. */
  signatures: boolean;
};

const KEY = 'cc-impressao';
const DEFAULTS: PrintOptions = { discreet: false, signatures: false };

let current: PrintOptions | null = null;
const listeners = new Set<() => void>();

/** The options and a function to change them; every component that uses them is updated. */
export function usePrintOptions(): [PrintOptions, (change: Partial<PrintOptions>) => void] {
  return [useSyncExternalStore(listen, remembered, () => DEFAULTS), change];
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
  writeText(browserStorage(), KEY, JSON.stringify(current)); // without storage they last until the page is left
  for (const listener of listeners) listener();
}

function stored(): PrintOptions {
  try {
    const { discreet, signatures } = JSON.parse(
      readText(browserStorage(), KEY) ?? '{}',
    ) as Partial<PrintOptions>;
    return { discreet: discreet === true, signatures: signatures === true };
  } catch {
    return DEFAULTS;
  }
}
