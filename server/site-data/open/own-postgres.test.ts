import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../tests/support/files.ts';
import { loginOf } from './own-postgres.ts';

const ELSEWHERE = ['banco.example', '10.0.0.5', '203.0.113.5', '[2001:db8::1]', '0.0.0.0'];

test.each(ELSEWHERE)('a PostgreSQL at %s is refused unless its certificate is checked', (host) => {
  for (const mode of ['', '?sslmode=require', '?sslmode=prefer', '?sslmode=allow', '?sslmode=no-verify'])
    expect(() => loginOf(`postgres://eu:segredo@${host}/banco${mode}`)).toThrow(
      /^DATABASE_URL: este PostgreSQL está em outra máquina.*sslmode=verify-full.*sslmode=disable$/,
    );
  expect(() => loginOf(`postgres://eu:segredo@${host}/banco`)).not.toThrow(/segredo/);
  expect(loginOf(`postgres://eu@${host}/banco?sslmode=verify-full`).ssl).toEqual({
    rejectUnauthorized: true,
  });
  expect(loginOf(`postgres://eu@${host}/banco?sslmode=disable`).ssl).toBeUndefined();
});

test.each(['localhost', '127.0.0.1', '127.8.9.1', '[::1]', '/var/run/postgresql'])(
  'at %s nothing lies between, and no certificate is asked for',
  (host) => {
    const url = host.startsWith('/')
      ? `postgres://eu@localhost/banco?host=${encodeURIComponent(host)}`
      : `postgres://eu@${host}/banco`;
    expect(loginOf(url).ssl).toBeUndefined();
  },
);

test('a host in the parameters counts, not the one before', () => {
  expect(() => loginOf('postgres://eu@localhost/banco?host=banco.example')).toThrow(/^DATABASE_URL: /);
});

test('a certificate of one’s own is read, and named when it cannot be', () => {
  const folder = newFolder();
  const file = join(folder, 'ca.pem');
  writeFileSync(file, 'certificate');
  const url = `postgres://eu@banco.example/b?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  expect(loginOf(url).ssl).toEqual({ rejectUnauthorized: true, ca: 'certificate' });
  rmSync(folder, { recursive: true });
  expect(() => loginOf(url)).toThrow('DATABASE_URL: o arquivo de sslrootcert não pode ser lido');
});
