import { doubts } from '../../content/doubts.ts';
import { asciiDigits } from '../dates.ts';

/** Whether a CPF has eleven digits, not all equal, and valid check digits. Mirrors the SQL function `cpf_confere`. */
export function cpfMatches(cpf: string): boolean {
  const digits = cpf.replace(/[^0-9]/g, '');
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return [9, 10].every((at) => {
    const sum = [...digits.slice(0, at)].reduce((total, digit, i) => total + Number(digit) * (at + 1 - i), 0);
    return ((sum * 10) % 11) % 10 === Number(digits[at]);
  });
}

/** What is wrong with a normalised CPF, in words, or null. Source: docs/odd-inputs.md §3. */
export function cpfDoubt(cpf: string): string | null {
  if (cpfMatches(cpf)) return null;
  const words = doubts.cpf;
  const digits = asciiDigits(cpf).replace(/\D/g, '');
  if (/[*•]/.test(cpf)) return words.masked;
  if (/^[\dA-Z]{12}\d{2}$/i.test(cpf.replace(/[.\-/\s]/g, ''))) return words.cnpj;
  if (digits.length === 11) return isNis(digits) ? words.nis : words.wrong;
  if (/\p{L}/u.test(cpf)) return words.letters;
  return digits.length < 11 ? words.few(11 - digits.length) : words.many(digits.length - 11);
}

/** Whether eleven digits are a NIS, which people type by mistake; every NIS begins with 1 or 2. */
function isNis(digits: string): boolean {
  const sum = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2].reduce(
    (total, weight, i) => total + weight * Number(digits[i]),
    0,
  );
  const last = 11 - (sum % 11);
  return /^[12](?!1{10}|2{10})/.test(digits) && (last > 9 ? 0 : last) === Number(digits[10]);
}
