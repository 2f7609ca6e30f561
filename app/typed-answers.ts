import { giveTick, giveValue, isTickable } from './ui/give-answer.ts';

/**
 * What people typed, chose, ticked or pressed before React took over the page.
 * Hydration resets some controls and hears of nothing, so the answers are read
 * before it and given again afterwards, as if entered just then; and the button
 * that start-script.ts saw pressed last is pressed again.
 */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Reads every named control that differs from what the page was sent with, and hears of changes until then; returns the way to give the answers back. */
export function rememberAnswers(page: Document): () => void {
  const answers = new Map<Control, { value: string; checked: boolean }>();
  const remember = (control: Control) =>
    answers.set(control, {
      value: control.value,
      checked: 'checked' in control && control.checked,
    });
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && target.matches(CONTROLS)) remember(target as Control);
  };
  for (const control of page.querySelectorAll<Control>(CONTROLS)) if (differs(control)) remember(control);
  page.addEventListener('input', onInput, true);
  return () => {
    page.removeEventListener('input', onInput, true);
    for (const [control, { value, checked }] of answers) {
      if (!control.isConnected || control.disabled) continue;
      if (isTickable(control)) giveTick(control, checked);
      else if (control.type === 'file') control.dispatchEvent(new Event('change', { bubbles: true }));
      else giveValue(control, value);
    }
  };
}

const CONTROLS = 'input[name], select[name], textarea[name]';

declare global {
  interface Window {
    /** The button of the page that was pressed last; set by start-script.ts. */
    pressed?: HTMLElement;
  }
}

/** Presses the button that was pressed while nothing could answer it yet. */
export function repeatPress(): void {
  window.onclick = null; // start-script.ts need not remember any more
  window.pressed?.click();
  delete window.pressed;
}

function differs(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    return control.value !== (options.find((option) => option.defaultSelected) ?? options[0])?.value;
  }
  if (isTickable(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
