import { expect, test } from 'vitest';
import { monthInWords, monthsFrom } from './class-months.ts';

test('the months to choose from begin with the one of the day, over the end of a year', () => {
  expect(monthsFrom('2026-11-25', 3)).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(monthsFrom('2026-11-25', 3).map(monthInWords)).toEqual([
    'novembro de 2026',
    'dezembro de 2026',
    'janeiro de 2027',
  ]);
});
