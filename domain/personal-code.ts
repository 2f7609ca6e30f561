import { sha256 } from './sha256.ts';

/**
 * A new personal code, which stands behind `#` in a family's link: 128 random bits as 32 hexadecimal
 * digits. It is a secret: only the family's browser has it.
 */
export const newPersonalCode = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/**
 * The uuid (version 8) of the upload that belongs to a personal code: 122 bits of its SHA-256, so that
 * nobody finds the code by the uuid. The same rule is in SQL as `private.envio_do_codigo`, and
 * tests/contract/personal-link.test.ts proves that they agree.
 */
export function uploadIdOf(code: string): string {
  const bytes = sha256(new TextEncoder().encode(PURPOSE + code)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The page that a personal code opens, below the site's address. */
export const situationPath = (code: string): string => `/projeto-social/situacao#${code}`;

const PURPOSE = 'construindo-campeoes envio ';

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether a text has the form of a personal code; one of twenty digits is of version 1.1, whose links go on for a time. */
export const isPersonalCode = (text: unknown): text is string =>
  typeof text === 'string' && /^(?:[0-9a-f]{32}|[0-9a-f]{20})$/.test(text);
