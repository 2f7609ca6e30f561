import { expect, test } from 'vitest';
import { weekdayAtCentre } from './weekday-at-centre.ts';

test('is the weekday in America/Sao_Paulo, around each midnight of ten years', () => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', weekday: 'short' });
  const names = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
  const wrong: string[] = [];
  for (let hour = Date.UTC(2026, 0, 1); hour < Date.UTC(2036, 0, 1); hour += 3_600_000)
    for (const moment of [hour, hour - 1])
      if (names[weekdayAtCentre(moment)] !== format.format(moment))
        wrong.push(new Date(moment).toISOString());
  expect(wrong).toEqual([]);
});
