import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, submit } from '../../kit/family.ts';
import { inBackground } from './background.ts';
import type { Ledger } from './ledger.ts';

/** Where the site is now; it moves with each start unless the port is given. */
export type Place = () => { url: string; key: string };

let made = 0;

/** Families enrol one after the other, each until it is acknowledged, until `stop`, which waits for the last. */
export function startFamilies(
  ledger: Ledger,
  place: Place,
  {
    families = 6,
    pauseMs = 400,
    bytes = 8_000,
  }: { families?: number; pauseMs?: number; bytes?: number } = {},
) {
  return inBackground((open) =>
    Promise.all(
      Array.from({ length: families }, async () => {
        while (open()) {
          await enrolOnce(ledger, place, bytes);
          await pause(randomInt(pauseMs + 1) * 2);
        }
      }),
    ),
  );
}

/** One family, until it is acknowledged. */
export async function enrolOnce(ledger: Ledger, place: Place, bytes = 8_000) {
  made += 1;
  const submission = makeSubmission(made, bytes + randomInt(bytes));
  const entry = ledger.begin(submission);
  await submit(place, submission);
  entry.acknowledged = true;
  return entry;
}
