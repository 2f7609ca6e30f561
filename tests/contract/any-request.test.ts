import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { FIELDS as ANSWERS } from '../../domain/enrolment/fields.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import { pdfOf } from '../../kit/document-bytes.ts';
import { enrolled } from '../support/desk.ts';
import { codeOf, newKey } from '../support/documents.ts';
import { ROW } from '../support/people.ts';
import { forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Requests with something wrong in them, made by fast-check: none is answered as a fault of the server's, none changes
// a row or a file, no answer and no log tells of the inside or repeats what somebody typed. `npm run prove -- fuzz`
// makes tens of thousands of each kind; a red run names the seed that makes it again.

const ATTEMPTS = Number(process.env.MALFORMED ?? 150);

const server = serverForTests();
const admin = forTests(() => signedIn(server, { administrator: true }));
const one = forTests(() => enrolled(server));

const PERSONAL = ['Pessoa Marcada', 'marcada@example.com', '987.654.321-00', 'senha bem marcada'];
const split = (words: string) => ['', ...words.trim().split(/\s+/)];
const some = (words: string) => fc.constantFrom(...split(words));

/** JSON as text, because much of what is wrong with it no value can hold. */
const json: fc.Arbitrary<string> = fc.oneof(
  some(`null true 0 -1 1e400 2147483648 "" [] {} "\\ud800" "\\u0000" "a\\u0000b" "\\u202e" "NaN" "infinity" "2026-02-30" "{1,2"
    "%_\\\\" "(a,b)" "00000000-0000-4000-8000-000000000000" {"__proto__":1} "';drop--"`),
  fc.constantFrom(...PERSONAL).map((words) => JSON.stringify(words)),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(19, 25, 5_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
);
type Member = readonly [name: string, json: string];
const objectOf = (members: readonly Member[]) =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
const membersOf = (names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom('__proto__', ...names), json), { maxLength: 4 }).map(objectOf);
/** Broken off, doubled, in another encoding, or too large. */
const spoilt = (whole: fc.Arbitrary<string>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> =>
  fc.tuple(whole, fc.nat(8), fc.nat(5_000)).map(([text, way, at]) => {
    const bytes = [Buffer.from(text, 'utf16le'), Buffer.concat([Buffer.from(text), Buffer.from([0xff])])][
      way
    ];
    if (bytes) return new Uint8Array(bytes);
    return (
      [text.slice(0, at % Math.max(1, text.length - 1)), text + text, `[${text}`, `${text}x`][way - 2] ??
      '['.repeat(300_000)
    );
  });

type Attempt = { path: string; method?: string; body?: BodyInit; type?: string; mayBeTaken?: boolean };

const RIGHT = Object.entries({ ...ROW, nome_completo: PERSONAL[0], cpf: PERSONAL[2] }).map(
  ([name, value]): Member => [name, JSON.stringify(value)],
);
/** No column takes it: the last of two members of one name counts. */
const oneOf = (names: string, values: string) =>
  fc.tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom(...values.split(' ')));
const fault = fc.oneof(
  oneOf('nome_completo cidade email sexo peso', 'null "\\u0020" "a\\u0000b" "\\ud800"'),
  oneOf('email sexo peso data_nascimento', 'null {"a":1} ["x"] -1 true "x"'),
  fc
    .constantFrom('id', 'created_at', 'protocolo', 'ctid', 'nada', 'constructor')
    .map((name): Member => [name, '1']),
  fc
    .constantFrom('""', '"javascript:alert(1)"', '"http://a/public/outro/x.pdf"')
    .map((bad): Member => ['cadastro_unico_url', bad]),
);
const enrolment = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...ANSWERS.map(({ column }) => column)), json), { maxLength: 3 }),
    fault,
  )
  .map(([odd, wrong]) => objectOf([...RIGHT, ...odd, wrong]));

