/** Focuses the title of the top dialog, or of the screen, when the focused element was removed. */
export function focusTitle(): void {
  if (document.activeElement !== document.body) return;
  const titles = document.querySelectorAll<HTMLElement>('#desk-title, dialog[open] .dialog__title');
  titles[titles.length - 1]?.focus();
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
