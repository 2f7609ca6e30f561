import { isTickable, setChecked, setValue } from '../ui/set-answer.ts';

// What people typed, chose or pressed before hydration. Hydration resets some controls
// and misses their events, so the answers are collected before it and entered again
// afterwards, and the button that start-script.ts recorded is pressed again.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Collects what people change in named controls until hydration is over; the returned function stops that and
 * enters the collected answers again.
 */
export function collectAnswers(page: Document): () => void {
  const answers = new Map<Control, { value: string; checked: boolean }>();
  const remember = (control: Control) =>
    answers.set(control, {
      value: control.value,
      checked: 'checked' in control && control.checked,
    });
  const onInput = ({ target }: Event) => {
    if (target instanceof Element && target.matches(CONTROLS)) remember(target as Control);
  };
  for (const control of page.querySelectorAll<Control>(CONTROLS)) if (isChanged(control)) remember(control);
  page.addEventListener('input', onInput, true);
  return () => {
    page.removeEventListener('input', onInput, true);
    for (const [control, { value, checked }] of answers) {
      if (!control.isConnected || control.disabled) continue;
      // what a mask has made of it meanwhile stays
      if (isTickable(control)) setChecked(control, checked || control.checked);
      else if (control.type === 'file') control.dispatchEvent(new Event('change', { bubbles: true }));
      else setValue(control, control.value || value);
    }
  };
}

const CONTROLS = 'input[name], select[name], textarea[name]';

declare global {
  interface Window {
    /** The button that was pressed last before hydration; set by start-script.ts. */
    pressed?: HTMLElement | null;
  }
}

/** Clicks the button that was pressed before hydration. */
export function repeatPress(): void {
  document.onclick = null; // these two end the recording of start-script.ts
  window.onkeydown = null;
  window.pressed?.click();
  delete window.pressed;
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    return control.value !== (options.find((option) => option.defaultSelected) ?? options[0])?.value;
  }
  if (isTickable(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}
