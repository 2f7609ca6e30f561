/**
 * Answers given to controls by script, as if a person had just entered them.
 * React compares a control with what it last saw there, and keeps quiet when they
 * are equal. An assignment is seen by React; one through the prototype is not.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isTickable = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);

export function giveTick(control: HTMLInputElement, checked: boolean): void {
  if (control.type === 'radio' && !checked) return; // the one that took its place says so
  control.checked = !checked;
  control.click();
}

export function giveValue(control: Control, value: string): void {
  const caret =
    document.activeElement === control && 'selectionStart' in control ? control.selectionStart : null;
  control.value = '';
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
  native?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
  if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret);
}
