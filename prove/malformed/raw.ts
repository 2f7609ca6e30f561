import fc from 'fast-check';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { type Attempt, listOf, mostly, type Setting, text, usually } from './attempt.ts';

// What only a socket can send: broken request lines and headers, lengths that lie, chunks that
// are none, requests in a row, and all of it cut off anywhere. No HEAD and no whole request
// that could change something, so that each answer can be read and nothing may come of it.
// Text in which each character is one byte.

const METHODS = [
  ...['', 'GE T', 'G\u0000T', '\u00ff', 'X'.repeat(5_000)],
  ...listOf('PUT DELETE PATCH OPTIONS TRACE CONNECT get PRI QUERY'),
];
const VERSIONS = [
  'HTTP/1.1 x',
  '',
  ...listOf('HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/1.2 HTTP/1 http/1.1 HTTP/11.1'),
];

/** Headers that are wrong, or that change how the rest is read. */
const HEADERS = [
  ...listOf(
    `Host: b | Host: | Host: a b | Host: a/b | Host: a@b | Host: [::1 | Host: a:99999 | Host : a | Host: \u00e1 | Host: a,b
    | Content-Length: 5 | Content-Length: -1 | Content-Length: 1e3 | Content-Length: 0x10 | Content-Length: 5, 5
    | Content-Length: 99999999999999999999 | Content-Length: +5 | Content-Length: | Content-Length: 6000000
    | Transfer-Encoding: chunked | Transfer-Encoding: identity | Transfer-Encoding: chunked, identity
    | Transfer-Encoding: gzip, chunked | Transfer-Encoding: xchunked | Transfer-Encoding:\u000bchunked
    | Transfer-encoding: chunked, chunked | Transfer-Encoding : chunked | TE: trailers | Trailer: Content-Length
    | Connection: close | Connection: keep-alive | Connection: Upgrade | Connection: Content-Length, Authorization
    | Upgrade: h2c | Upgrade: websocket | HTTP2-Settings: AAMAAABkAAQAAP__ | Expect: 100-continue | Expect: milagre
    | Authorization: Bearer x | Authorization: Bearer y | apikey: x | X | : x | X: a\u0000b | X: a\u0001b | X: a\u007fb
    | X: \u00ff\u00fe | X;: y | X\u0000: y | (x): y | __proto__: x | constructor: x | Keep-Alive: timeout=99999
    | Max-Forwards: 0`,
    /\s*\|\s*/,
  ),
  ...[' Host: a', ' folded', '\tx'],
];
const FRAMINGS = [
  ...[5, 300, 200_000].map((length) => [`Content-Length: ${length}`]),
  ['Transfer-Encoding: chunked'],
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
];

/** Bodies, most of them in chunks or in what looks like some. */
const SIZES = [
  '5\r\nhello',
  '-1\r\nx',
  '0x5\r\nhello',
  ' 5\r\nhello',
  '5 \r\nhello',
  '5;a=b\r\nhello',
  `5;${'a'.repeat(20_000)}\r\nhello`,
];
const BODIES = [
  ...[
    '',
    'hello',
    '{}',
    'g\r\n',
    '5\r\nhel',
    'FFFFFFFFFFFFFFFFF\r\nx',
    '5\nhello\n0\n\n',
    '1\r\na\r\n'.repeat(600),
  ],
  ...['', '5\r\nhello', ...SIZES.map((chunk) => `${chunk}\r\n`)].map((chunks) => `${chunks}0\r\n\r\n`),
  ...['X: y', 'Content-Length: 5', 'X', `X: ${'y'.repeat(20_000)}`].map((end) => `0\r\n${end}\r\n\r\n`),
];

/** What is no HTTP, or another's. */
const OTHER_PROTOCOLS = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  ...['SSH-2.0-x\r\n', 'HELO a\r\n', '\r\n\r\n\r\n', '\n', '\u0000', 'HTTP/1.1 200 OK\r\n\r\n'],
  `${'\r\n'.repeat(500)}GET / HTTP/1.1\r\nHost: a\r\n\r\n`,
];