const functions = Object.entries(FUNCTIONS as Record<string, ApiFunction>);
/** What changes something has an argument that is certainly none; of a family no code is right but once, with nothing else. */
const called = fc.constantFrom(...functions).chain(([name, fn]): fc.Arbitrary<Attempt> => {
  const names = argumentsOf(fn).map((argument) => argument.name);
  const looks = fn.reads || fn.audit?.startsWith('viu_') === true || fn.allowedTo === 'family';
  const wrong = argumentsOf(fn).find(({ type }) => !/text|json/.test(type))?.name ?? 'sobra';
  const right: Member[] = names.includes('codigo') ? [['codigo', JSON.stringify(codeOf(one.key))]] : [];
  const bad = fc
    .constantFrom('"nada"', '{"a":1}', '"\\u0000"', '"1e400"')
    .map((value): Member => [wrong, value]);
  const path = `/rest/v1/rpc/${name}`;
  const values = fc.array(fc.tuple(fc.constantFrom('sobra', ...names), json), { maxLength: 4 });
  return looks && right.length === 0
    ? values.map((given) => ({ path, body: objectOf(given), mayBeTaken: true }))
    : fc
        .tuple(values, bad)
        .map(([given, last]) => ({ path, body: objectOf([...right, ...given, ['sobra', '1'], last]) }));
});
const query = fc.array(
  fc
    .tuple(
      some(
        'id cpf peso nada select order limit offset and or columns on_conflict __proto__ id::text outra(*) " ctid',
      ),
      some(
        "eq.1 eq. in.(1,2) not.eq.1 like.* fts.x (id.eq.1 * id,cpf id.desc -1 1e3 99999999999999999999 %00 %ff ' eq.Pessoa",
      ),
    )
    .map((pair) => pair.join('=')),
  { maxLength: 4 },
);
const TABLE = '/rest/v1/inscricoes_projeto';

const rest = fc.oneof<fc.Arbitrary<Attempt>[]>(
  enrolment.map((body) => ({ path: TABLE, body })),
  spoilt(enrolment).map((body) => ({ path: TABLE, body })),
  { weight: 3, arbitrary: called } as never,
  query.map((parts) => ({ path: `${TABLE}?${parts.join('&')}`, mayBeTaken: true })),
  fc.tuple(some('PATCH PUT DELETE').filter(Boolean), query, enrolment).map(([method, parts, body]) => ({
    ...{ path: `${TABLE}?${parts.join('&')}`, method, body },
  })),
  some('nada rpc/pode rpc/ a/b %00 ../auth/v1/user configuracao').map((path) => ({
    path: `/rest/v1/${path}`,
    mayBeTaken: true,
  })),
);

const FIELDS =
  'email password phone refresh_token data current_password role app_metadata token type provider'.split(' ');
const auth = fc
  .tuple(
    some(`token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce signup user admin/users logout/x
      admin/users/x otp recover verify factors admin/generate_link .well-known/jwks.json`),
    fc.oneof(membersOf(FIELDS), spoilt(membersOf(FIELDS))),
    fc.constantFrom('POST', 'POST', 'PUT', 'DELETE', 'PATCH'),
  )
  .map(([path, body, method]): Attempt => ({ path: `/auth/v1/${path}`, method, body }));

const PDF = Buffer.from(pdfOf());
const wrongBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.nat(PDF.length - 12).map((length) => new Uint8Array(PDF.subarray(0, length))),
  some('%PDF- %PDF-1.4\n%%EOF <html> <svg/onload=alert(1)> PK\u0003\u0004').map(
    (text) => new Uint8Array(Buffer.from(text)),
  ),
  fc.constant(new Uint8Array(5 * 1024 * 1024 + 1).fill(0x25)),
);
const wrongKey =
  some(`x.pdf public/x.pdf private/{id}_x.pdf public/{id}_x.exe public/{id}_x.pdf.html public/../{id}_x.pdf
  public/%2e%2e/{id}_x.pdf public//{id}_x.pdf public/{id}_a%2fb.pdf public/{id}_x%00.pdf public/{id}_%ff.pdf /etc/passwd`);
