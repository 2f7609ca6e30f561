import type { KeyboardEvent, RefObject } from 'react';
import { useDeskKeys } from '../controls/desk-keys.ts';

// The row that keys are about is the one that has the focus; its 'Ver' button stands for it.

const VIEW = '.enrolments [data-action="ver"]';

const views = () => [...document.querySelectorAll<HTMLElement>(VIEW)];
const rowWithFocus = () => document.activeElement?.closest('.enrolments__row');

/** Focuses the row `step` rows further; the first one when none has the focus. Past the ends nothing happens. */
export function focusRow(step: number): void {
  const all = views();
  const here = rowWithFocus()?.querySelector<HTMLElement>('[data-action="ver"]');
  const next = here ? all[all.indexOf(here) + step] : all[0];
  next?.focus();
}

/** The place of the row that has the focus, from 0; null when none has. */
export function rowInFocus(): number | null {
  const here = rowWithFocus()?.querySelector<HTMLElement>('[data-action="ver"]');
  return here ? views().indexOf(here) : null;
}

/** Focuses the row in that place, or the last; false without rows. */
export function focusRowAt(place: number): boolean {
  const all = views();
  const row = all[Math.min(place, all.length - 1)];
  row?.focus();
  return row !== undefined;
}

/** The letters of the list: they do nothing while a dialog or an open panel lies above it. */
export function useListKeys(search: RefObject<HTMLElement | null>, onHelp: () => void): void {
  const uncovered = (act: () => void) => () => isCovered() || act();
  useDeskKeys({
    '/': uncovered(() => search.current?.focus()),
    j: uncovered(() => focusRow(1)),
    k: uncovered(() => focusRow(-1)),
    x: uncovered(tickRow),
    '?': uncovered(onHelp),
  });
}

/** Presses the tick-box of the row that has the focus. */
function tickRow(): void {
  rowWithFocus()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
}

/** Arrow up and down between the 'Ver' buttons; up from the first leads to `above`. */
export function onRowArrow(event: KeyboardEvent<HTMLElement>, above: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement) || event.target.dataset.action !== 'ver') return;
  event.preventDefault();
  if (step < 0 && views()[0] === event.target) above?.focus();
  else focusRow(step);
}

const isCovered = (): boolean => document.querySelector('dialog[open], .popover') !== null;
