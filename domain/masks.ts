import { writtenPhone } from './contact.ts';
import { writtenDay } from './dates.ts';
import { cleanedFor, keptAnswer } from './enrolment-answers.ts';
import type { Field } from './enrolment-fields.ts';

type Control = Field['control'];

/** What a half-typed answer looks like with its dots; null where it is left alone. Only ever adds or takes away punctuation. */
export function decoratedWhileTyping(control: Control, text: string): string | null {
  if (control === 'date') return dateBeing(text);
  if (control !== 'cpf' && control !== 'tel') return null;
  if (!(control === 'cpf' ? /^[\d.\-/ ]*$/ : /^[\d() -]*$/).test(text)) return null;
  const digits = text.replace(/\D/g, '');
  if (digits.length > 11) return null;
  if (control === 'cpf') return digits.replace(/^(\d{3})(?=\d)(\d{0,3})(?:(\d{1,3})(\d*))?$/, cpfGroups);
  if (digits.startsWith('0')) return null; // a trunk zero, or 0800
  const [, area = '', number = ''] = /^(\d{2})(\d+)$/.exec(digits) ?? [];
  if (area === '') return digits;
  const first = number.startsWith('9') || number.length > 8 ? 5 : 4;
  const last = number.slice(first);
  return `(${area}) ${number.slice(0, first)}${last && `-${last}`}`;
}

/** An answer as it reads once the field is left: what is kept of it, with its dots. Anything else as it was typed. */
export function decoratedWhenLeft(field: Field, text: string): string {
  const kept = keptAnswer(field, text);
  if (typeof kept !== 'string') return text;
  switch (field.control) {
    case 'cpf':
      return kept;
    case 'date':
      return writtenDay(kept);
    case 'tel': {
      if (/^\d{10,11}$/.test(kept)) return writtenPhone(kept);
      const digits = kept.replace(/\D/g, '');
      // without an area code the brackets of one would mislead
      return /^\(\d\d\) [\d-]+$/.test(kept) && /^\d{8,9}$/.test(digits)
        ? digits.replace(/(\d{4})$/, '-$1')
        : cleanedFor(field, text);
    }
    default:
      return text;
  }
}

const cpfGroups = (_all: string, first: string, second: string, third = '', last = '') =>
  `${first}.${second}${third && `.${third}`}${last && `-${last}`}`;

/** Puts in the slashes where the next digit needs one; days and months of one digit are left as they are typed. */
function dateBeing(text: string): string | null {
  const iso = /^(\d\d)\/(\d\d)-$/.exec(text); // a year was typed first
  if (iso) return `${iso[1]}${iso[2]}-`;
  const parts = /^(\d\d)(?:\/?(\d\d))?\/?(\d*)$/.exec(text);
  if (!parts || !/^\d{2,8}$|^\d\d\/\d*$|^\d\d\/\d\d\/\d{0,4}$|^\d\d\/\d{3,6}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}