function targetsOf({ key, document }: Setting): string[] {
  const object = `/storage/v1/object/${DOCUMENT_BUCKET}`;
  return [
    ...['', '/\u0000', '/ ', `/rest/v1/x?${'a'.repeat(9_000)}`],
    ...[9_000, 20_000].map((letters) => `/${'a'.repeat(letters)}`),
    ...listOf(`/ /config.json /health/live /projeto-social /assets/x /nada * a /% /%ff /\u00e7 /#x //outro.example/x /\\ /a\\b /?\\
      /; /[ /?[ /../../etc/passwd /..%2f..%2fkeys.json /%2e%2e/x http://a/ http://outro.example/ HTTP://a/ https://a:443/
      ftp://a/ a:80 /rest/v1/inscricoes_projeto /rest/v1/rpc/lista_de_inscricoes /auth/v1/token?grant_type=password /auth/v1/user
      /rest/v1/inscricoes_projeto?apikey=${key} /auth/v1/token?grant_type=password&apikey=${key} /auth/v1/signup?apikey=${key}
      ${object}/public/x.pdf ${object}/${document} /storage/v1/object/list/${DOCUMENT_BUCKET} /realtime/v1 /functions/v1/x
      /graphql/v1 /pg/x /%72est/v1/x /rest%2fv1/x`),
  ];
}

/** One request, right or wrong in any place. */
function requestText(setting: Setting): fc.Arbitrary<string> {
  const { key, token } = setting;
  const [method, version] = [usually(10, ['GET', 'POST'], METHODS), usually(8, 'HTTP/1.1', VERSIONS)];
  const line = fc
    .tuple(method, text(targetsOf(setting)), version, usually(12, ' ', ['  ', '\t', '']))
    .map(([verb, target, last, space]) => [verb, target, last].join(space));
  const by = [key, token].map((bearer) => [`apikey: ${key}`, `Authorization: Bearer ${bearer}`]);
  const some = fc.string({ unit: 'binary-ascii', maxLength: 60 });
  const headers = fc.tuple(
    mostly<string[]>([6, fc.constant(['Host: a'])], [1, fc.constant([])]),
    fc.constantFrom([], ...by),
    mostly<string[]>([1, fc.constant([])], [2, fc.constantFrom(...FRAMINGS)]),
    fc.array(usually(8, HEADERS, some), { maxLength: 3 }),
  );
  return fc
    .tuple(line, headers, usually(12, '\r\n', ['\n', '\r', '\r\r\n', '']), usually(6, BODIES, some))
    .map(([first, lines, end, sent]) => [first, ...lines.flat(), '', ''].join(end) + sent);
}

/** Requests as bytes on a socket of their own, which `held` ones leave open until the server closes it. */
export function rawAttempts(family: 'raw' | 'held', setting: Setting): fc.Arbitrary<Attempt> {
  const one = requestText(setting);
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  const other = usually(
    2,
    bytes.map((some) => Buffer.from(some).toString('latin1')),
    OTHER_PROTOCOLS,
  );
  const right = [
    ...['/config.json', '/projeto-social'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
    `POST /rest/v1/inscricoes_projeto HTTP/1.1\r\nHost: a\r\napikey: ${setting.key}\r\nContent-Length: 2\r\n\r\n{}`,
  ];
  const before = fc.array(fc.constantFrom(...right), { minLength: 1, maxLength: 25 });
  const inARow = text(
    before.map((requests) => requests.join('')),
    usually(3, one, '', other),
  );
  const manyHeaders = fc
    .integer({ min: 1, max: 2_500 })
    .map((lines) => `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(lines)}\r\n`);
  /** Whole, cut off after some byte, or in two pieces. */
  const pieces = fc
    .tuple(
      mostly<string>([12, one], [4, inARow], [1, other], [1, manyHeaders]),
      fc.constantFrom('whole', 'cut', 'split'),
      fc.nat(40_000),
    )
    .map(([sent, how, at]): Buffer[] => {
      const all = Buffer.from(sent, 'latin1');
      const place = all.length === 0 ? 0 : at % all.length;
      if (how === 'whole') return [all];
      return how === 'cut' ? [all.subarray(0, place)] : [all.subarray(0, place), all.subarray(place)];
    });
  const ends = family === 'held' ? (['held'] as const) : (['quiet', 'quiet', 'quiet', 'reset'] as const);
  return fc
    .tuple(pieces, fc.constantFrom<Attempt['ends']>(...ends))
    .map(([sent, end]) => ({ family, bytes: sent, ends: end, method: '', target: '', refused: false }));
}
