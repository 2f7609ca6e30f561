import { expect, test } from 'vitest';
import { nodeNotice } from './node-version.ts';

test.each([
  ['v20.20.2', '2026-04-30', null],
  [
    'v20.20.2',
    '2026-05-01',
    'O Node.js 20.20.2 não recebe correções de segurança desde 04/2026: instale o 24 (nodejs.org).',
  ],
  ['v22.21.0', '2026-11-22', null],
  ['v24.9.0', '2026-11-22', null],
  ['v99.0.0', '2026-11-22', null],
])('Node.js %s on %s: %s', (version, day, notice) => {
  expect(nodeNotice(version, day)).toBe(notice);
});
