import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../core/errors.ts';
import type { Cluster } from './cluster.ts';
import { rotateLog } from './server-log.ts';

/** Pauses before starting again, in milliseconds: doubled after each failure, from first to last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** A PostgreSQL that ran at least this long is started again without a pause. */
const STEADY_MS = 60_000;
const LOG_CHECK_MS = 3_600_000;

/**
 * Starts PostgreSQL, and starts it again whenever it ends, for as long as it takes. Throws
 * when the first start fails, which `signal` ends; `stop` ends the later ones. Resolves with how to reach it and how to end it for good.
 */
export async function superviseCluster(
  dataDir: string,
  start: (signal?: AbortSignal) => Promise<Cluster>,
  log: Logger,
  signal?: AbortSignal,
): Promise<Pick<Cluster, 'connection' | 'stop'>> {
  const stopping = new AbortController();
  let cluster: Cluster | null = await start(signal);
  const { connection } = cluster;
  const watch = async () => {
    for (let wait = 0; ; wait = Math.min(LAST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, wait * 2))) {
      const began = performance.now();
      await cluster?.died;
      cluster = null;
      if (performance.now() - began > STEADY_MS) wait = 0;
      if (!stopping.signal.aborted) log.error({ pauseMs: wait }, 'PostgreSQL ended; starting it again');
      await pause(wait, null, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        cluster = await start(stopping.signal);
        if (stopping.signal.aborted) await cluster.stop();
      } catch (error) {
        if (!stopping.signal.aborted) log.error(reasonOf(error), 'PostgreSQL did not start');
      }
    }
  };
  const watched = watch();
  const rotation = setInterval(() => rotateLog(dataDir), LOG_CHECK_MS).unref();
  return {
    connection,
    stop: async () => {
      stopping.abort();
      clearInterval(rotation);
      await cluster?.stop();
      await watched;
    },
  };
}
