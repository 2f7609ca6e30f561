import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import { rotateLog } from './server-log.ts';

/** Pauses before starting again, in milliseconds: doubled after each failure, from first to last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** A PostgreSQL that ran for so long starts again without a pause. */
const STEADY_MS = 60_000;
const LOG_CHECK_MS = 3_600_000;

/**
 * Starts PostgreSQL, and starts it again whenever it ends, for as long as it takes. Throws
 * when the first start fails. Resolves with how to reach it and how to end it for good.
 */
export async function superviseCluster(
  dataDir: string,
  start: () => Promise<Cluster>,
  log: Logger,
): Promise<Pick<Cluster, 'connection' | 'stop'>> {
  const stopping = new AbortController();
  let cluster = await start();
  let running = true;
  const watch = async () => {
    for (let wait = 0; ; ) {
      const began = performance.now();
      if (running) await cluster.died;
      running = false;
      if (stopping.signal.aborted) return;
      if (performance.now() - began > STEADY_MS) wait = 0;
      log.error({ pauseMs: wait }, 'PostgreSQL ended; starting it again');
      await pause(wait, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      wait = Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, wait * 2));
      try {
        cluster = await start();
        running = true;
        if (stopping.signal.aborted) await cluster.stop();
      } catch (error) {
        log.error({ name: (error as Error).name }, 'PostgreSQL did not start');
      }
    }
  };
  const watched = watch();
  const rotation = setInterval(() => rotateLog(dataDir), LOG_CHECK_MS).unref();
  return {
    connection: cluster.connection,
    stop: async () => {
      stopping.abort();
      clearInterval(rotation);
      if (running) await cluster.stop();
      await watched;
    },
  };
}
