import fc from 'fast-check';
import { type Header, listOf, mostly, type Setting, usually } from './attempt.ts';

const b64 = (part: string) => Buffer.from(part).toString('base64url');

/** A token's three parts that no secret has signed. */
const unsigned = fc
  .tuple(
    fc.constantFrom(
      '',
      ...listOf(
        '{"alg":"none"} {"alg":"HS256"} {"alg":"HS512"} {"alg":"RS256"} {"alg":"HS256","crit":["exp"]} {} [',
      ),
    ),
    fc.constantFrom(
      ...listOf(`{"role":"authenticated","aud":"authenticated","exp":9999999999} {"role":"service_role"}
        {"role":"postgres","exp":1} {"__proto__":{"role":"authenticated"}} [] x`),
    ),
    fc.string({ maxLength: 43 }),
  )
  .map((parts) => parts.map(b64).join('.'));

/** A bearer that this server did not sign, or signed for another time. */
export function badBearer({ key, token, expired, forged }: Setting): fc.Arbitrary<string> {
  const ours = [key, token, expired].filter(Boolean);
  const altered = fc
    .tuple(fc.constantFrom(...ours), fc.nat(2_000))
    .map(([jwt, at]) => `${jwt.slice(0, at % jwt.length)}.${jwt.slice((at % jwt.length) + 1)}`);
  const odd = [
    ...[expired, forged].filter(Boolean),
    'x'.repeat(4_000),
    ...listOf('null undefined .. a.b.c.d'),
  ];
  const any = fc
    .string({ unit: 'binary-ascii', minLength: 1, maxLength: 60 })
    .map((letters) => `x${letters}`);
  return mostly<string>([3, unsigned], [3, altered], [2, fc.constantFrom(...odd)], [2, any]).filter(
    (bearer) => !ours.slice(0, 2).includes(bearer.trim()),
  );
}

/** Authorization as it should not be. */
export const badAuthorization = (setting: Setting): fc.Arbitrary<Header> =>
  fc
    .tuple(fc.constantFrom('Bearer ', 'bearer ', 'BEARER  '), badBearer(setting))
    .map((parts): Header => ['Authorization', parts.join('')]);

/** `anonymous`: with the public key or nothing but it; `administrator`: a live token; `nobody`: refused for what it says of itself. */
export type Who = 'anonymous' | 'administrator' | 'nobody';

/** Who asks, with the headers that say so. */
export function caller(setting: Setting): fc.Arbitrary<{ who: Who; headers: Header[] }> {
  const { key, token } = setting;
  const is = (who: Who, apikey: string, ...more: Header[]) => ({
    who,
    headers: [['apikey', apikey] as Header, ...more],
  });
  const bearer = (jwt: string): Header => ['Authorization', `Bearer ${jwt}`];
  return mostly<{ who: Who; headers: Header[] }>(
    [6, fc.constant(is('anonymous', key, bearer(key)))],
    [1, fc.constant(is('anonymous', key))],
    [9, fc.constant(is('administrator', key, bearer(token)))],
    [2, badAuthorization(setting).map((header) => is('nobody', key, header))],
    [1, fc.constantFrom('y', 'x', `${key}x`, token).map((other) => is('nobody', other, bearer(`${other}x`)))],
  );
}

const headersIn = (lines: string): Header[] =>
  listOf(lines, /\s*\n\s*/).map((line): Header => [line.replace(/:.*/, ''), line.replace(/^.*?: /, '')]);

const ODD_HEADERS = headersIn(`
  Accept: text/html
  Accept: application/vnd.pgrst.object+json
  Accept: application/json;nulls=stripped
  Accept: ;;;,,,=*/*
  Accept-Profile: private
  Content-Profile: auth
  Content-Profile: public
  Range: 5-2
  Range: 0-99999999999999999999
  Range: bytes=0-0,5-9
  Range-Unit: items
  Cookie: cc-aparelho-x=%E0%A4%A; =; __proto__=1
  Origin: null
  Sec-Fetch-Site: same-origin
  X-Forwarded-For: 1.2.3.4, ::ffff:1.2.3.4, '; --
  X-Supabase-Api-Version: 2024-01-01
  X-Supabase-Api-Version: 9999-99-99
  If-None-Match: *
  Expect: 100-continue
  Upgrade: websocket
  __proto__: x
  constructor: x`);
const NAMES = listOf(
  'Prefer Accept Range Accept-Profile X-Client-Info Cookie If-Range Accept-Encoding User-Agent',
);

/** Optional headers that any request may carry; usually none, so that most requests get past the headers. */
export const oddHeaders: fc.Arbitrary<Header[]> = mostly<Header[]>(
  [2, fc.constant([])],
  [
    1,
    fc.array(
      fc.oneof(
        fc.constantFrom(...ODD_HEADERS),
        fc
          .tuple(fc.constantFrom(...NAMES), fc.string({ unit: 'binary-ascii', maxLength: 40 }))
          .map((pair): Header => pair),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  ],
);

const TYPES = listOf('text/plain application/json;charset=utf-16 application/jsonx ; text/csv');
const ENCODINGS = listOf('gzip br identity x');

/** The declared type of a body; most say JSON. */
export const bodyType: fc.Arbitrary<Header[]> = usually(16, 'json', 'none', TYPES, ENCODINGS).map((type) => {
  if (type === 'none') return [];
  if (TYPES.includes(type)) return [['Content-Type', type]];
  const json: Header = ['Content-Type', 'application/json'];
  return type === 'json' ? [json] : [json, ['Content-Encoding', type]];
});
