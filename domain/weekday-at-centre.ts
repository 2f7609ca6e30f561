// Apart from dates.ts: it stands in the script of the home page, and starts no Intl, which takes
// longer than everything else there (14 ms of 54 on a computer).

/**
 * The weekday at the centre, Thursday 0, as the first of January 1970 was; `now` in ms since then. São Paulo is
 * an eighth of a day behind UTC, since 2019 without summer time; the test asks Intl.
 */
export const weekdayAtCentre = (now: number): number => ((now / 864e5 - 0.125) % 7) | 0;
