import { type RefObject, useEffect } from 'react';
import { FIELDS, type Field } from '../../../domain/enrolment/fields.ts';
import { decoratedWhenLeft, decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';

/**
 * Formats CPF, telephones and dates while typing at the end and on leaving the field. Typing in the middle and
 * deleting are not formatted, so the caret never jumps and nothing comes back.
 */
export function useMasks(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const listeners = new AbortController();
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

    on('input', (input, field, event) => {
      const { inputType = '', isComposing = false } = event as Partial<InputEvent>;
      if (isComposing || inputType.startsWith('delete')) return;
      if (/^insertFrom(?:Paste|Drop)/.test(inputType))
        replaceText(input, decoratedWhenLeft(field, input.value));
      else if (inputType && input.selectionStart === input.value.length)
        replaceText(input, decoratedWhileTyping(field.control, input.value) ?? input.value);
    });
    on('focusout', (input, field) => {
      const text = decoratedWhenLeft(field, input.value);
      if (text !== input.value) input.value = text;
    });
    return () => listeners.abort();
  }, [form]);
}

const MASKED = (FIELDS as readonly Field[]).filter(({ control }) => ['cpf', 'tel', 'date'].includes(control));

/** Replaces the text as an edit, not by assignment: React would ignore the current event then. */
function replaceText(input: HTMLInputElement, text: string): void {
  if (text !== input.value) input.setRangeText(text, 0, input.value.length, 'end');
}
