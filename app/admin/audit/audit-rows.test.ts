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

const lines = (entries: AuditEntry[]) => actsOf(entries).map(({ key: _, ...row }) => Object.values(row));
const at = (time: string) => `2026-11-20T${time}Z`;

test('what one person did to several enrolments, one soon after the other, is one line, also across a full minute', () => {
  const printed = [
    entry({ protocol: '20265678', at: at('18:00:10') }),
    entry({ protocol: '20261234', at: at('17:59:40') }),
    entry({ by: 'b', byName: 'b@example.com', protocol: '20261111', at: at('17:59:30') }),
    entry({ protocol: '20261111', at: at('17:59:00') }),
    entry({ protocol: '20262222', at: at('17:57:00') }),
  ];
  expect(lines(printed)).toEqual([
    ['20/11/2026 15:00', 'Ana', 'imprimiu', [], ['2026-5678', '2026-1234', '2026-1111']],
    ['20/11/2026 14:59', 'b@example.com', 'imprimiu', [], ['2026-1111']],
    ['20/11/2026 14:57', 'Ana', 'imprimiu', [], ['2026-2222']],
  ]);
  expect(rowsOf(printed)).toHaveLength(5);
});

test('what was done to one enrolment, or to the settings, at once is one line, which says how often', () => {
  const ticked = { action: 'mudou', protocol: '20261234', details: { que: 'criterio' } } as const;
  const decided = { ...ticked, details: { que: 'situacao', para: 'aprovada' } };
  const ofFamily = { ...ticked, by: null, byName: null, details: { que: 'documento-novo' } };
  const set = { action: 'mudou_configuracao' } as const;
  expect(
    lines([
      entry({ ...set, details: { colunas: ['guardar_espera_meses'], de: [12], para: [1] } }),
      entry({ ...set, details: { colunas: ['guardar_documento_dias'], de: [1], para: [90] } }),
      entry({ ...decided, protocol: '20265678' }),
      entry(decided),
      entry(ticked),
      entry(ticked),
      entry(ofFamily),
      entry({ ...ofFamily, protocol: '20265678' }),
    ]).map(([, , ...line]) => line),
  ).toEqual([
    [
      'mudou configuração (2×)',
      ['prazo da lista de espera: de 12 meses para 1 mês', 'prazo do documento: de 1 dia para 90 dias'],
      [],
    ],
    ['mudou situação', ['para: Aprovada'], ['2026-5678', '2026-1234']],
    ['mudou critério (2×)', [], ['2026-1234']],
    ...['2026-1234', '2026-5678'].map((one) => ['a família mandou outro documento', [], [one]]),
  ]);
});

test('a line says whom it was done to', () => {
  const details = { papel: 'secretaria' };
  const [given] = rowsOf([entry({ action: 'deu_acesso', account: 'b', accountName: 'Beto', details })]);
  expect(given).toMatchObject({ who: 'Ana', what: 'deu acesso', details: ['Beto', 'papel: secretaria'] });
  const [erased, own] = rowsOf(['c', 'a'].map((account) => entry({ action: 'trocou_senha', account })));
  expect([erased?.details, own?.details]).toEqual([['conta que não existe mais'], []]);
});
