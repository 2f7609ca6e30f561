const DAY_MS = 86_400_000;

/**
 * The ISO day that lies `count` working days after an ISO day, which itself is not
 * counted. Monday to Friday; holidays are unknown here, so the true day may be later,
 * never earlier.
 */
export function workingDaysAfter(isoDay: string, count: number): string {
  let day = Date.parse(`${isoDay}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    day += DAY_MS;
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return new Date(day).toISOString().slice(0, 10);
}
