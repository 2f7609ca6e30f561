import { expect, test } from 'vitest';
import { examineVersion, nodeNotice, postgresNotice } from './versions.ts';

test.each([
  ['v25.9.0', '2026-06-30', undefined, null],
  [
    'v25.9.0',
    '2026-07-01',
    undefined,
    'O Node.js 25.9.0 não recebe correções de segurança desde 06/2026: instale o 24 (nodejs.org).',
  ],
  ['v24.22.3', '2028-04-30', undefined, null],
  ['v99.0.0', '2026-11-22', undefined, null],
  ['v24.22.3', '2027-01-28', '2026-11-29', null],
  [
    'v24.22.3',
    '2027-01-29',
    '2026-11-29',
    'O Node.js 24.22.3, que o site trouxe, é de mais de 60 dias atrás: atualize o site, ou instale o 24 (nodejs.org).',
  ],
])('Node.js %s on %s, looked up on %s: %s', (version, day, looked, notice) => {
  expect(nodeNotice(version, day, looked)).toBe(notice);
});

test.each([
  [
    180_004,
    'O PostgreSQL 18.4 está sem as correções de segurança do 18.6, de 13/08/2026: docs/operar.md, «Correções do PostgreSQL», diz como atualizá-lo.',
  ],
  [180_006, null],
  [180_007, null],
  [190_000, null],
])('PostgreSQL %i is told: %s', (number, notice) => {
  expect(postgresNotice(number)).toBe(notice);
});

test('what is behind has to be corrected where a site is published; after sixty days newer corrections may be missing here', () => {
  const seen = (number: number, published: boolean, day = '2027-01-28') =>
    examineVersion(number, published, day).map(({ level, says }) => `${level} ${says.slice(0, 40)}`);
  const behind = 'O PostgreSQL 18.4 está sem as correções ';
  expect(seen(180_004, true)).toEqual([`todo ${behind}`]);
  expect(seen(180_004, false)).toEqual([`note ${behind}`]);
  expect(seen(180_006, true)).toEqual(['ok PostgreSQL 18.6.']);
  expect(seen(180_006, false, '2027-01-29')).toEqual([
    'ok PostgreSQL 18.6.',
    'note Esta versão do site conhece as correções',
  ]);
});
