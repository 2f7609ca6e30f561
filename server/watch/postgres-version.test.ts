import { expect, test } from 'vitest';
import { examineVersion, postgresNotice } from './postgres-version.ts';

const EMBEDDED = { databaseUrl: null, postgresBin: null };
const CHOSEN = { databaseUrl: null, postgresBin: '/usr/lib/postgresql/15/bin' };
const OWN = { databaseUrl: 'postgres://a:b@localhost/c', postgresBin: null };

test.each([
  [
    180_004,
    EMBEDDED,
    'O PostgreSQL 18.4 está sem as correções de segurança do 18.6, de 13/08/2026: atualize o site ou, se ele ainda traz este, use POSTGRES_BIN ou um PostgreSQL próprio (docs/operar.md, «Correções do PostgreSQL»).',
  ],
  [
    150_018,
    CHOSEN,
    'O PostgreSQL 15.18 está sem as correções de segurança do 15.20, de 12/11/2026: atualize o pacote de POSTGRES_BIN e inicie o site de novo (docs/operar.md, «Correções do PostgreSQL»).',
  ],
  [
    170_011,
    OWN,
    'O PostgreSQL 17.11 está sem as correções de segurança do 17.12, de 12/11/2026: atualize-o onde ele roda (docs/operar.md, «Correções do PostgreSQL»).',
  ],
  [180_006, EMBEDDED, null],
  [180_007, EMBEDDED, null],
  [190_000, OWN, null],
])('%i is told: %#', (number, where, notice) => {
  expect(postgresNotice(number, where)).toBe(notice);
});

test('what is behind has to be corrected where a site is published, and is worth knowing elsewhere', () => {
  const levelsAt = (number: number, siteUrl: string | null) =>
    examineVersion(number, { ...EMBEDDED, siteUrl }, '2026-11-29').map(({ level }) => level);
  expect(levelsAt(180_004, 'https://www.casa.example')).toEqual(['todo']);
  expect(levelsAt(180_004, 'http://127.0.0.1:3000')).toEqual(['note']);
  expect(levelsAt(180_004, null)).toEqual(['note']);
  expect(levelsAt(180_006, 'https://www.casa.example')).toEqual(['ok']);
});

test('after sixty days it is said that newer corrections may be missing from the table', () => {
  const saidOn = (day: string) =>
    examineVersion(180_006, { ...EMBEDDED, siteUrl: null }, day).map(({ says }) => says);
  expect(saidOn('2027-01-28')).toEqual(['PostgreSQL 18.6.']);
  expect(saidOn('2027-01-29')).toEqual([
    'PostgreSQL 18.6.',
    'Esta versão do site conhece as correções do PostgreSQL até 29/11/2026: atualize-a, ou veja em postgresql.org se há mais novas.',
  ]);
});
