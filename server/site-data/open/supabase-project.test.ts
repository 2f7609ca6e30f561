import { expect, test } from 'vitest';
import { readProject } from './supabase-project.ts';

const URL = 'https://abcdefgh.supabase.co';
const token = (claims: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims), 'assinatura']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
const ANON = token({ role: 'anon' });
const PUBLISHABLE = 'sb_publishable_0123456789';

test.each([
  [URL, ANON, URL],
  [`${URL}/`, PUBLISHABLE, URL],
  ['https://dados.exemplo.com.br', ANON, 'https://dados.exemplo.com.br'],
  ['http://127.0.0.1:54321', ANON, 'http://127.0.0.1:54321'],
  ['http://localhost:54321', ANON, 'http://localhost:54321'],
])('%s is a project', (url, key, origin) => {
  expect(readProject(url, key)).toEqual({ url: origin, key });
});

test.each([
  ['abcdefgh', /não é um endereço/],
  ['http://abcdefgh.supabase.co', /começa com https/],
  ['postgres://postgres@db.abcdefgh.supabase.co/postgres', /começa com https/],
  [`${URL}/rest/v1`, /nada depois do nome/],
  [
    'https://supabase.com/dashboard/project/abcdefgh',
    /nada depois do nome.*https:\/\/abcdefgh\.supabase\.co/,
  ],
])('%s is none', (url, sentence) => {
  expect(() => readProject(url, ANON)).toThrow(sentence);
});

test.each([
  [token({ role: 'service_role' }), /chave service_role, que abre tudo.*nada foi feito/],
  ['sb_secret_0123456789', /chave sb_secret_…, que abre tudo.*nada foi feito/],
  [token({ role: 'authenticated' }), /não é a chave pública/],
  [ANON.slice(0, 30), /inteira/],
  ['a.b.c', /não é a chave pública/],
  ['sb_publishable_', /inteira/],
])('%s is no public key', (key, sentence) => {
  expect(() => readProject(URL, key)).toThrow(sentence);
  expect(() => readProject(URL, key)).toThrow(expect.objectContaining({ name: 'Refused' }));
});

test('what is refused is not repeated', () => {
  const key = token({ role: 'service_role' });
  expect(() => readProject(URL, key)).not.toThrow(key);
});
