/** Scrolls to a part of the form, by its number, and focuses its first control. */
export function showPart(form: HTMLFormElement | null, part: number): void {
  const fieldset = form?.querySelectorAll<HTMLElement>('.part')[part - 1];
  const controls = [
    ...(fieldset?.querySelectorAll<HTMLElement>('.part__unfold, input, select, textarea') ?? []),
  ];
  fieldset?.scrollIntoView();
  controls.find((control) => control.getClientRects().length > 0)?.focus({ preventScroll: true });
}
