import { isTickable, setChecked, setValue } from '../ui/set-answer.ts';

// What people typed, chose, opened or pressed before hydration. Hydration resets some controls
// and misses their events, so the answers are collected before it and entered again
// afterwards, and the button that start-script.ts recorded is pressed again. React draws a page
// anew that a translator or a password manager changed: what is new gets at once, before it is
// seen, what stood in the old, with the focus and the place on the screen.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Collects what people change in the page until hydration is over; the returned function stops that and enters
 * the collected answers again.
 */
export function collectAnswers(root: HTMLElement): () => void {
  const answers = new Map<Control, { value: string; checked: boolean }>();
  const remember = (control: Control) =>
    answers.set(control, {
      value: control.value,
      checked: 'checked' in control && control.checked,
    });
  const known = usableIn(root);
  let focused = document.activeElement;
  let anchor: Element | undefined;
  let top = 0;

  const hear = ({ type, target }: { type?: string; target: EventTarget | null }) => {
    if (type === 'input' && isControl(target)) remember(target);
    if (type === 'focusin') focused = target as Element;
    if (type === 'focusout')
      // older browsers report it, too, when the focused element is removed
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null;
      });
    anchor = [focused, ...known.values()].find((one) => one?.closest('main') && topOf(one) > 0) ?? undefined;
    if (anchor) top = topOf(anchor);
  };

  const drawnAnew = new MutationObserver(() => {
    if ([...known.values()].every(({ isConnected }) => isConnected)) return;
    const found = usableIn(root);
    const held = { focused, anchor, top }; // focusing is heard, too
    for (const [key, old] of known) {
      const anew = found.get(key);
      if (old.isConnected || !anew) continue;
      known.set(key, anew);
      if (old instanceof HTMLDetailsElement) (anew as HTMLDetailsElement).open = old.open;
      if (old === window.pressed) window.pressed = anew as HTMLElement;
      if (isControl(old) && (answers.has(old) || isChanged(old))) {
        copyAnswer(old as HTMLInputElement, anew as HTMLInputElement);
        answers.delete(old);
        remember(anew as Control);
      }
      if (old === held.focused) takeFocus(old as HTMLInputElement, anew as HTMLInputElement);
      if (old === held.anchor) held.anchor = anew;
    }
    if (held.anchor) window.scrollBy({ top: topOf(held.anchor) - held.top, behavior: 'instant' });
  });

  for (const control of known.values()) if (isControl(control) && isChanged(control)) remember(control);
  hear({ target: null });
  for (const type of HEARD) document.addEventListener(type, hear, true);
  drawnAnew.observe(root, { childList: true, subtree: true });
  return () => {
    drawnAnew.disconnect();
    for (const type of HEARD) document.removeEventListener(type, hear, true);
    for (const [control, { value, checked }] of answers) {
      if (!control.isConnected || control.disabled) continue;
      // what a mask has made of it meanwhile stays
      if (isTickable(control)) setChecked(control, checked || control.checked);
      else if (control.type === 'file') control.dispatchEvent(new Event('change', { bubbles: true }));
      else setValue(control, control.value || value);
    }
  };
}

const HEARD = ['input', 'focusin', 'focusout', 'scroll'];

/** What can be used on the page, by names that what is drawn anew has, too. */
function usableIn(root: Element): Map<string, Element> {
  const found = new Map<string, Element>();
  for (const element of root.querySelectorAll('input, select, textarea, button, a, summary, details')) {
    const { localName, name, value, className } = element as HTMLInputElement;
    let key = `${localName} ${name ? name + (isTickable(element) ? value : '') : className}`;
    while (found.has(key)) key += '+';
    found.set(key, element);
  }
  return found;
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches('input[name], select[name], textarea[name]');

function copyAnswer(old: HTMLInputElement, anew: HTMLInputElement): void {
  if (old.type === 'file') anew.files = old.files;
  else if (isTickable(old)) anew.checked = old.checked;
  else anew.value = old.value;
}

function takeFocus(old: HTMLInputElement, anew: HTMLInputElement): void {
  anew.focus({ preventScroll: true });
  if (old.selectionEnd != null) anew.setSelectionRange(old.selectionStart, old.selectionEnd);
}

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
