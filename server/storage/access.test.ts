import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { formOf } from '../../kit/family.ts';
import { uploaded } from '../../tests/support/desk.ts';
import { newKey, objectUrl, pdf } from '../../tests/support/documents.ts';
import { engines, forTests, serverForTests } from '../../tests/support/server.ts';
import { callerOf, signedIn } from '../../tests/support/sign-in.ts';
import { signLink } from './links.ts';

const NOW = Math.floor(Date.now() / 1000);
const API = '/storage/v1';
const BUCKET = `${API}/object/${DOCUMENT_BUCKET}`;

/** Verb, path and body for a document that exists. */
const CALLS = {
  upload: () => ['POST', objectUrl(newKey()), formOf(pdf())],
  upsert: () => ['POST', objectUrl(newKey()), formOf(pdf()), { 'x-upsert': 'true' }],
  overwrite: (key: string) => ['POST', objectUrl(key), formOf(pdf())],
  sign: (key: string) => ['POST', objectUrl(key, 'sign/'), '{"expiresIn":60}'],
  'sign, missing': () => ['POST', objectUrl(newKey(), 'sign/'), '{"expiresIn":60}'],
  remove: (key: string) => ['DELETE', BUCKET, JSON.stringify({ prefixes: [key] })],
} satisfies Record<string, (key: string) => [string, string, (BodyInit | null)?, Record<string, string>?]>;

const ONLY_SENDS = ['200', '403', '409', '404', '404', '200 []'];
const READS = ['200', '403', '409', '200', '404', '200 []'];
const REFUSED = Array<string>(6).fill('401');

/** The HTTP status, `200 []` for an empty list. In the order of CALLS. */
const RIGHTS = {
  nobody: ONLY_SENDS,
  visitor: ONLY_SENDS,
  stranger: ONLY_SENDS,
  'signed out': ONLY_SENDS,
  professor: ONLY_SENDS,
  administrator: READS,
  secretaria: READS,
  forged: REFUSED,
  expired: REFUSED,
  link: REFUSED,
};
type Person = keyof typeof RIGHTS;

/** What storage-api has besides; KEY is that of a document. */
const NOT_SERVED: [method: string, path: string][] = [
  ...['', 'authenticated/', 'public/', 'info/'].map((word): [string, string] => [
    'GET',
    objectUrl('KEY', word),
  ]),
  ...['HEAD', 'PUT', 'DELETE'].map((method): [string, string] => [method, objectUrl('KEY')]),
  ['POST', objectUrl('KEY', 'upload/sign/')],
  ...['sign', 'list'].map((word): [string, string] => ['POST', `${API}/object/${word}/${DOCUMENT_BUCKET}`]),
  ['POST', `${API}/object/outro/public/a.pdf`],
  ['DELETE', `${API}/object/outro`],
  ...['move', 'copy'].map((word): [string, string] => ['POST', `${API}/object/${word}`]),
  ['GET', `${API}/bucket`],
  ['DELETE', `${API}/bucket/${DOCUMENT_BUCKET}`],
  ['GET', `${API}/render/image/authenticated/x`],
];

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
    bearers.set('link', await signLink(server.keys.link, 'public/a', callerOf(admin), NOW));
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
      answers[call] = text === '[]' ? '200 []' : String(answer.status);
    }
    const expected = Object.keys(CALLS).map((call, at) => [call, RIGHTS[person][at]]);
    expect(answers).toEqual(Object.fromEntries(expected));
  });

  test.each(NOT_SERVED)(
    '%s %s is no path here, whoever asks and whether the document exists',
    async (method, path) => {
      for (const key of [await stored(), newKey()]) {
        const body = ['POST', 'PUT'].includes(method) ? '{"expiresIn":60,"paths":[]}' : null;
        const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
        const answer = await server.app.request(path.replace('KEY', encodeURI(key)), {
          method,
          body,
          headers,
        });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          404,
          'application/json; charset=utf-8',
        ]);
        expect(await answer.text()).not.toContain('public/');
      }
    },
  );

  test('a person who signs up uploads under their own name', async () => {
    const key = newKey();
    const headers = { authorization: `Bearer ${admin.token}` };
    await server.app.request(objectUrl(key), { method: 'POST', body: formOf(pdf()), headers });
    expect(await server.rows('select owner, owner_id from storage.objects where name = $1', key)).toEqual([
      { owner: admin.userId, owner_id: admin.userId },
    ]);
  });
});
