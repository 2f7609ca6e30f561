import fc from 'fast-check';
import { type Attempt, written } from './attempt.ts';
import type { Received } from './connection.ts';
import { faultOf } from './verdict.ts';

/** The time limit for shrinking a failure: one that hangs takes long each time. */
const SHRINK_MS = 60_000;

/** How many attempts were answered how; `closed` were not answered, but their connection was closed. */
export type Tally = { attempts: number; statuses: Map<number, number>; closed: number };

/** One run's way back to a counterexample: its seed, and fast-check's path to the smallest that it found. */
export type Repeat = { seed: number; path?: string };

/**
 * Makes `count` attempts and sends them, as many at once as there are `lanes`, each with a seed of its own. Throws
 * with the smallest counterexample, and with the seed and path that make it again.
 */
export async function runAttempts(
  attempts: fc.Arbitrary<Attempt>,
  send: (attempt: Attempt) => Promise<Received>,
  {
    seed,
    path,
    count,
    lanes = 1,
    limits = false,
  }: Repeat & { count: number; lanes?: number; limits?: boolean },
): Promise<Tally> {
  const tally: Tally = { attempts: 0, statuses: new Map(), closed: 0 };
  const failures: Error[] = [];
  const lane = async (at: number) => {
    let failedAt = Number.POSITIVE_INFINITY;
    const property = fc.asyncProperty(attempts, async (attempt) => {
      if (failures.length > 0 || performance.now() - failedAt > SHRINK_MS) return;
      const received = await send(attempt);
      tally.attempts += 1;
      if (received.answers.length === 0) tally.closed += 1;
      for (const { status } of received.answers)
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
      const fault = faultOf(attempt, received, { limits });
      if (!fault) return;
      failedAt = Math.min(failedAt, performance.now());
      throw new Error(fault);
    });
    const result = await fc.check(property, { seed: seed + at, path, numRuns: Math.ceil(count / lanes) });
    if (!result.failed) return;
    const [smallest] = result.counterexample ?? [];
    const { message } = result.errorInstance as Error;
    failures.push(
      new Error(
        `${message}\n  sent: ${smallest ? written(smallest) : '?'}\n  again: SEED=${smallest?.family}:${result.seed}:${result.counterexamplePath}`,
      ),
    );
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
  if (failures[0]) throw failures[0];
  return tally;
}
