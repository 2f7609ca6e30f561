/** Gives the focus to the title of the dialog on top, or of the screen, where what had it is gone. */
export function backToTitle(): void {
  if (document.activeElement !== document.body) return;
  const titles = document.querySelectorAll<HTMLElement>('#desk-title, dialog[open] .dialog__title');
  titles[titles.length - 1]?.focus();
}

/** Shows a screen that took another's place from its top, with the focus where it begins. */
export function arriveAt(start: HTMLElement | null): void {
  window.scrollTo({ top: 0, behavior: 'instant' });
  start?.focus({ preventScroll: true });
}
