import { expect, test } from 'vitest';
import { HOSTILE } from '../../kit/hostile-answers.ts';
import { csvLine, guarded } from './csv.ts';
import { cleaned } from './spreadsheet.ts';

test('a line is separated by semicolons, with texts in quotes, decimal commas, Brazilian days and CRLF', () => {
  expect(
    csvLine(['João', { number: 52.5, places: 1 }, { number: 1.6, places: 2 }, { day: '2012-03-05' }]),
  ).toBe('"João";52,5;1,60;05/03/2012\r\n');
  expect(csvLine([null, { number: 14, places: 0 }, 'a "b"; c\nd'])).toBe(';14;"a ""b""; c\nd"\r\n');
});

test('a number is written with all its decimals', () => {
  expect(
    csvLine([
      { number: 52.55, places: 1 },
      { number: -0.5, places: 2 },
    ]),
  ).toBe('52,55;-0,50\r\n');
});

test('there are sixty different hostile answers', () => {
  expect(new Set(HOSTILE).size).toBe(60);
});

test.each(HOSTILE.filter((text) => /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]/.test(text)))(
  '%j is no formula',
  (text) => expect(guarded(cleaned(text))).toBe(`'${cleaned(text)}`),
);

test.each([
  ...[
    '00123',
    '012345678901',
    '123456789012345678',
    '1,5',
    '1.234',
    '1.234,56',
    '1e5',
    '1E-5',
    '50%',
    '(12)',
  ],
  ...['1/2', '5/6', '1-2', '2012-03-05', '05/03/2012', '12:30', '12:30:45', '1 1/2', 'R$ 5,00', 'TRUE'],
  ...[
    '5 mai',
    'mar/12',
    '3 de março de 2012',
    '2012-03-05T12:30:00',
    '12-mar',
    '5 maio 2012',
    'Mar 5, 2012',
    '1,5-',
    '1e5-',
  ],
])('%j is guarded, so that it stays text', (text) => expect(guarded(text)).toBe(`'${text}`));

test.each([
  ...['João Antônio', 'Maria', 'Marcos', 'Maio', 'Márcia', 'Outeiro', 'Rua 7, nº 120', '7º ano', 'Não'],
  ...['(62) 90000-0000', '529.982.247-25', '012.345.678-90', '4827-1936', '0827-1936', 'pessoa@example.com'],
  ...['1234567', '0', '12', 'SSP-GO', 'CEP 76000-000', '"aspas"', "D'Ávila", 'De 1 a 2 salários mínimos'],
])('%j needs no guard', (text) => expect(guarded(text)).toBe(text));
