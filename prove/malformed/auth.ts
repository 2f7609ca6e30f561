import fc from 'fast-check';
import { type Attempt, type Header, mostly, PERSONAL, request, type Setting } from './attempt.ts';
import { bodyType, caller, oddHeaders } from './callers.ts';
import { brokenBody, deepJson, jsonValue, objectOf } from './json.ts';

const [, email, , password] = PERSONAL.map((text) => JSON.stringify(text));
const FIELDS = [
  'email',
  'password',
  'phone',
  'refresh_token',
  'data',
  'current_password',
  'role',
  'app_metadata',
  'nonce',
  '__proto__',
  'gotrue_meta_security',
  'code',
  'token',
  'type',
  'provider',
  '',
];
/** Not one of these is an account's. */
const EMAILS = [
  '"a"',
  '"@"',
  '"a@b@c"',
  '"a\\u0000@b"',
  '"a\\ud800@b"',
  '" "',
  '"a\\n@b.c"',
  JSON.stringify(`${'a'.repeat(300)}@b.c`),
  '["a@b.c"]',
  '{"a":1}',
];

const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), jsonValue), { maxLength: 5 }).map(objectOf);
const largeFields = fc.constantFrom(99_000, 100_001, 300_000).map((letters) =>
  objectOf([
    ['email', '"a"'],
    ['data', JSON.stringify('a'.repeat(letters))],
  ]),
);
const body = mostly<Buffer>(
  [5, fields.map((text) => Buffer.from(text))],
  [4, brokenBody(fields)],
  [1, deepJson.map((text) => Buffer.from(`{"data":${text}}`))],
  [1, largeFields.map((text) => Buffer.from(text))],
);

/** Refused before any hashing, but for one in a dozen: a hash costs more than a hundred other requests. */
const signIn = mostly<Buffer>(
  [9, body],
  [
    2,
    fc.tuple(fc.constantFrom(...EMAILS), jsonValue).map((pair) =>
      Buffer.from(
        objectOf([
          ['phone', '"6"'],
          ['email', pair[0]],
          ['password', `[${pair[1]}]`],
        ]),
      ),
    ),
  ],
  [
    1,
    fc
      .tuple(
        fc.constantFrom(email ?? '', ...EMAILS.slice(0, 6)),
        mostly<string>([1, fc.constant(password ?? '')], [1, jsonValue]),
      )
      .map((pair) =>
        Buffer.from(
          objectOf([
            ['email', pair[0]],
            ['password', pair[1]],
          ]),
        ),
      ),
  ],
);

/** Texts of a refresh token's shape and of others; none was ever issued, which has 36^12 others to be. */
const refresh = mostly<Buffer>(
  [
    3,
    mostly<string>(
      [3, jsonValue],
      [
        3,
        fc.constantFrom(
          '"aaaaaaaaaaaa"',
          '"000000000000"',
          '"aaaaaaaaaaaA"',
          '"aaaaaaaaaaa"',
          '"aaaaaaaaaaaa\\n"',
        ),
      ],
    ).map((token) => Buffer.from(`{"refresh_token":${token}}`)),
  ],
  [2, body],
);

const GRANTS = [
  'password',
  'refresh_token',
  'id_token',
  'pkce',
  'web3',
  'PASSWORD',
  '',
  'password&grant_type=refresh_token',
  '__proto__',
  '%00',
  'client_credentials',
];
const PATHS: readonly (readonly [method: string, path: string])[] = [
  ...[
    'otp',
    'recover',
    'magiclink',
    'verify',
    'resend',
    'reauthenticate',
    'invite',
    'callback',
    'sso',
    'factors',
    'token/x',
    'user/x',
    '',
    '/',
    'admin',
    'admin/generate_link',
    'admin/users/%00/factors',
    '%2e%2e/rest',
    'callback?code=x',
    'authorize?provider=x',
  ].map((path) => ['POST', path] as const),
  ...[
    'token',
    'logout',
    'signup',
    'admin/users',
    'user/identities',
    'verify?token=x&type=recovery',
    'authorize',
    '.well-known/jwks.json',
    'admin/audit',
  ].map((path) => ['GET', path] as const),
  ...(['DELETE', 'PATCH', 'PUT', 'OPTIONS', 'TRACE'] as const).flatMap(
    (method) =>
      [
        [method, 'token'],
        [method, 'admin/users'],
      ] as const,
  ),
];

/** Requests to /auth/v1: nobody signs in by one of them, nobody's session ends and no password changes. */
export function authAttempts(setting: Setting): fc.Arbitrary<Attempt> {
  const version: fc.Arbitrary<Header[]> = fc.constantFrom<Header[][]>(
    [],
    [['X-Supabase-Api-Version', '2024-01-01']],
    [['X-Supabase-Api-Version', '2024-01-01']],
  );
  const asked = fc
    .tuple(caller(setting), oddHeaders, bodyType, version)
    .map(([{ headers, who }, odd, type, asks]) => ({
      who,
      headers: [...headers, ...asks, ...odd.filter(([name]) => name !== 'X-Supabase-Api-Version')],
      type,
    }));
  const send = (
    method: string,
    path: string,
    { headers, type }: { headers: Header[]; type: Header[] },
    sent: Buffer | null,
    refused = true,
  ) =>
    request('auth', method, `/auth/v1/${path}`, {
      headers: sent ? [...headers, ...type] : headers,
      body: sent,
      refused,
    });

  const granting = fc
    .tuple(asked, mostly<string>([6, fc.constant('password')], [1, fc.constantFrom(...GRANTS)]), signIn)
    .map(([who, grant, sent]) => send('POST', `token?grant_type=${grant}`, who, sent));
  const refreshing = fc
    .tuple(asked, refresh)
    .map(([who, sent]) => send('POST', 'token?grant_type=refresh_token', who, sent));
  const signingUp = fc.tuple(asked, body).map(([who, sent]) => send('POST', 'signup', who, sent));
  const changing = fc
    .tuple(
      asked,
      fc.constantFrom(
        'user',
        'admin/users/x',
        'admin/users/00000000-0000-4000-8000-000000000000',
        'admin/users/%ff',
      ),
      body,
    )
    .map(([who, path, sent]) => send('PUT', path, who, sent));
  const making = fc.tuple(asked, body).map(([who, sent]) => send('POST', 'admin/users', who, sent));
  const leaving = fc
    .tuple(asked, fc.constantFrom('x', '', 'GLOBAL', 'local%00', 'global,local', '__proto__'), body)
    .map(([who, scope, sent]) => send('POST', `logout?scope=${scope}`, who, sent));
  const reading = fc
    .tuple(asked, fc.constantFrom('user', 'settings', 'health', 'user?select=*', 'settings?apikey=x'))
    .map(([who, path]) => send('GET', path, who, null, false));
  const elsewhere = fc
    .tuple(asked, fc.constantFrom(...PATHS), body)
    .map(([who, [method, path], sent]) => send(method, path, who, sent, !path.includes('2e')));
  return mostly<Attempt>(
    [5, granting],
    [3, refreshing],
    [2, signingUp],
    [2, changing],
    [1, making],
    [1, leaving],
    [1, reading],
    [2, elsewhere],
  );
}
