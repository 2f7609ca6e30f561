import { sha256 } from './sha256.ts';

/**
 * A new personal code, which stands behind `#` in a family's link: 128 random bits as 32 hexadecimal
 * digits. It is a secret: only the family's browser has it.
 */
export const newPersonalCode = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The uuid (version 8) of the upload that belongs to a personal code: 122 bits of its SHA-256, so that
 * nobody finds the code by the uuid. The same rule is in SQL as `private.envio_do_codigo`, and
 * tests/api/same-rules.test.ts proves that they agree.
 */
export function uploadIdOf(code: string): string {
  const digest = sha256(new TextEncoder().encode(PURPOSE + code)).slice(0, 16);
  const shaped = digest.map((byte, at) =>
    at === 6 ? (byte & 15) | 128 : at === 8 ? (byte & 63) | 128 : byte,
  );
  return hexOf(shaped).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const PURPOSE = 'construindo-campeoes envio ';

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
