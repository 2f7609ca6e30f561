/** The ages with which the bands of accountability begin. `private.faixa_de_idade` says the same. */
export const AGE_BANDS: readonly number[] = [0, 7, 12, 15, 18, 30, 60];

/** `7 a 11 anos`, of the age with which a band begins. */
export function bandInWords(first: number): string {
  const next = AGE_BANDS[AGE_BANDS.indexOf(first) + 1];
  return next ? `${first} a ${next - 1} anos` : `${first} anos ou mais`;
}

/** Up to this a number of people is rounded, and all of its breakdown with it: below ten, and what ten may stand for. */
const FEW = 12;
/** The rounded stands for whole numbers so far below and above it. */
const WITHIN = 2;

/** To the nearest five. */
export const rounded = (count: number): number => Math.round(count / 5) * 5;

/**
 * The cells of one breakdown, each of somebody, as they may be handed on beside their exact total: all rounded to the nearest
 * five where one is small. Null where the total would tell one all the same, since each is the least, or the most, that is so rounded.
 */
export function shownCells(counts: readonly number[]): number[] | null {
  if (counts.every((count) => count > FEW)) return [...counts];
  const sum = (cells: readonly number[]) => cells.reduce((total, cell) => total + cell, 0);
  const shown = counts.map(rounded);
  const least = sum(shown.map((cell) => Math.max(1, cell - WITHIN)));
  const most = sum(shown.map((cell) => cell + WITHIN));
  return counts.length > 1 && least < sum(counts) && sum(counts) < most ? shown : null;
}

/** `83%`; a dash where there was no class. */
export const percent = (present: number, held: number): string =>
  held === 0 ? '–' : `${Math.round((100 * present) / held)}%`;

/** The half-year that an ISO day is in, until that day. */
export const halfYearUntil = (last: string) => ({
  first: last.slice(0, 4) + (last.slice(5) < '07' ? '-01-01' : '-07-01'),
  last,
});
