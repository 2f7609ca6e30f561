import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../core/errors.ts';
import type { Cluster } from './cluster.ts';

/** Pauses before starting again, in milliseconds: doubled after each failure, from first to last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;

/**
 * Starts PostgreSQL, and starts it again whenever it ends, for as long as it takes. Throws
 * when the first start fails, which `signal` ends; `stop` ends the later ones. Resolves with how to reach it and how to end it for good.
 */
export async function superviseCluster(
  start: (signal?: AbortSignal) => Promise<Cluster>,
  log: Logger,
  signal?: AbortSignal,
): Promise<Pick<Cluster, 'connection' | 'stop'>> {
  const stopping = new AbortController();
  let cluster = await start(signal);
  const { connection } = cluster;
  const startAgain = async () => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2)) {
      await pause(pauseMs, null, { signal: stopping.signal });
      try {
        return await start(stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) log.error(reasonOf(error), 'PostgreSQL did not start');
      }
    }
  };
  const watch = async () => {
    for (;;) {
      await cluster.died;
      stopping.signal.throwIfAborted();
      log.error('PostgreSQL ended; starting it again');
      cluster = await startAgain();
      if (stopping.signal.aborted) await cluster.stop();
    }
  };
  const watched = watch().catch(() => {}); // it was stopped
  return {
    connection,
    stop: async () => {
      stopping.abort();
      await cluster.stop();
      await watched;
    },
  };
}
