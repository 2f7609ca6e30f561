import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { listOf, type Setting } from './attempt.ts';

// Pieces of requests as text in which each character is one byte.

export const METHODS = [
  '',
  'GE T',
  'G\u0000T',
  '\u00ff',
  'X'.repeat(5_000),
  ...listOf('PUT DELETE PATCH OPTIONS TRACE CONNECT get PRI QUERY'),
];
export const VERSIONS = [
  'HTTP/1.1 x',
  '',
  ...listOf('HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/1.2 HTTP/1 http/1.1 HTTP/11.1'),
];

/** Headers, one a line. */
const HEADER_LINES = `Host: b
Host:
Host: a b
Host: a/b
Host: a@b
Host: [::1
Host: a:99999
Host : a
 Host: a
Host: \u00e1
Host: a,b
Content-Length: 5
Content-Length: -1
Content-Length: 1e3
Content-Length: 0x10
Content-Length: 99999999999999999999
Content-Length: 5, 5
Content-Length: +5
Content-Length:
Content-Length: 6000000
Transfer-Encoding: chunked
Transfer-Encoding: identity
Transfer-Encoding: chunked, identity
Transfer-Encoding: gzip, chunked
Transfer-Encoding: xchunked
Transfer-Encoding:\u000bchunked
Transfer-encoding: chunked, chunked
Transfer-Encoding : chunked
TE: trailers
Connection: close
Connection: keep-alive
Connection: Upgrade
Connection: Content-Length, Authorization
Upgrade: h2c
Upgrade: websocket
HTTP2-Settings: AAMAAABkAAQAAP__
Expect: 100-continue
Expect: milagre
Authorization: Bearer x
Authorization: Bearer y
apikey: x
X
: x
X: a\u0000b
X: a\u0001b
X: a\u007fb
X: \u00ff\u00fe
 folded
\tx
X;: y
X\u0000: y
(x): y
__proto__: x
constructor: x
Trailer: Content-Length
Keep-Alive: timeout=99999
Max-Forwards: 0`;
export const HEADERS = HEADER_LINES.split('\n');

export const FRAMINGS = [
  ['Content-Length: 5'],
  ['Transfer-Encoding: chunked'],
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['Content-Length: 300'],
  ['Content-Length: 200000'],
];

const LAST_CHUNK = '0\r\n\r\n';

/** Bodies, most of them in chunks or in what looks like some. */
export const BODIES = [
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
  ...[
    '5\r\nhello\r\n',
    '5\r\nhello',
    '-1\r\nx\r\n',
    '0x5\r\nhello\r\n',
    ' 5\r\nhello\r\n',
    '5 \r\nhello\r\n',
    '5;a=b\r\nhello\r\n',
    '',
  ].map((text) => text + LAST_CHUNK),
  ...['X: y', 'Content-Length: 5', 'X', `X: ${'y'.repeat(20_000)}`].map(
    (trailer) => `0\r\n${trailer}\r\n\r\n`,
  ),
  `5;${'a'.repeat(20_000)}\r\nhello\r\n${LAST_CHUNK}`,
];

/** What is no HTTP, or another's. */
export const OTHER_PROTOCOLS = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  'SSH-2.0-x\r\n',
  'HELO a\r\n',
  '\r\n\r\n\r\n',
  '\n',
  '\u0000',
  'HTTP/1.1 200 OK\r\n\r\n',
  `${'\r\n'.repeat(500)}GET / HTTP/1.1\r\nHost: a\r\n\r\n`,
];

export function targetsOf({ key, document }: Setting): string[] {
  const object = `/storage/v1/object/${DOCUMENT_BUCKET}`;
  return [
    ...listOf(
      '/ /config.json /health/live /projeto-social /assets/x /nada * a /% /%ff /\u00e7 /#x //outro.example/x /\\ /a\\b /?\\ /; /[ /?[',
    ),
    ...listOf(
      '/../../etc/passwd /..%2f..%2fkeys.json /%2e%2e/x http://a/ http://outro.example/ HTTP://a/ https://a:443/ ftp://a/ a:80',
    ),
    ...[
      '',
      '/\u0000',
      '/ ',
      `/${'a'.repeat(9_000)}`,
      `/${'a'.repeat(20_000)}`,
      `/rest/v1/x?${'a'.repeat(9_000)}`,
    ],
    ...listOf(
      '/rest/v1/inscricoes_projeto /rest/v1/rpc/buscar_inscricoes /auth/v1/token?grant_type=password /auth/v1/user',
    ),
    ...[
      `/rest/v1/inscricoes_projeto?apikey=${key}`,
      `/auth/v1/token?grant_type=password&apikey=${key}`,
      `/auth/v1/signup?apikey=${key}`,
    ],
    ...[`${object}/public/x.pdf`, `${object}/${document}`, `/storage/v1/object/list/${DOCUMENT_BUCKET}`],
    ...listOf('/realtime/v1 /functions/v1/x /graphql/v1 /pg/x /%72est/v1/x /rest%2fv1/x'),
  ];
}
