import { expect, test } from 'vitest';
import type { AuditEntry } from '../api/audit.ts';
import { looksByHour, rowsOf } from './audit-rows.ts';

let number = 100;
const entry = (part: Partial<AuditEntry>): AuditEntry => ({
  number: number--,
  at: '2026-11-20T17:59:00Z', // 14:59 at the centre
  action: 'viu_ficha',
  by: 'a',
  email: 'a@example.com',
  account: null,
  accountEmail: null,
  protocol: null,
  details: {},
  rows: 0,
  ...part,
});

const looks = [
  entry({ action: 'saiu', at: '2026-11-20T18:00:00Z' }),
  entry({ protocol: '20261234' }),
  entry({ by: 'b', email: 'b@example.com', protocol: '20261111' }),
  entry({ action: 'viu_lista', rows: 25 }),
  entry({ action: 'abriu_documento', protocol: '20261234' }),
  entry({ action: 'viu_lista', rows: 1250 }),
  entry({ protocol: '20265678', at: '2026-11-20T17:00:00Z' }),
  entry({ action: 'baixou_documento', by: null, email: null, protocol: '20261234' }),
];

test('looks become one line for each person and hour, the newest first, and count what was seen', () => {
  expect(looksByHour(looks).map(({ key: _, ...row }) => Object.values(row))).toEqual([
    ['20/11/2026 15h', 'a@example.com', 'saiu', [], []],
    [
      '20/11/2026 14h',
      'a@example.com',
      'viu a lista 2 vezes, viu ficha 2 vezes, abriu documento',
      ['linhas: 1.275'],
      ['2026-1234', '2026-5678'],
    ],
    ['20/11/2026 14h', 'b@example.com', 'viu ficha', [], ['2026-1111']],
    ['20/11/2026 14h', 'quem tinha o link', 'documento baixado pelo link', [], ['2026-1234']],
  ]);
});

test('a later page goes on in the hour that the one before had begun', () => {
  const [begun, whole] = [looksByHour(looks.slice(0, 4)), looksByHour(looks)];
  expect(whole.map(({ key }) => key).slice(0, begun.length)).toEqual(begun.map(({ key }) => key));
  expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length);
});

test('a line for each entry says whom it was done to, and of which enrolment', () => {
  const [given] = rowsOf([
    entry({
      action: 'deu_acesso',
      account: 'b',
      accountEmail: 'b@example.com',
      details: { papel: 'secretaria' },
      protocol: '20261234',
    }),
  ]);
  expect(given).toMatchObject({
    when: '20/11/2026 14:59',
    who: 'a@example.com',
    what: 'deu acesso',
    details: ['b@example.com', 'papel: secretaria'],
    protocols: ['2026-1234'],
  });
});
