import type { KeyboardEvent } from 'react';
import { useDeskKeys } from '../../controls/desk-keys.ts';

// Where the focus of the list is and goes, found in the page itself. The row that keys are about is the one that
// has the focus; its 'Ver' button stands for it.

const views = () => [...document.querySelectorAll<HTMLElement>('.enrolments [data-action="ver"]')];
const rowWithFocus = () => document.activeElement?.closest('.enrolments__row');

const focusOn = (what: string) => (options?: FocusOptions) =>
  document.querySelector<HTMLElement>(what)?.focus(options);

export const focusSearch = focusOn('.search__input');

/** Which rows are shown, or why there are none: has the focus when what had it disappears. */
export const focusRange = focusOn('.range > [role="status"]');

/** The place of the row that has the focus, from 0; -1 when none has. */
export function rowInFocus(): number {
  const row = rowWithFocus();
  return views().findIndex((view) => row?.contains(view));
}

/** Focuses the row `step` rows further; the first one when none has the focus. Past the ends nothing happens. */
export function focusRow(step: number): void {
  const here = rowInFocus();
  views()[here < 0 ? 0 : here + step]?.focus();
}

/** Focuses the row in that place, or the last; false without rows. */
export function focusRowAt(place: number): boolean {
  const row = views()
    .slice(0, place + 1)
    .at(-1);
  row?.focus();
  return row !== undefined;
}

/** The letters of the list: they do nothing while a dialog or an open panel lies above it. */
export function useListKeys(onHelp: () => void): void {
  const uncovered = (act: () => void) => () => isCovered() || act();
  useDeskKeys({
    '/': uncovered(focusSearch),
    j: uncovered(() => focusRow(1)),
    k: uncovered(() => focusRow(-1)),
    x: uncovered(() => rowWithFocus()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()),
    '?': uncovered(onHelp),
  });
}

/** Arrow up and down between the 'Ver' buttons; up from the first leads to the search. */
export function onRowArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || event.target.dataset.action !== 'ver') return;
  event.preventDefault();
  if (step < 0 && rowInFocus() === 0) focusSearch();
  else focusRow(step);
}

const isCovered = (): boolean => document.querySelector('dialog[open], .popover') !== null;
