import fc from 'fast-check';
import { type Header, mostly, type Setting } from './attempt.ts';

const b64 = (text: string) => Buffer.from(text).toString('base64url');

/** A token's three parts that no secret has signed. */
const unsigned = fc
  .tuple(
    fc.constantFrom(
      '{"alg":"none"}',
      '{"alg":"HS256"}',
      '{"alg":"HS512"}',
      '{"alg":"RS256"}',
      '{"alg":"HS256","crit":["exp"]}',
      '{}',
      '[',
      '',
    ),
    fc.constantFrom(
      '{"role":"authenticated","aud":"authenticated","exp":9999999999}',
      '{"role":"service_role"}',
      '{"role":"postgres","exp":1}',
      '{"__proto__":{"role":"authenticated"}}',
      '[]',
      'x',
    ),
    fc.string({ maxLength: 43 }),
  )
  .map(([header, claims, signature]) => `${b64(header)}.${b64(claims)}.${b64(signature)}`);

/** A bearer that this server did not sign, or signed for another time. */
function badBearer({ key, token, expired, forged }: Setting): fc.Arbitrary<string> {
  const ours = [key, token, expired].filter(Boolean);
  const altered = fc
    .tuple(fc.constantFrom(...ours), fc.nat(2_000))
    .map(([jwt, at]) => `${jwt.slice(0, at % jwt.length)}.${jwt.slice((at % jwt.length) + 1)}`);
  return mostly<string>(
    [3, unsigned],
    [3, altered],
    [
      2,
      fc.constantFrom(
        ...[expired, forged].filter(Boolean),
        'null',
        'undefined',
        'x'.repeat(4_000),
        '..',
        'a.b.c.d',
      ),
    ],
    [2, fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 60 }).map((text) => `x${text}`)],
  ).filter((text) => !ours.slice(0, 2).includes(text.trim()));
}

/** Authorization as it should not be. */
export function badAuthorization(setting: Setting): fc.Arbitrary<Header> {
  return fc
    .tuple(fc.constantFrom('Bearer ', 'bearer ', 'BEARER  '), badBearer(setting))
    .map(([scheme, bearer]): Header => ['Authorization', scheme + bearer]);
}

/** `anonymous`: with the public key or nothing but it; `administrator`: a live token; `nobody`: refused for what it says of itself. */
export type Who = 'anonymous' | 'administrator' | 'nobody';

/** Who asks, with the headers that say so. */
export function caller(setting: Setting): fc.Arbitrary<{ who: Who; headers: Header[] }> {
  const { key, token } = setting;
  const is = (who: Who, ...headers: Header[]) => ({ who, headers });
  return mostly<{ who: Who; headers: Header[] }>(
    [6, fc.constant(is('anonymous', ['apikey', key], ['Authorization', `Bearer ${key}`]))],
    [1, fc.constant(is('anonymous', ['apikey', key]))],
    [9, fc.constant(is('administrator', ['apikey', key], ['Authorization', `Bearer ${token}`]))],
    [2, badAuthorization(setting).map((header) => is('nobody', ['apikey', key], header))],
    [
      1,
      fc
        .constantFrom('', 'x', `${key}x`, token)
        .map((other) => is('nobody', ['apikey', other || 'y'], ['Authorization', `Bearer ${other || 'y'}x`])),
    ],
  );
}

const someHeaders: fc.Arbitrary<Header[]> = fc.array(
  fc.oneof(
    fc.constantFrom<Header>(
      ['Accept', 'text/html'],
      ['Accept', 'application/vnd.pgrst.object+json'],
      ['Accept', 'application/json;nulls=stripped'],
      ['Accept', ';;;,,,=*/*'],
      ['Accept-Profile', 'private'],
      ['Content-Profile', 'auth'],
      ['Content-Profile', 'public'],
      ['Range', '5-2'],
      ['Range', '0-99999999999999999999'],
      ['Range', 'bytes=0-0,5-9'],
      ['Range-Unit', 'items'],
      ['Cookie', 'cc-aparelho-x=%E0%A4%A; =; __proto__=1'],
      ['Origin', 'null'],
      ['Sec-Fetch-Site', 'same-origin'],
      ['X-Forwarded-For', "1.2.3.4, ::ffff:1.2.3.4, '; --"],
      ['X-Supabase-Api-Version', '2024-01-01'],
      ['X-Supabase-Api-Version', '9999-99-99'],
      ['If-None-Match', '*'],
      ['Expect', '100-continue'],
      ['Upgrade', 'websocket'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
    ),
    fc
      .tuple(
        fc.constantFrom(
          'Prefer',
          'Accept',
          'Range',
          'Accept-Profile',
          'X-Client-Info',
          'Cookie',
          'If-Range',
          'Accept-Encoding',
          'User-Agent',
        ),
        fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      )
      .map(([name, value]): Header => [name, value]),
  ),
  { minLength: 1, maxLength: 2 },
);

/** Headers that any request may carry and none needs; most have none, so that the rest of them is read. */
export const oddHeaders: fc.Arbitrary<Header[]> = mostly<Header[]>([2, fc.constant([])], [1, someHeaders]);

/** The declared type of a body; most say JSON. */
export const bodyType: fc.Arbitrary<Header[]> = mostly<Header[]>(
  [16, fc.constant([['Content-Type', 'application/json']])],
  [1, fc.constant([])],
  [
    1,
    fc
      .constantFrom('text/plain', 'application/json; charset=utf-16', 'application/jsonx', ';', 'text/csv')
      .map((type): Header[] => [['Content-Type', type]]),
  ],
  [
    1,
    fc.constantFrom('gzip', 'br', 'identity', 'x').map((way): Header[] => [
      ['Content-Type', 'application/json'],
      ['Content-Encoding', way],
    ]),
  ],
);
