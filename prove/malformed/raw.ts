import fc from 'fast-check';
import { type Attempt, mostly, type Setting } from './attempt.ts';
import { BODIES, FRAMINGS, HEADERS, METHODS, OTHER_PROTOCOLS, targetsOf, VERSIONS } from './raw-parts.ts';

// What only a socket can send: broken request lines and headers, lengths that lie, chunks that
// are none, requests in a row, and all of it cut off anywhere. No HEAD and no whole request
// that could change something, so that each answer can be read and nothing may come of it.

/** One request, right or wrong in any place, as text of single bytes. */
function requestText(setting: Setting): fc.Arbitrary<string> {
  const { key, token } = setting;
  const line = fc
    .tuple(
      mostly<string>([5, fc.constantFrom('GET', 'POST')], [1, fc.constantFrom(...METHODS)]),
      fc.constantFrom(...targetsOf(setting)),
      mostly<string>([8, fc.constant('HTTP/1.1')], [1, fc.constantFrom(...VERSIONS)]),
      mostly<string>([12, fc.constant(' ')], [1, fc.constantFrom('  ', '\t', '')]),
    )
    .map(([method, target, version, space]) => [method, target, version].join(space));
  const caller = fc.constantFrom(
    [],
    [`apikey: ${key}`, `Authorization: Bearer ${key}`],
    [`apikey: ${key}`, `Authorization: Bearer ${token}`],
  );
  const host = mostly<string[]>([6, fc.constant(['Host: a'])], [1, fc.constant([])]);
  const framing = mostly<string[]>([1, fc.constant([])], [2, fc.constantFrom(...FRAMINGS)]);
  const odd = fc.array(
    mostly<string>([8, fc.constantFrom(...HEADERS)], [1, fc.string({ unit: 'binary-ascii', maxLength: 40 })]),
    { maxLength: 3 },
  );
  const ending = mostly<string>([12, fc.constant('\r\n')], [1, fc.constantFrom('\n', '\r', '\r\r\n', '')]);
  const body = mostly<string>(
    [6, fc.constantFrom(...BODIES)],
    [1, fc.string({ unit: 'binary-ascii', maxLength: 60 })],
  );
  return fc
    .tuple(line, fc.tuple(host, caller, framing, odd), ending, body)
    .map(([first, headers, end, sent]) => [first, ...headers.flat(), '', ''].join(end) + sent);
}

/** Requests as bytes on a socket of their own, which `held` ones leave open until the server closes it. */
export function rawAttempts(family: 'raw' | 'held', setting: Setting): fc.Arbitrary<Attempt> {
  const one = requestText(setting);
  const other = mostly<string>(
    [
      2,
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    ],
    [1, fc.constantFrom(...OTHER_PROTOCOLS)],
  );
  const right = [
    'GET /config.json HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /projeto-social HTTP/1.1\r\nHost: a\r\n\r\n',
    `POST /rest/v1/inscricoes_projeto HTTP/1.1\r\nHost: a\r\napikey: ${setting.key}\r\nContent-Length: 2\r\n\r\n{}`,
  ];
  const inARow = fc
    .tuple(
      fc.array(fc.constantFrom(...right), { minLength: 1, maxLength: 25 }),
      mostly<string>([3, one], [1, fc.constant('')], [1, other]),
    )
    .map(([before, last]) => before.join('') + last);
  const manyHeaders = fc
    .integer({ min: 1, max: 2_500 })
    .map((lines) => `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(lines)}\r\n`);
  const text = mostly<string>([12, one], [4, inARow], [1, other], [1, manyHeaders]);
  /** Whole, cut off after some byte, or in two pieces. */
  const pieces = fc
    .tuple(text, fc.constantFrom('whole', 'cut', 'split'), fc.nat(40_000))
    .map(([all, how, at]): Buffer[] => {
      const bytes = Buffer.from(all, 'latin1');
      const place = bytes.length === 0 ? 0 : at % bytes.length;
      if (how === 'whole') return [bytes];
      return how === 'cut' ? [bytes.subarray(0, place)] : [bytes.subarray(0, place), bytes.subarray(place)];
    });
  const ends: fc.Arbitrary<Attempt['ends']> =
    family === 'held' ? fc.constant('held') : fc.constantFrom('quiet', 'quiet', 'quiet', 'reset');
  return fc
    .tuple(pieces, ends)
    .map(([bytes, end]) => ({ family, bytes, ends: end, method: '', target: '', refused: false }));
}
