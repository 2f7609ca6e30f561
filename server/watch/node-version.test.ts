import { expect, test } from 'vitest';
import { nodeNotice } from './node-version.ts';

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
