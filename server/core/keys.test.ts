import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { folderForTests, newFolder } from '../../tests/support/files.ts';
import { loadKeys } from './keys.ts';
import { callerOf } from './tokens.ts';

const folder = folderForTests();
const none = { jwtSecret: null, anonKey: null };

test('the keys are made once, readable by the owner only, and are the same at the next start', () => {
  const first = loadKeys(folder, none);
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(loadKeys(folder, none)).toEqual(first);
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).not.toContain(first.anonKey);
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
