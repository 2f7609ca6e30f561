import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CODES } from './troubles.ts';

test('the handbook lists every trouble by its code, in the order of the table', () => {
  const handbook = readFileSync(new URL('../../docs/operar.md', import.meta.url), 'utf8');
  const [rows = ''] = handbook.split('| Código | O que é | O que fazer |')[1]?.split('\n\n') ?? [];
  expect([...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)).toEqual(CODES);
});
