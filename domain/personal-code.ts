import { sha256 } from './sha256.ts';

/**
 * The personal code of an enrolment, behind `#` in its family's link: 80 bits of the uuid of
 * its upload, as 20 hexadecimal digits. The same rule is in SQL as `private.codigo_pessoal`,
 * and tests/database/situation.test.ts proves that they agree.
 */
export function personalCodeOf(uploadId: string): string {
  const hex = uploadId.replaceAll('-', '').match(/../g) ?? [];
  const text = new TextEncoder().encode(PURPOSE);
  const digest = sha256(new Uint8Array([...text, ...hex.map((byte) => Number.parseInt(byte, 16))]));
  return [...digest.slice(0, 10)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const PURPOSE = 'construindo-campeoes situacao ';

/** Whether a text has the form of a personal code. */
export const isPersonalCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{20}$/.test(text);
