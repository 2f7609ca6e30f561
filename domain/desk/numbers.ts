import { laterDay } from '../dates.ts';

/** The ages with which the bands of accountability begin. `private.faixa_de_idade` says the same. */
export const AGE_BANDS: readonly number[] = [0, 7, 12, 15, 18, 30, 60];

/** The age with which somebody's band begins. */
export const bandOf = (age: number): number => AGE_BANDS.findLast((first) => first <= age) ?? 0;

/** `7 a 11 anos`, of the age with which a band begins. */
export function bandInWords(first: number): string {
  const next = AGE_BANDS[AGE_BANDS.indexOf(first) + 1];
  if (next === undefined) return `${first} anos ou mais`;
  return first === 0 ? `até ${next - 1} anos` : `${first} a ${next - 1} anos`;
}

/** Below this a number of people is not said as it is. */
const FEW = 10;

/**
 * The cells of one breakdown as they may be handed on: below ten rounded to the nearest five, and where that is one
 * alone the next larger too, since the total would tell it.
 */
export function roundedCells(counts: readonly number[]): number[] {
  const [, next = 0] = counts.toSorted((one, other) => one - other);
  const limit = counts.filter((count) => count < FEW).length === 1 ? next : 0;
  return counts.map((count) => (count < FEW || count <= limit ? Math.round(count / 5) * 5 : count));
}

/** `83%`; a dash where there was no class. */
export const percent = (present: number, held: number): string =>
  held === 0 ? '–' : `${Math.round((100 * present) / held)}%`;

/** The first and the last day of the half-year of this ISO day. */
export function halfYearOf(day: string): { from: string; to: string } {
  const year = day.slice(0, 4);
  return day < `${year}-07`
    ? { from: `${year}-01-01`, to: `${year}-06-30` }
    : { from: `${year}-07-01`, to: laterDay(`${Number(year) + 1}-01-01`, -1) };
}
