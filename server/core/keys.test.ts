import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { folderForTests, newFolder } from '../../tests/support/files.ts';
import { loadKeys } from './keys.ts';
import { ACCESS_TOKEN_SECONDS, callerOf, signAccessToken } from './tokens.ts';

const folder = folderForTests();
const none = { jwtSecret: null, anonKey: null };

test('the keys are made once, readable by the owner only, and are the same at the next start', () => {
  const first = loadKeys(folder, none);
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(loadKeys(folder, none)).toEqual(first);
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain(first.anonKey);
});

test('the key of signed links is another than the key of sessions', () => {
  const { jwt, link } = loadKeys(folder, none);
  expect(Buffer.from(link)).not.toEqual(Buffer.from(jwt));
});

test('the public key contains only the anonymous role', async () => {
  const { jwt, anonKey } = loadKeys(folder, none);
  expect(decodeJwt(anonKey)).toEqual({
    iss: 'supabase',
    role: 'anon',
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  expect(await callerOf(anonKey, jwt, anonKey)).toEqual({ role: 'anon', claims: { role: 'anon' } });
});

test('several servers with the same secret have the same keys, whatever their folders hold', () => {
  const other = newFolder();
  const given = { jwtSecret: 'um segredo ao acaso, longo o bastante', anonKey: null };
  const { ownerPassword: _one, ...one } = loadKeys(folder, given);
  const { ownerPassword: _two, ...two } = loadKeys(other, given);
  expect(one).toEqual(two);
});

test('a token that was found right is refused once it has expired, and by another key', async () => {
  const { jwt, link, anonKey } = loadKeys(folder, none);
  const id = '11111111-1111-4111-8111-111111111111';
  const claims = { sub: id, session_id: id, email: 'pessoa@example.com', aud: 'authenticated' };
  const { token, expiresAt } = await signAccessToken(jwt, claims, Math.floor(Date.now() / 1000));
  expect(await callerOf(token, jwt, anonKey)).toMatchObject({ role: 'authenticated', claims: { sub: id } });
  await expect(callerOf(token, link, anonKey)).rejects.toMatchObject({
    code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  });
  vi.useFakeTimers({ now: (expiresAt + ACCESS_TOKEN_SECONDS) * 1000, toFake: ['Date'] });
  try {
    await expect(callerOf(token, jwt, anonKey)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  } finally {
    vi.useRealTimers();
  }
});
