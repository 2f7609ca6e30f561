import { schedule } from '../../content/home.ts';

/** The classes of the timetable in words, as they are stored: `Muay Thai · 19:00 · Segunda a quinta`. */
export const CLASSES: readonly string[] = schedule.map(({ name, time, days }) =>
  [name, time, days].filter(Boolean).join(' · '),
);
