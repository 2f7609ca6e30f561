/** Without those that are easily confused: i, l, o, 0, 1. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Sixteen random characters in groups of four, about 79 bits, easy to write down and type. */
export function randomPassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => CHARACTERS[randomBelow(CHARACTERS.length)]).join(''),
  );
  return groups.join('-');
}

/** A uniformly distributed integer from 0 to `limit` − 1; `limit` at most 256. */
function randomBelow(limit: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 256 - (256 % limit) ? byte % limit : randomBelow(limit);
}
