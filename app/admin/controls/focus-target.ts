/** In this order: where the focus goes when what had it was removed. */
const STARTS = ['dialog[open] .dialog__title', '.range > [tabindex]', '#desk-title'];

/** Focuses the title of the top dialog, the line above the list, or the title of the screen, when the focused element was removed. */
export function focusTitle(): void {
  if (document.activeElement !== document.body) return;
  const [start] = STARTS.flatMap((what) => [...document.querySelectorAll<HTMLElement>(what)].slice(-1));
  start?.focus();
}

let isFirst = true;

/** Scrolls to the top of a screen that replaced another, and focuses `start`; the page's first one leaves the focus where it is. */
export function focusNewScreen(start: HTMLElement | null): void {
  const replaces = !isFirst;
  isFirst = false;
  if (!replaces) return;
  window.scrollTo({ top: 0, behavior: 'instant' });
  start?.focus({ preventScroll: true });
}
