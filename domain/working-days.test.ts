import { expect, test } from 'vitest';
import { workingDaysAfter } from './working-days.ts';

test.each([
  ['a Monday', '2026-11-16', '2026-11-19'],
  ['a Wednesday', '2026-11-18', '2026-11-23'],
  ['a Friday', '2026-11-20', '2026-11-25'],
  ['a Saturday', '2026-11-21', '2026-11-25'],
  ['a Sunday', '2026-11-22', '2026-11-25'],
  ['the end of a year', '2026-12-30', '2027-01-04'],
  ['the end of a February', '2028-02-28', '2028-03-02'],
])('three working days after %s', (_what, day, end) => {
  expect(workingDaysAfter(day, 3)).toBe(end);
});
