import { expect, test } from 'vitest';
import { dayInWords, daysInOrder, newestDay } from './attendance.ts';

const TODAY = '2026-11-30'; // a Monday

test('the day that is shown first is the newest on which the class meets', () => {
  expect(newestDay('Terça e quinta', TODAY)).toBe('2026-11-26');
  expect(newestDay('Segunda a sexta', TODAY)).toBe(TODAY);
  expect(newestDay(null, TODAY)).toBe(TODAY);
});

test('a day is said as people say it', () => {
  expect(dayInWords('2026-11-27')).toBe('sexta, 27/11');
  expect(daysInOrder(['2026-10-28', '2026-11-03', '2026-11-10'])).toBe('28/10, 3/11 e 10/11');
});
