import { expect, test } from 'vitest';
import { lineInWords, looksOf, runsOutInWords } from './dated-lines.ts';

const TODAY = '2026-03-01';

test.each([
  [null, ''],
  ['2026-04-01', ''],
  ['2026-03-31', 'Vence em 31/03'],
  ['2026-03-01', 'Vence em 01/03'],
  ['2026-02-28', 'Venceu em 28/02'],
  ['2025-03-12', 'Venceu em 12/03/2025'],
])('what is good until %s says «%s»', (until, words) => {
  expect(runsOutInWords(until, TODAY)).toBe(words);
});

test('a line is said in its own words, whatever of it is known', () => {
  const line = { kind: 'kimono', text: null, day: null, until: null } as const;
  expect(lineInWords(line)).toBe('');
  expect(lineInWords({ ...line, text: 'A2', day: TODAY })).toBe('A2, emprestado em 01/03/2026');
  expect(lineInWords({ ...line, day: TODAY })).toBe('Emprestado em 01/03/2026');
  expect(lineInWords({ ...line, kind: 'imagem', text: 'nao', day: TODAY })).toBe(
    'Não, assinado em 01/03/2026',
  );
  expect(lineInWords({ ...line, kind: 'atestado', day: TODAY, until: '2027-03-01' })).toBe(
    'Em 01/03/2026, vale até 01/03/2027',
  );
  expect(lineInWords({ ...line, kind: 'antecedentes', text: 'Rosa' })).toBe('');
});

test('a class’s list says what has to be seen, and nothing of who has nothing', () => {
  expect(looksOf({})).toEqual([]);
  expect(looksOf({ noImage: true, runsOut: { kind: 'atestado', until: '2001-02-03' } })).toEqual([
    'não autoriza imagem',
    'Atestado ou PAR-Q: venceu em 03/02/2001',
  ]);
});
