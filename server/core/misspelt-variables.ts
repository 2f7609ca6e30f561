/** Names of other programs that look like one of ours. */
const OF_OTHERS = new Set(['LOGLEVEL', 'LIMIT']);

/** Shortest names in which one, two and three wrong letters are a misspelling; shorter names are nobody's slip (PORT, POST). */
const SLIPS = [6, 11, 15];

/**
 * The first environment variable that is a misspelling of one of the `known`, and the one that was `meant`; null
 * when there is none.
 */
export function findMisspelt(
  environment: Record<string, string | undefined>,
  known: readonly string[],
): { name: string; meant: string } | null {
  for (const [name, value] of Object.entries(environment)) {
    if (!value?.trim() || known.includes(name) || OF_OTHERS.has(name)) continue;
    const meant = known.find((each) => resembles(name, each));
    if (meant) return { name, meant };
  }
  return null;
}

function resembles(name: string, known: string): boolean {
  const slips = SLIPS.filter((letters) => known.length >= letters).length;
  return slips > 0 && isWithin(slips, name.toUpperCase(), known);
}
/** Whether at most so many letters are wrong, missing, too many or swapped with their neighbour. */
function isWithin(slips: number, one: string, other: string): boolean {
  if (one[0] === other[0]) return one === '' || isWithin(slips, one.slice(1), other.slice(1));
  if (slips === 0) return false;
  const swapped = one[0] === other[1] && one[1] === other[0];
  const ways = [[1, 1], [1, 0], [0, 1], ...(swapped ? [[2, 2]] : [])];
  return ways.some(([mine, its]) => isWithin(slips - 1, one.slice(mine), other.slice(its)));
}
