import { useEffect, useRef, useSyncExternalStore } from 'react';
import { browserStorage, readText, writeText } from '../../ui/browser/storage.ts';

// Single-letter shortcuts of the list. They are off until somebody switches them on (WCAG 2.1.4), and none
// decides anything (decision 154). The choice stays in this browser.

const KEY = 'cc-teclas';

let on: boolean | null = null;
const listeners = new Set<() => void>();

/** Whether the keys answer; they do not until somebody switches them on. */
export function keysOn(): boolean {
  on ??= readText(browserStorage(), KEY) === 'sim';
  return on;
}

export function setKeysOn(next: boolean): void {
  on = next;
  writeText(browserStorage(), KEY, next ? 'sim' : null); // without storage it lasts until the page is left
  for (const listener of listeners) listener();
}

/** `keysOn` for a component: drawn again when the switch is moved. */
export function useKeysOn(): boolean {
  return useSyncExternalStore(listen, keysOn, () => false);
}

/**
 * Calls the handler of a key that is pressed, while switched on. A handler is
 * named as `KeyboardEvent.key` names its key: 'j', '/', 'ArrowDown'. Nobody is called
 * for a key with Ctrl, Alt or Meta, a held one, or one that somebody types or chooses with.
 */
export function useDeskKeys(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const handler = keysOn() ? handlerOf(event, latest.current) : undefined;
      if (!handler) return;
      event.preventDefault(); // or the letter lands in the field that a handler focuses
      handler();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'target'
>;

/** What a press calls: nothing for one that is meant for a field or for the browser. Capitals count as their letter. */
export function handlerOf(event: Pressed, handlers: Record<string, () => void>): (() => void) | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (isTypedInto(event.target)) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.repeat && name.length === 1) return; // held down: once; arrows go on
  return Object.hasOwn(handlers, name) ? handlers[name] : undefined;
}

/** Controls in which a letter means itself. A tick-box or a button does nothing with one. */
const TYPED_INTO =
  'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="button"])';

function isTypedInto(target: EventTarget | null): boolean {
  return (target as Partial<Element> | null)?.closest?.(TYPED_INTO) != null;
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
