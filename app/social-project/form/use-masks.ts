import { type RefObject, useEffect } from 'react';
import { FIELDS, type Field } from '../../../domain/enrolment/fields.ts';
import { decoratedWhenLeft, decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';

/**
 * Formats CPF, telephones and dates while typing at the end and on leaving the field.
 * Typing in the middle is not formatted, so the caret never jumps.
 */
export function useMasks(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const listeners = new AbortController();
    /** Each field's value before the last key. */
    const before = new WeakMap<HTMLInputElement, string>();
    const on = (type: string, handler: (input: HTMLInputElement, field: Field, event: Event) => void) =>
      form.current?.addEventListener(
        type,
        (event) => {
          const input = event.target;
          if (!(input instanceof HTMLInputElement)) return;
          const field = MASKED.find(({ name }) => name === input.name);
          if (field) handler(input, field, event);
        },
        { signal: listeners.signal },
      );

    on('focusin', (input) => before.set(input, input.value));
    on('input', (input, field, event) => {
      const { inputType = '', isComposing = false } = event as Partial<InputEvent>;
      if (isComposing) return;
      if (inputType.startsWith('delete')) deleteDigitBeyond(input, before.get(input) ?? '', inputType);
      if (/^insertFrom(?:Paste|Drop)/.test(inputType))
        replaceText(input, decoratedWhenLeft(field, input.value));
      else if (inputType && input.selectionStart === input.value.length)
        replaceText(input, decoratedWhileTyping(field.control, input.value) ?? input.value);
      before.set(input, input.value);
    });
    on('focusout', (input, field) => {
      const text = decoratedWhenLeft(field, input.value);
      if (text !== input.value) input.value = text;
    });
    return () => listeners.abort();
  }, [form]);
}

const MASKED = (FIELDS as readonly Field[]).filter(({ control }) => ['cpf', 'tel', 'date'].includes(control));

/** Deleting a separator deletes the digit beyond it too. */
function deleteDigitBeyond(input: HTMLInputElement, before: string, inputType: string): void {
  const at = input.selectionStart ?? 0;
  const { value } = input;
  if (before.length !== value.length + 1 || digitsOf(before) !== digitsOf(value)) return;
  const backward = inputType.endsWith('Backward');
  const beyond = backward ? /\d\D*$/.exec(value.slice(0, at)) : /^\D*\d/.exec(value.slice(at));
  if (!beyond) return;
  const digit = backward ? beyond.index : at + beyond[0].length - 1;
  input.setRangeText('', digit, digit + 1, 'start');
  if (!backward) input.setSelectionRange(at, at);
}

/** Replaces the text as an edit, not by assignment: React would ignore the current event then. */
function replaceText(input: HTMLInputElement, text: string): void {
  if (text !== input.value) input.setRangeText(text, 0, input.value.length, 'end');
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
