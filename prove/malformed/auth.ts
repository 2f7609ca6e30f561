import fc from 'fast-check';
import { at, type Endpoint, listOf, mostly, PERSONAL, type Setting, text, usually, utf8 } from './attempt.ts';
import { bodyOf, jsonValue } from './json.ts';

const [, email, , password] = PERSONAL.map((words) => JSON.stringify(words)) as [
  string,
  string,
  string,
  string,
];
const FIELDS =
  listOf(`email password phone refresh_token data current_password role app_metadata nonce __proto__
  gotrue_meta_security code token type provider`);
/** Not one of these is an account's. */
const EMAILS = listOf(
  `"a" "@" "a@b@c" "a\\u0000@b" "a\\ud800@b" "\\u0020" "${'a'.repeat(300)}@b.c" ["a@b.c"] {"a":1} "a\\n@b.c"`,
);

const body = bodyOf(['', ...FIELDS], 'data');

/** Refused before any hashing, but for one in a dozen: a hash costs more than a hundred other requests. */
const signIn = mostly<Buffer>(
  [9, body],
  [2, utf8(text('{"phone":"6","email":', EMAILS, ',"password":[', jsonValue, ']}'))],
  [
    1,
    utf8(
      text('{"email":', [email, ...EMAILS.slice(0, 6)], ',"password":', usually(1, password, jsonValue), '}'),
    ),
  ],
);

/** Texts of a refresh token's shape and of others; none was ever issued, which has 36^12 others to be. */
const TOKENS = listOf('"aaaaaaaaaaaa" "000000000000" "aaaaaaaaaaaA" "aaaaaaaaaaa" "aaaaaaaaaaaa\\n"');
const refresh = mostly<Buffer>(
  [3, utf8(text('{"refresh_token":', usually(1, jsonValue, TOKENS), '}'))],
  [2, body],
);

const GRANTS = [
  '',
  ...listOf(`password refresh_token id_token pkce web3 PASSWORD password&grant_type=refresh_token __proto__
  %00 client_credentials`),
];
const POSTED = [
  '',
  ...listOf(`otp recover magiclink verify resend reauthenticate invite callback sso factors token/x user/x / admin
  admin/generate_link admin/users/%00/factors %2e%2e/rest callback?code=x authorize?provider=x`),
];
const READ = listOf(`token logout signup admin/users user/identities verify?token=x&type=recovery authorize
  .well-known/jwks.json admin/audit`);
const ACCOUNTS = listOf(
  'user admin/users/x admin/users/00000000-0000-4000-8000-000000000000 admin/users/%ff',
);
const SCOPES = ['', ...listOf('x GLOBAL local%00 global,local __proto__')];

/** Requests to /auth/v1: nobody signs in by one of them, nobody's session ends and no password changes. */
export function authEndpoints(_setting: Setting): Endpoint[] {
  const kinds: [weight: number, methods: string, what: Endpoint['what'], refused?: Endpoint['refused']][] = [
    [10, 'POST', at(['/token?grant_type=', usually(6, 'password', GRANTS)], signIn)],
    [6, 'POST', at(['/token?grant_type=refresh_token'], refresh)],
    [4, 'POST', at(['/signup'], body)],
    [4, 'PUT', at(['/', ACCOUNTS], body)],
    [2, 'POST', at(['/admin/users'], body)],
    [2, 'POST', at(['/logout?scope=', SCOPES], body)],
    [2, 'GET', at(['/', listOf('user settings health user?select=* settings?apikey=x')]), false],
    [2, 'POST', at(['/', POSTED], body), (path) => !path.includes('2e')],
    [1, 'GET', at(['/', READ], body)],
    [1, 'DELETE PATCH PUT OPTIONS TRACE', at(['/', listOf('token admin/users')], body)],
  ];
  /** Two of three clients ask for the newer shape of a refusal. */
  const dated = fc.constantFrom([], ...Array(2).fill([['X-Supabase-Api-Version', '2024-01-01']]));
  return kinds.map(([weight, methods, what, refused = true]) => ({
    weight,
    methods,
    what: fc.tuple(what, dated).map(([asked, headers]) => ({ ...asked, headers })),
    refused,
  }));
}
