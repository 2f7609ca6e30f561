import { expect, test } from 'vitest';
import { listedMonth, monthInWords, otherListedMonth } from './class-months.ts';

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