const storage = fc
  .tuple(fc.oneof(wrongKey, fc.constant('right')), wrongBytes, fc.nat(5))
  .map(([asked, bytes, way]): Attempt => {
    const key = asked === 'right' ? newKey() : asked.replace('{id}', '00000000-0000-4000-8000-000000000000');
    const path = `/storage/v1/object/${DOCUMENT_BUCKET}/${key}`;
    const body = new Uint8Array(asked === 'right' ? bytes : PDF);
    if (way === 0) return { path: path.replace('/object/', '/object/sign/'), body: '{"expiresIn":1e300}' };
    if (way === 1) return { path: `${path}?token=x`, method: 'GET' };
    if (way === 2) return { path, body: new Uint8Array(PDF), type: 'text/html' };
    if (way === 3) return { path: path.replace('/object/', '/upload/resumable/'), body, mayBeTaken: true };
    return { path, body, type: 'application/pdf' };
  });

const INSIDE =
  /\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|file:\/\/|\bselect (?!parameter)\S+ |\binsert into\b|syntax error at|pg_catalog|\b(?:private|servidor|storage|auth)\.\w|ECONN|ENOENT|TypeError|RangeError/;
const KEYS = ['code', 'details', 'error_code', 'hint', 'message', 'msg', 'statusCode', 'weak_password'];

/** Of every table but what counts and notes by itself: rows and what they add up to. */
async function everything() {
  const tables = await server.rows<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage') and tablename !~ 'auditoria|freio|tentativas|cpf_errados|chave_dos' order by 1`);
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*), sum(hashtextextended(t::text, 0)::numeric) from ${name} t`,
  );
  return [await server.rows(sums.join(' union all ')), readdirSync(server.documentsDir).sort()];
}

test.each([
  ['rest', rest],
  ['auth', auth],
  ['storage', storage],
] as const)(
  'whatever comes to /%s/v1 is refused in the shape of the contract, and nothing is another',
  async (_family, attempts) => {
    const before = await everything();
    const bearers = [server.keys.anonKey, admin.token, `${admin.token.slice(0, -9)}AAAAAAAAA`, 'x.y.z', ''];
    const property = fc.asyncProperty(
      attempts as fc.Arbitrary<Attempt>,
      fc.constantFrom(...bearers),
      async (attempt, bearer) => {
        const {
          path,
          body,
          type = 'application/json',
          method = body === undefined ? 'GET' : 'POST',
          mayBeTaken,
        } = attempt;
        const headers = {
          apikey: server.keys.anonKey,
          'Content-Type': type,
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
        };
        const answer = await server.fetch(server.url + path, {
          method,
          headers,
          ...(method !== 'GET' && { body }),
        });
        const text = await answer.text();
        const seen = `${answer.status} ${text.slice(0, 300)}`;
        expect(answer.status, seen).toBeLessThan(500);
        if (answer.status < 300) return void expect(mayBeTaken, seen).toBe(true);
        expect(text).not.toMatch(INSIDE);
        for (const words of PERSONAL) expect(text).not.toContain(words);
        const refusal = JSON.parse(text) as { code: unknown; message: unknown };
        expect(
          Object.keys(refusal).filter((key) => !KEYS.includes(key)),
          seen,
        ).toEqual([]);
        expect(typeof refusal.message, seen).toBe('string');
      },
    );
    await fc.assert(property, { numRuns: ATTEMPTS, interruptAfterTimeLimit: 3_600_000 });
    expect(await everything()).toEqual(before);
    const log = server.lines.join('');
    for (const words of PERSONAL) expect(log).not.toContain(words);
    expect(log).not.toMatch(/"level":(50|60)/);
  },
  3_600_000,
);
