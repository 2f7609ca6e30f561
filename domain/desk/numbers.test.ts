import { expect, test } from 'vitest';
import { AGE_BANDS, bandInWords, halfYearUntil, percent, roundedCells } from './numbers.ts';

test('below ten a cell is rounded to the nearest five, from ten on it is said as it is', () => {
  expect(roundedCells([0, 1, 2, 3, 7, 8, 9, 10, 11, 13])).toEqual([0, 0, 0, 5, 5, 10, 10, 10, 11, 13]);
  expect(roundedCells([12, 48])).toEqual([12, 48]);
  expect(roundedCells([])).toEqual([]);
});

test('one small cell alone is not told by the exact total: the next larger is rounded too', () => {
  expect(roundedCells([52, 8])).toEqual([50, 10]);
  expect(roundedCells([31, 4, 18])).toEqual([31, 5, 20]);
  expect(roundedCells([31, 4, 18, 9])).toEqual([31, 5, 18, 10]);
  expect(roundedCells([8])).toEqual([10]);
});

test('bands begin and end where they say, and a half-year goes until the day', () => {
  expect(AGE_BANDS.map(bandInWords)).toEqual([
    ...['0 a 6 anos', '7 a 11 anos', '12 a 14 anos', '15 a 17 anos'],
    ...['18 a 29 anos', '30 a 59 anos', '60 anos ou mais'],
  ]);
  expect(
    ['2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31'].map((day) => halfYearUntil(day).first),
  ).toEqual([...['2026-01-01', '2026-01-01', '2026-07-01', '2026-07-01']]);
  expect([percent(30, 40), percent(2, 3), percent(0, 0)]).toEqual(['75%', '67%', '–']);
});
