import { doubts } from '../../content/doubts.ts';
import { asciiDigits } from '../dates.ts';

/**
 * A doubt about a phone. `wrong`: it cannot be one; otherwise it is only unusual.
 * `instead` is the number that was probably meant.
 */
export type PhoneDoubt = { text: string; wrong: boolean; instead?: string };

const words = doubts.phone;

/** The doubt about a normalised phone, or null. Numbers of other countries are not checked. Source: docs/odd-inputs.md §6. */
export function phoneDoubt(phone: string): PhoneDoubt | null {
  if (/^\+(?! *55)/.test(phone)) return null;
  const digits = asciiDigits(phone)
    .replace(/\D/g, '')
    .replace(/^55(?=\d{10,11}$)/, '')
    .replace(/^0(?=\d{10,11}$)/, '');
  if (digits.length >= 16) return wrong(words.two);
  if (/^(?:9\d{8}|\d{8})$/.test(digits)) return wrong(words.noArea);
  if (digits.length !== 10 && digits.length !== 11) return wrong(words.length);
  if (/^(\d)\1+$/.test(digits) || /^\d\d9?0+$/.test(digits)) return { text: words.example, wrong: false };
  if (!AREAS.test(digits)) return wrong(words.area);
  if (!(digits.length === 11 ? /^..9/ : /^..[2-9]/).test(digits)) return wrong(words.length);
  if (/\p{L}/u.test(phone)) return { text: words.words, wrong: false, instead: digits };
  if (digits.length === 11) return null;
  return /^..[6-9]/.test(digits)
    ? { text: words.noNine, wrong: false, instead: `${digits.slice(0, 2)}9${digits.slice(2)}` }
    : { text: words.fixed, wrong: false };
}

/** Whether a normalised phone can be one. Mirrors the SQL function `telefone_confere`. */
export function phoneMatches(phone: string): boolean {
  return phoneDoubt(phone)?.wrong !== true;
}

const wrong = (text: string): PhoneDoubt => ({ text, wrong: true });

/** Whether a mobile number was written with its last digits in a group of three: any of its digits may be missing, not only the 9. */
export const lacksAnyDigit = (typed: string): boolean => /\D\d{3}\D*$/.test(typed);

/** Area codes in use. */
const AREAS = /^(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;
