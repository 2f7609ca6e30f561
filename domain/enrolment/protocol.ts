/**
 * The protocol number of an enrolment: seven digits taken from the uuid of its
 * upload and a Luhn check digit, eight in all. The same rule is in SQL as
 * `private.protocolo`, and tests/database/schema.test.ts proves that they agree. It is
 * for people on the telephone, not a key: two rows may share one. Source: docs/ux.md §6.3.
 */
export function protocolOf(uploadId: string): string {
  const digits = String(Number.parseInt(uploadId.replaceAll('-', '').slice(0, 12), 16) % 10_000_000).padStart(
    7,
    '0',
  );
  return digits + luhnDigit(digits);
}

/** `48271936` → `4827-1936`. */
export function writtenProtocol(protocol: string): string {
  return `${protocol.slice(0, 4)}-${protocol.slice(4)}`;
}

/** `4827-1936` → `4 8 2 7, 1 9 3 6`: for screen readers, which otherwise read thousands. */
export function digitsApart(written: string): string {
  return written
    .replaceAll('-', ',')
    .replace(/(?=[\d])/g, ' ')
    .trim();
}

function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The page that a personal code opens, below the site's address. */
export const situationPath = (code: string): string => `/projeto-social/situacao#${code}`;

/** Whether a text has the form of a personal code. */
export const isPersonalCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);

/** The personal code in an address's fragment, whatever an app has put around it; null when there is none. */
export function personalCodeIn(fragment: string): string | null {
  const plain = fragment.toLowerCase().replace(/%[0-9a-f]{2}/g, ' ');
  const [longest] = /[0-9a-f]{32,}/.exec(plain) ?? [];
  return isPersonalCode(longest) ? longest : null;
}
