import { expect, test } from 'vitest';
import { daysOfMonth, listedMonth, monthInWords, otherListedMonth } from './class-months.ts';

test.each([
  ['2026-11-24', '2026-11', 'novembro de 2026'],
  ['2026-11-25', '2026-12', 'dezembro de 2026'],
  ['2026-12-31', '2027-01', 'janeiro de 2027'],
  ['2027-01-01', '2027-01', 'janeiro de 2027'],
])('the list that is printed on %s is of %s', (today, month, words) => {
  expect(listedMonth(today)).toBe(month);
  expect(monthInWords(month)).toBe(words);
  expect(words).toContain(otherListedMonth(today));
  expect(otherListedMonth(today) === '').toBe(today.startsWith(month));
});

test('the days of a month are those of the class, in a leap year too', () => {
  const days = (month: string, words: string) => daysOfMonth(month, words).map((day) => Number(day.slice(8)));
  expect(days('2026-11', 'Terça e quinta')).toEqual([3, 5, 10, 12, 17, 19, 24, 26]);
  expect(days('2028-02', 'Terça')).toEqual([1, 8, 15, 22, 29]);
  expect(days('2026-12', 'Segunda a sexta')).toHaveLength(23);
  expect(daysOfMonth('2026-11', 'Domingo')[0]).toBe('2026-11-01');
  expect(daysOfMonth('2026-11', 'A combinar')).toEqual([]);
});
