import type { Logger } from 'pino';
import { reasonOf } from './core/errors.ts';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;
const AGAIN_MS = 300_000;

/**
 * Runs `work` a minute after the start, then an hour after each run that went well and five minutes
 * after one that failed: it returned false, having logged why, or threw, which is logged as `failed`.
 * Never two at once. Returns how to end that.
 */
export function everyHour(
  work: () => Promise<boolean>,
  log: Pick<Logger, 'error'>,
  failed: string,
): () => void {
  let ended = false;
  let timer = setTimeout(run, FIRST_MS).unref();
  async function run(): Promise<void> {
    const good = await work().catch((error: unknown) => {
      log.error(reasonOf(error), failed);
      return false;
    });
    if (!ended) timer = setTimeout(run, good ? EVERY_MS : AGAIN_MS).unref();
  }
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
