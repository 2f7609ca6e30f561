/** The ages with which the bands of accountability begin. `private.faixa_de_idade` says the same. */
export const AGE_BANDS: readonly number[] = [0, 7, 12, 15, 18, 30, 60];

/** `7 a 11 anos`, of the age with which a band begins. */
export function bandInWords(first: number): string {
  const next = AGE_BANDS[AGE_BANDS.indexOf(first) + 1];
  return next ? `${first} a ${next - 1} anos` : `${first} anos ou mais`;
}

/** Below this a number of people is not said as it is. */
const FEW = 10;

/**
 * The cells of one breakdown as they may be handed on: below ten rounded to the nearest five, and where that is one
 * alone the next larger too, since the total would tell it.
 */
export function roundedCells(counts: readonly number[]): number[] {
  const [, next = 0] = [...counts].sort((one, other) => one - other);
  const limit = counts.filter((count) => count < FEW).length === 1 ? next : 0;
  return counts.map((count) => (count < FEW || count <= limit ? Math.round(count / 5) * 5 : count));
}

/** `83%`; a dash where there was no class. */
export const percent = (present: number, held: number): string =>
  held === 0 ? '–' : `${Math.round((100 * present) / held)}%`;

/** The half-year that an ISO day is in, until that day. */
export const halfYearUntil = (last: string) => ({
  first: last.slice(0, 4) + (last.slice(5) < '07' ? '-01-01' : '-07-01'),
  last,
});
