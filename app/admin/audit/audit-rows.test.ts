import { expect, test } from 'vitest';
import type { AuditEntry } from '../api/audit.ts';
import { actsOf, rowsOf } from './audit-rows.ts';

let number = 1000;
const entry = (part: Partial<AuditEntry>): AuditEntry => ({
  number: number--,
  at: '2026-11-20T17:59:00Z', // 14:59 at the centre
  action: 'imprimiu',
  by: 'a',
  byName: 'Ana',
  account: null,
  accountName: null,
  protocol: null,
  details: {},
  ...part,
});

const done = [
  entry({ protocol: '20265678', at: '2026-11-20T18:00:00Z' }),
  entry({ protocol: '20261234' }),
  entry({ protocol: '20261111' }),
  entry({ by: 'b', byName: 'b@example.com', protocol: '20261111' }),
  entry({ action: 'mudou', change: 'criterio', protocol: '20261234' }),
  entry({ action: 'mudou', change: 'criterio', protocol: '20261234' }), // another tick of the same sheet
];

test('what one person did in one minute to several enrolments is one line, and twice to the same one two', () => {
  expect(actsOf(done).map(({ key: _, ...row }) => Object.values(row))).toEqual([
    ['20/11/2026 15:00', 'Ana', 'imprimiu', [], ['2026-5678']],
    ['20/11/2026 14:59', 'Ana', 'imprimiu', [], ['2026-1234', '2026-1111']],
    ['20/11/2026 14:59', 'b@example.com', 'imprimiu', [], ['2026-1111']],
    ...[1, 2].map(() => ['20/11/2026 14:59', 'Ana', 'mudou critério', [], ['2026-1234']]),
  ]);
  expect(new Set(actsOf(done).map(({ key }) => key)).size).toBe(5);
  expect(rowsOf(done)).toHaveLength(6);
});

test('a line says whom it was done to', () => {
  const details = { papel: 'secretaria' };
  const [given] = rowsOf([entry({ action: 'deu_acesso', account: 'b', accountName: 'Beto', details })]);
  expect(given).toMatchObject({ who: 'Ana', what: 'deu acesso', details: ['Beto', 'papel: secretaria'] });
});
