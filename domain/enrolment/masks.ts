import { writtenPhone } from '../contact.ts';
import { writtenDay } from '../dates.ts';
import { cleanedFor, normalisedAnswer } from './answers.ts';
import type { Field } from './fields.ts';
import { lacksAnyDigit } from './phone.ts';

type Control = Field['control'];

/** A partly typed answer with its punctuation; null where the text is left as it is. Only adds or removes punctuation. */
export function decoratedWhileTyping(control: Control, text: string): string | null {
  if (control === 'date') return dateWhileTyping(text);
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

/** An answer after its field was left: normalised, with its punctuation; the typed text where it cannot be normalised. */
export function decoratedWhenLeft(field: Field, text: string): string {
  const answer = normalisedAnswer(field, text);
  if (typeof answer !== 'string') return text;
  switch (field.control) {
    case 'cpf':
      return answer;
    case 'date':
      return writtenDay(answer);
    case 'tel': {
      if (/^..9\d{7}$/.test(answer) && lacksAnyDigit(text)) return answer.replace(/^(..)(.{5})/, '($1) $2-'); // as it was typed: the missing digit is seen
      if (/^\d{10,11}$/.test(answer)) return writtenPhone(answer);
      const digits = answer.replace(/\D/g, '');
      // without an area code brackets would suggest one
      return /^\(\d\d\) [\d-]+$/.test(answer) && /^9?\d{8}$/.test(digits)
        ? digits.replace(/(\d{4})$/, '-$1')
        : cleanedFor(field, text);
    }
    default:
      return text;
  }
}

const cpfGroups = (_all: string, first: string, second: string, third = '', last = '') =>
  `${first}.${second}${third && `.${third}`}${last && `-${last}`}`;

/** A partly typed date with its slashes; days and months of one digit stay as typed. */
function dateWhileTyping(text: string): string | null {
  const iso = /^(\d\d)\/(\d\d)-$/.exec(text); // a year was typed first
  if (iso) return `${iso[1]}${iso[2]}-`;
  const parts = /^(\d\d)(?:\/?(\d\d))?\/?(\d*)$/.exec(text);
  if (!parts || !/^\d{2,8}$|^\d\d\/\d*$|^\d\d\/\d\d\/\d{0,4}$|^\d\d\/\d{3,6}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}
