import { type RefObject, useEffect } from 'react';
import { FIELDS, type Field } from '../../domain/enrolment-fields.ts';
import { decoratedWhenLeft, decoratedWhileTyping } from '../../domain/masks.ts';

/**
 * Dots, brackets and slashes in CPF, telephones and dates: while somebody types
 * at the end, and on leaving. In the middle of an answer nothing is touched, so
 * the caret never jumps.
 */
export function useMasks(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const ended = new AbortController();
    /** What each field read before the last key. */
    const before = new WeakMap<HTMLInputElement, string>();
    const on = (type: string, act: (input: HTMLInputElement, field: Field, event: Event) => void) =>
      form.current?.addEventListener(
        type,
        (event) => {
          const input = event.target;
          if (!(input instanceof HTMLInputElement)) return;
          const field = MASKED.find(({ name }) => name === input.name);
          if (field) act(input, field, event);
        },
        { signal: ended.signal },
      );

    on('focusin', (input) => before.set(input, input.value));
    on('input', (input, field, event) => {
      const { inputType = '', isComposing = false } = event as Partial<InputEvent>;
      if (isComposing) return;
      if (inputType.startsWith('delete')) takeDigitToo(input, before.get(input) ?? '', inputType);
      if (/^insertFrom(?:Paste|Drop)/.test(inputType)) write(input, decoratedWhenLeft(field, input.value));
      else if (inputType && input.selectionStart === input.value.length)
        write(input, decoratedWhileTyping(field.control, input.value) ?? input.value);
      before.set(input, input.value);
    });
    on('focusout', (input, field) => {
      const text = decoratedWhenLeft(field, input.value);
      if (text !== input.value) input.value = text;
    });
    return () => ended.abort();
  }, [form]);
}

const MASKED = (FIELDS as readonly Field[]).filter(({ control }) => ['cpf', 'tel', 'date'].includes(control));

/** Whoever deletes a dot means the digit beyond it. */
function takeDigitToo(input: HTMLInputElement, before: string, inputType: string): void {
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

/** Replaces the text as an edit: React still hears the event that is under way, which it would not after an assignment. */
function write(input: HTMLInputElement, text: string): void {
  if (text !== input.value) input.setRangeText(text, 0, input.value.length, 'end');
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
