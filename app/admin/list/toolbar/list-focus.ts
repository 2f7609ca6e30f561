import { type KeyboardEvent, useEffect, useRef } from 'react';

// Where the focus of the list is and goes, found in the page itself. The row that keys are about is the one that
// has the focus; its 'Ver' button stands for it.

const views = () => [...document.querySelectorAll<HTMLElement>('.enrolments [data-action="ver"]')];

const focusOn = (what: string) => (options?: FocusOptions) =>
  document.querySelector<HTMLElement>(what)?.focus(options);

export const focusSearch = focusOn('.search__input');

/** Which rows are shown, or why there are none. */
export const focusRange = focusOn('.range > [role="status"]');

/** The place of the row that has the focus, from 0; -1 when none has. */
function rowInFocus(): number {
  const row = document.activeElement?.closest('.enrolments__row');
  return views().findIndex((view) => row?.contains(view));
}

/** Focuses the row `step` rows further; the first one when none has the focus. Past the ends nothing happens. */
export function focusRow(step: number): void {
  const here = rowInFocus();
  views()[here < 0 ? 0 : here + step]?.focus();
}

/** Arrow up and down between the 'Ver' buttons; up from the first, or a slash in any row, leads to the search. */
export function onRowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const isView = event.target instanceof HTMLElement && event.target.dataset.action === 'ver';
  if (event.key !== '/' && !(step && isView)) return;
  event.preventDefault(); // or the slash lands in the search
  if (!step || (step < 0 && rowInFocus() === 0)) focusSearch();
  else focusRow(step);
}

/** Focuses the line above the list whenever drawing it removed what had the focus. */
export function useRefocusWhenLost(): void {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const isLost = last.current instanceof Element && !last.current.isConnected;
    if (isLost && document.activeElement === document.body) focusRange({ preventScroll: true });
  });
}
