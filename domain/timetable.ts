import type { ClassTime } from '../content/home.ts';

/** From Sunday on, as Date counts them. */
export const WEEKDAYS: readonly string[] = [
  'domingo',
  'segunda',
  'terça',
  'quarta',
  'quinta',
  'sexta',
  'sábado',
];

/** A class as people read it: `Muay Thai · 19:00 · Segunda a quinta`. `private.turma_em_palavras` says the same. */
export const classInWords = ({ name, time, days }: ClassTime): string =>
  [name, time, days].filter(Boolean).join(' · ');

/** Whether they say the same classes in the same order. */
export const sameClasses = (some: readonly ClassTime[], others: readonly ClassTime[]): boolean =>
  some.map(classInWords).join('\n') === others.map(classInWords).join('\n');

/** Indexes of the days in words such as `Segunda a sexta` or `Terça, quinta e sábado`, Sunday 0; empty for words that are no days. */
export function weekdaysIn(words: string): number[] {
  const days = new Set<number>();
  for (const part of words
    .toLowerCase()
    .replaceAll('-feira', '')
    .split(/, | e /)) {
    const [from = -1, to = from] = part.split(' a ').map((day) => WEEKDAYS.indexOf(day));
    if (from < 0 || to < 0) return [];
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day);
      if (day === to) break;
    }
  }
  return [...days];
}

/** Indexes of the days from Monday on, as they are said. */
export const FROM_MONDAY: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** Indexes of days in words that `weekdaysIn` reads: three and more in a row are `Segunda a sexta`; '' for none. */
export function daysInWords(days: readonly number[]): string {
  const rows: string[][] = [];
  let before = -2;
  for (const [at, day] of FROM_MONDAY.entries()) {
    if (!days.includes(day)) continue;
    const name = WEEKDAYS[day] ?? '';
    if (at === before + 1) rows.at(-1)?.push(name);
    else rows.push([name]);
    before = at;
  }
  const parts = rows.flatMap((row) => (row.length > 2 ? `${row[0]} a ${row.at(-1)}` : row));
  const words = new Intl.ListFormat('pt-BR').format(parts);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The classes of a day with their times, the first one first; `day` is 0 for Sunday to 6. */
const classesOn = (day: number, schedule: readonly ClassTime[]) =>
  schedule
    .flatMap(({ name, time, days }) =>
      time && days && weekdaysIn(days).includes(day) ? [{ name, time }] : [],
    )
    .sort((one, other) => one.time.localeCompare(other.time));

/** Stands between two classes of a day. */
export const BETWEEN = ' · ';

/**
 * One line for each day from Sunday on: `Hoje: Muay Thai às 19:00 · …`, or on a day without
 * classes `Próxima aula: segunda, 18:00`. Empty where no class has a time.
 */
export function linesOfTheWeek(
  schedule: readonly ClassTime[],
  words: { classes: string; next: string },
): string[] {
  const week = WEEKDAYS.map((_, day) => classesOn(day, schedule));
  return week.flatMap((classes, today) => {
    if (classes.length > 0)
      return `${words.classes} ${classes.map(({ name, time }) => `${name} às ${time}`).join(BETWEEN)}`;
    const next = [1, 2, 3, 4, 5, 6].map((later) => (today + later) % 7).find((day) => week[day]?.length);
    return next === undefined ? [] : `${words.next} ${WEEKDAYS[next]}, ${week[next]?.[0]?.time}`;
  });
}
