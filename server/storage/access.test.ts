import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { formOf } from '../../kit/family.ts';
import { uploaded } from '../../tests/support/desk.ts';
import { newKey, objectUrl, pdf } from '../../tests/support/documents.ts';
import { engines, forTests, serverForTests } from '../../tests/support/server.ts';
import { callerOf, signedIn } from '../../tests/support/sign-in.ts';
import { signLink } from './links.ts';

type Person =
  | 'nobody'
  | 'visitor'
  | 'stranger'
  | 'professor'
  | 'secretaria'
  | 'administrator'
  | 'forged'
  | 'expired'
  | 'signed out'
  | 'link';

const NOW = Math.floor(Date.now() / 1000);
const API = '/storage/v1';

/** Verb, path and body for a document that exists. */
const CALLS = {
  upload: () => ['POST', objectUrl(newKey()), formOf(pdf())],
  upsert: () => ['POST', objectUrl(newKey()), formOf(pdf()), { 'x-upsert': 'true' }],
  overwrite: (key: string) => ['POST', objectUrl(key), formOf(pdf())],
  update: (key: string) => ['PUT', objectUrl(key), formOf(pdf())],
  read: (key: string) => ['GET', objectUrl(key)],
  'read, authenticated': (key: string) => ['GET', objectUrl(key, 'authenticated/')],
  'read, missing': () => ['GET', objectUrl(newKey(), 'authenticated/')],
  public: (key: string) => ['GET', objectUrl(key, 'public/')],
  'public, missing': () => ['GET', objectUrl(newKey(), 'public/')],
  info: (key: string) => ['GET', objectUrl(key, 'info/')],
  list: () => ['POST', `${API}/object/list/${DOCUMENT_BUCKET}`, '{"prefix":"public"}'],
  sign: (key: string) => ['POST', objectUrl(key, 'sign/'), '{"expiresIn":60}'],
  'sign, missing': () => ['POST', objectUrl(newKey(), 'sign/'), '{"expiresIn":60}'],
  remove: (key: string) => [
    'DELETE',
    `${API}/object/${DOCUMENT_BUCKET}`,
    JSON.stringify({ prefixes: [key] }),
  ],
  'remove one': (key: string) => ['DELETE', objectUrl(key)],
  move: () => ['POST', `${API}/object/move`, '{}'],
  copy: () => ['POST', `${API}/object/copy`, '{}'],
  buckets: () => ['GET', `${API}/bucket`],
  bucket: () => ['GET', `${API}/bucket/${DOCUMENT_BUCKET}`],
  'new bucket': () => ['POST', `${API}/bucket`, '{"name":"novo"}'],
  'empty the bucket': () => ['POST', `${API}/bucket/${DOCUMENT_BUCKET}/empty`],
  'drop the bucket': () => ['DELETE', `${API}/bucket/${DOCUMENT_BUCKET}`],
  'many links': () => ['POST', `${API}/object/sign/${DOCUMENT_BUCKET}`, '{"expiresIn":60,"paths":[]}'],
  elsewhere: () => ['GET', `${API}/render/image/authenticated/x`],
} satisfies Record<string, (key: string) => [string, string, (BodyInit | null)?, Record<string, string>?]>;

const ONLY_SENDS = [
  ...['200', '403', '409', '403', '404', '404', '404', '404', '404', '404'],
  ...[
    '200 []',
    '404',
    '404',
    '200 []',
    '403',
    '404',
    '404',
    '200 []',
    '404',
    '403',
    '404',
    '404',
    '404!',
    '404!',
  ],
];

const READS = [
  ...['200', '403', '409', '403', '200', '200', '404', '404', '404', '200'],
  ...[
    '400',
    '200',
    '404',
    '200 []',
    '403',
    '404',
    '404',
    '200 []',
    '404',
    '403',
    '404',
    '404',
    '404!',
    '404!',
  ],
];

/** `200`, `200 []` for an empty list, `404!` for HTTP 404, else the statusCode in a body with HTTP 400. In the order of CALLS. */
const RIGHTS: Record<Person, string[]> = {
  visitor: ONLY_SENDS,
  stranger: ONLY_SENDS,
  'signed out': ONLY_SENDS,
  professor: ONLY_SENDS,
  administrator: READS,
  secretaria: READS,
  nobody: [
    ...['400', '400', '400', '400', '404', '400', '400', '404', '404', '404'],
    ...['400', '400', '400', '400', '400', '400', '400', '400', '400', '400', '400', '400', '404!', '404!'],
  ],
  forged: refusedEverywhere(),
  expired: refusedEverywhere(),
  link: refusedEverywhere(),
};

function refusedEverywhere(): string[] {
  return Object.keys(CALLS).map((call) =>
    call.startsWith('public') ? '404' : ['many links', 'elsewhere'].includes(call) ? '404!' : '403',
  );
}

