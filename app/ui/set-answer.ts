// Sets controls by script so that React fires their change events. React ignores an
// event when the value equals the one it tracked last: plain assignments are tracked,
// those through the prototype's setter are not.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isTickable = (control: Element): control is HTMLInputElement & { type: 'radio' | 'checkbox' } =>
  control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);

export function setChecked(control: HTMLInputElement, checked: boolean): void {
  if (control.type === 'radio' && !checked) return; // checking another one of its group unchecks it
  control.checked = !checked;
  control.click();
}

export function setValue(control: Control, value: string): void {
  const caret =
    document.activeElement === control && 'selectionStart' in control ? control.selectionStart : null;
  control.value = '';
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value');
  native?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
  if (caret !== null && 'setSelectionRange' in control) control.setSelectionRange(caret, caret);
}
