import fc from 'fast-check';

/** `raw`: bytes on a socket of their own; `held`: the same, and the client never closes it. */
export type Family = 'rest' | 'auth' | 'storage' | 'raw' | 'held';

/** One malformed request, and what its maker knows about the answer. */
export type Attempt = {
  family: Family;
  /** What is written on the socket, in this order. */
  bytes: readonly Buffer[];
  /**
   * `answered`: one request with an honest length; the connection is used again. Otherwise it has a
   * connection of its own: of `quiet` the client ends its side when nothing has come for a
   * moment, of `held` never, and `reset` breaks the connection off.
   */
  ends: 'answered' | 'quiet' | 'held' | 'reset';
  method: string;
  /** Path and query as they stand on the request line; empty for raw bytes. */
  target: string;
  /** True where nothing but a refusal may be the answer. */
  refused: boolean;
};

/** What a running server lets requests name. */
export type Setting = {
  /** The public key, and an administrator's access token. */
  key: string;
  token: string;
  /** An expired token of the same kind, made by the server's secret, and one of another server; '' where there is none. */
  expired: string;
  forged: string;
  /** The path of a document that an enrolment claims. */
  document: string;
};

/** Personal values of these requests, all invented; no answer to a refused one may repeat them. */
export const PERSONAL = [
  'Pessoa Marcada',
  'marcada@example.com',
  '987.654.321-00',
  'senha bem marcada',
] as const;

export type Header = readonly [name: string, value: string];

/** A request whose framing is right, whatever it asks: what a program sends, not what a socket can. */
export function request(
  family: Family,
  method: string,
  target: string,
  {
    headers = [],
    body = null,
    refused = false,
  }: { headers?: readonly Header[]; body?: Buffer | string | null; refused?: boolean },
): Attempt {
  const path = encoded(target);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all: Header[] = [['Host', 'a'], ...headers];
  if (bytes) all.push(['Content-Length', String(bytes.length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${plain(value)}\r\n`).join('')}\r\n`;
  return {
    family,
    bytes: [Buffer.from(head, 'latin1'), ...(bytes ? [bytes] : [])],
    ends: 'answered',
    method,
    target: path,
    refused,
  };
}

/** Without what would begin another line or end the request line; percent signs stay as they are, also wrong ones. */
function encoded(target: string): string {
  return [...Buffer.from(target)]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && byte !== 0x23
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .join('');
}

/** Without control characters, which would end the header. */
function plain(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
  return value.replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '');
}

/** Weighted choice: `[weight, arbitrary]`. */
export function mostly<T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Its items stand between spaces. */
export function listOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** For a report: what was sent, as text on one line. */
export function written({ bytes, ends }: Attempt): string {
  const parts = bytes.map((part) => JSON.stringify(part.toString('latin1').slice(0, 3_000)));
  return `${parts.join(' + ')} (${ends})`;
}