describe.each(engines)('who may do what with documents on $name', (engine) => {
  const server = serverForTests(engine);
  const bearers = new Map<Person, string | null>([['nobody', null]]);
  const admin = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    const away = await signedIn(server, { administrator: true });
    await server.database.query('delete from auth.sessions where id = $1', [away.sessionId]);
    bearers.set('visitor', server.keys.anonKey);
    bearers.set('administrator', admin.token);
    for (const role of ['professor', 'secretaria'] as const)
      bearers.set(role, (await signedIn(server, { administrator: true, role })).token);
    bearers.set('signed out', away.token);
    bearers.set('stranger', (await signedIn(server, { administrator: false })).token);
    bearers.set('expired', (await signedIn(server, { administrator: true, issuedAt: NOW - 86_400 })).token);
    const claims = {
      sub: admin.userId,
      session_id: admin.sessionId,
      role: 'authenticated',
      aud: 'authenticated',
    };
    const forged = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(NOW + 600);
    bearers.set('forged', await forged.sign(new Uint8Array(32)));
    bearers.set(
      'link',
      await signLink(server.keys.link, `${DOCUMENT_BUCKET}/public/a`, callerOf(admin), 60, NOW),
    );
  });

  const ask = async (person: Person, call: keyof typeof CALLS, key: string) => {
    const [method, path, body, headers = {}] = CALLS[call](key) as [string, string, BodyInit?, HeadersInit?];
    const bearer = bearers.get(person);
    return server.app.request(path, {
      method,
      body,
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...headers,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
    });
  };
  const stored = () => uploaded(server);

  test.each(Object.keys(RIGHTS) as Person[])('%s', async (person) => {
    const answers: Record<string, string> = {};
    for (const call of Object.keys(CALLS) as (keyof typeof CALLS)[]) {
      const answer = await ask(person, call, await stored());
      const text = await answer.text();
      if (answer.status === 200) answers[call] = text === '[]' ? '200 []' : '200';
      else if (answer.status === 404) answers[call] = '404!';
      else
        answers[call] = `${answer.status === 400 ? '' : `${answer.status} `}${JSON.parse(text).statusCode}`;
    }
    const expected = Object.keys(CALLS).map((call, at) => [call, RIGHTS[person][at]]);
    expect(answers).toEqual(Object.fromEntries(expected));
  });

  test.each([
    ['forged', 'signature verification failed'],
    ['expired', '"exp" claim timestamp check failed'],
    ['link', 'signature verification failed'],
  ] as const)('the bearer that is %s is told: %s', async (person, message) => {
    const answer = await ask(person, 'list', '');
    expect(await answer.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
      message,
    });
  });

  test.each([
    ['Bearer lixo', 'Invalid Compact JWS'],
    ['Bearer ', 'Invalid Compact JWS'],
    ['Basic YTpi', 'Invalid Compact JWS'],
    [
      'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYW5vbiJ9.',
      '"alg" (Algorithm) Header Parameter value not allowed',
    ],
  ])('Authorization: %s is told: %s', async (authorization, message) => {
    const answer = await server.app.request(`${API}/bucket`, { headers: { authorization } });
    expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '403', message }]);
  });

  test('without Authorization the public key speaks, as at the gateway', async () => {
    const answer = await server.app.request(`${API}/bucket`, { headers: { apikey: server.keys.anonKey } });
    expect(await answer.json()).toEqual([]);
    const without = await server.app.request(`${API}/bucket`);
    expect(await without.json()).toEqual({
      statusCode: '400',
      error: 'Error',
      code: 'InvalidRequest',
      message: "headers must have required property 'authorization'",
    });
  });

  test('an unknown route is answered in JSON without its path', async () => {
    for (const path of ['/segredo', '', '/object', '/object/upload/sign/a/b', '/object/list-v2/a']) {
      const answer = await server.app.request(`${API}${path}`, { method: 'PATCH' });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { statusCode: 404, error: 'Not Found', message: 'Route PATCH:/* not found' },
      ]);
    }
  });

  test('the public address answers the same for an existing and a missing document', async () => {
    const key = await stored();
    const answers = await Promise.all(
      [key, newKey(), 'public/..%2F'].map((one) => server.app.request(objectUrl(one, 'public/'))),
    );
    const texts = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect([...texts].map((text) => JSON.parse(text))).toEqual([
      { statusCode: '404', error: 'Bucket not found', code: 'NoSuchBucket', message: 'Bucket not found' },
    ]);
    expect((await server.app.request(objectUrl(key, 'public/'), { method: 'HEAD' })).status).toBe(400);
  });

  test('a person who signs up uploads under their own name', async () => {
    const key = newKey();
    const headers = { authorization: `Bearer ${admin.token}` };
    await server.app.request(objectUrl(key), { method: 'POST', body: formOf(pdf()), headers });
    expect(await server.rows('select owner, owner_id from storage.objects where name = $1', key)).toEqual([
      { owner: admin.userId, owner_id: admin.userId },
    ]);
  });
});
