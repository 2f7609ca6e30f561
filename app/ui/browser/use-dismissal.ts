import { type RefObject, useEffect } from 'react';

/**
 * Calls `close` on Escape, and at a press outside `opener` and the element after it, which it opens. The focus
 * goes from there back to `opener`, or to the summary in it.
 */
export function useDismissal(opener: RefObject<HTMLElement | null>, close: (event: Event) => void): void {
  useEffect(() => {
    const onEvent = (event: Event & { key?: string }) => {
      const { type, key, target } = event;
      const panel = opener.current?.nextElementSibling;
      if (type === 'keydown') {
        if (key !== 'Escape') return;
        if (panel?.contains(document.activeElement)) focusOn(opener.current);
      } else if (opener.current?.contains(target as Node) || panel?.contains(target as Node)) return;
      close(event);
    };
    // a press of the keyboard is a click alone; a touch beside what can be pressed is none on an iPhone
    const names = ['keydown', 'pointerdown', 'click'];
    for (const name of names) document.addEventListener(name, onEvent);
    return () => {
      for (const name of names) document.removeEventListener(name, onEvent);
    };
  });
}

/** Focuses what opens a panel: a button, or the summary of a `<details>`. */
function focusOn(opener: HTMLElement | null): void {
  (opener?.querySelector('summary') ?? opener)?.focus();
}
