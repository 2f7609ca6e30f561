/** What `measure` found: calls per second, the median and the slowest hundredth in ms. */
export type Rate = { perSecond: number; p50: number; p99: number };

/** The value at a share (0 to 1) of the sorted values; NaN when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const at = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[at] ?? Number.NaN;
}

/** Makes `count` calls, `clients` at once. */
export async function measure(count: number, clients: number, call: () => Promise<unknown>): Promise<Rate> {
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next++ < count) {
        const start = performance.now();
        await call();
        times.push(performance.now() - start);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Measures ours and the baseline in turns, so that both share a slow second; medians of the rounds after the `warmUp` ones, ours and the baseline's. */
export async function compare(
  ours: () => Promise<Rate>,
  baseline: () => Promise<Rate>,
  { rounds = 5, warmUp = 1 } = {},
): Promise<Rate & { ratio: number; baseline: Rate }> {
  const runs: { ours: Rate; baseline: Rate }[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const pair = { baseline: await baseline(), ours: await ours() };
    if (round >= warmUp) runs.push(pair);
  }
  const medianOf = (pick: (run: (typeof runs)[0]) => number) => percentile(runs.map(pick), 0.5);
  const mediansOf = (whose: 'ours' | 'baseline'): Rate => ({
    perSecond: medianOf((run) => run[whose].perSecond),
    p50: medianOf((run) => run[whose].p50),
    p99: medianOf((run) => run[whose].p99),
  });
  return {
    ratio: medianOf((run) => run.ours.perSecond / run.baseline.perSecond),
    ...mediansOf('ours'),
    baseline: mediansOf('baseline'),
  };
}

/** A Markdown table; every column but the first is aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map((_, at) => (at ? '--:' : '---')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
