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
  /** The personal code of that enrolment. */
  code: string;
};

/** Personal values of these requests, all invented; no answer to a refused one may repeat them. */
export const PERSONAL = [
  'Pessoa Marcada',
  'marcada@example.com',
  '987.654.321-00',
  'senha bem marcada',
] as const;

export type Header = readonly [name: string, value: string];

/** What one request asks for; `type` declares its body, which else most often says that it is JSON. */
export type What = { path: string; body?: Buffer; type?: string; headers?: readonly Header[] };

/** One kind of request of a family. */
export type Endpoint = {
  /** How often, beside the others of its family. */
  weight: number;
  /** Method names separated by spaces; one that is repeated is chosen more often. */
  methods: string;
  /** Its path stands below `/<family>/v1`. */
  what: fc.Arbitrary<What>;
  /** Where nothing but a refusal may be the answer: always, never, for strangers, or as the path says. */
  refused: boolean | 'strangers' | ((path: string) => boolean);
  /** True where the headers of `what` alone say who asks. */
  unnamed?: true;
};

/** A request for a path made of these pieces, with a body or without. */
export const at = (
  pieces: readonly Piece[],
  body?: fc.Arbitrary<Buffer>,
  more: Pick<What, 'type' | 'headers'> = {},
): fc.Arbitrary<What> =>
  fc
    .tuple(text(...pieces), body ?? fc.constant(undefined))
    .map(([path, sent]) => ({ path, ...(sent && { body: sent }), ...more }));

/** A request whose framing is right, whatever it asks: what a program sends, not what a socket can. */
export function request(
  family: Family,
  method: string,
  target: string,
  headers: readonly Header[],
  body: Buffer | null,
  refused: boolean,
): Attempt {
  const path = encoded(target);
  const all: Header[] = [['Host', 'a'], ...headers];
  if (body) all.push(['Content-Length', String(body.length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${plain(value)}\r\n`).join('')}\r\n`;
  const bytes = [Buffer.from(head, 'latin1'), ...(body ? [body] : [])];
  return { family, bytes, ends: 'answered', method, target: path, refused };
}

/** Without what would begin another line or end the request line; percent signs stay as they are, also wrong ones. */
const encoded = (target: string) =>
  [...Buffer.from(target)]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && byte !== 0x23
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .join('');

/** Without control characters, which would end the header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const plain = (value: string) => value.replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '');

/** Weighted choice: `[weight, arbitrary]`. */
export function mostly<T>(...choices: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Fixed text, one of a list, or made. */
export type Piece = string | readonly string[] | fc.Arbitrary<string>;

const made = (piece: Piece): fc.Arbitrary<string> =>
  typeof piece === 'string'
    ? fc.constant(piece)
    : 'generate' in piece
      ? piece
      : fc.constantFrom(...(piece as readonly string[]));

/** Text of these pieces in a row. */
export const text = (...pieces: readonly Piece[]): fc.Arbitrary<string> =>
  fc.tuple(...pieces.map(made)).map((all) => all.join(''));

/** Text of the `usual` kind, `often` times for each time of one of the others. */
export const usually = (often: number, usual: Piece, ...odd: readonly Piece[]): fc.Arbitrary<string> =>
  mostly([often, made(usual)], ...odd.map((piece): [number, fc.Arbitrary<string>] => [1, made(piece)]));

/** Text as bytes of UTF-8. */
export const utf8 = (from: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  from.map((each) => Buffer.from(each));

/** Its items stand between spaces, or between other separators. */
export function listOf(items: string, separator: RegExp = /\s+/): string[] {
  return items.trim().split(separator);
}

/** For a report: what was sent, as text on one line. */
export function written({ bytes, ends }: Attempt): string {
  const parts = bytes.map((part) => JSON.stringify(part.toString('latin1').slice(0, 3_000)));
  return `${parts.join(' + ')} (${ends})`;
}
