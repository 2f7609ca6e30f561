/** Shows a screen that took another's place from its top, with the focus where it begins. */
export function arriveAt(start: HTMLElement | null): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  start?.focus({ preventScroll: true });
}
