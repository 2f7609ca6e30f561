import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../core/errors.ts';
import { type Cluster, enter } from './cluster.ts';
import { rotateLog, watchWork } from './server-log.ts';

/**
 * How often a running PostgreSQL is checked, and how long it may refuse connections without logging progress.
 */
const WATCH_TIMES = { everyMs: 10_000, stuckMs: 60_000 };
/** Pauses before starting again, in milliseconds: doubled after each failure, from first to last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 60_000;
/** A PostgreSQL that ran at least this long is started again without a pause. */
const STEADY_MS = 60_000;
const LOG_CHECK_MS = 3_600_000;
/**
 * A PostgreSQL that looked stuck may only have a slow disk: each time it gets twice the time, up to this many
 * times.
 */
const MOST_PATIENCE = 32;

/**
 * Starts PostgreSQL, and starts it again whenever it ends or is stuck, for as long as it takes. Throws
 * when the first start fails. Resolves with how to reach it and how to end it for good.
 */
export async function superviseCluster(
  dataDir: string,
  start: () => Promise<Cluster>,
  log: Logger,
  times: { everyMs: number; stuckMs: number; killMs?: number } = WATCH_TIMES,
): Promise<Pick<Cluster, 'connection' | 'stop'>> {
  const stopping = new AbortController();
  let cluster = await start();
  let running = true;
  let patience = times.stuckMs;
  const diedOrCut = async (watched: Cluster) => {
    let cut = false;
    const stuck = () => {
      cut = true;
      log.error('PostgreSQL is stuck and is ended');
      void watched.cut(times.killMs);
    };
    const end = watchRunning(watched, dataDir, stuck, { ...times, stuckMs: patience });
    await watched.died;
    end();
    patience = cut ? Math.min(patience * 2, times.stuckMs * MOST_PATIENCE) : times.stuckMs;
  };
  const watch = async () => {
    for (let wait = 0; ; ) {
      const began = performance.now();
      if (running) await diedOrCut(cluster);
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
        log.error(reasonOf(error), 'PostgreSQL did not start');
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

/**
 * Calls `stuck` once when PostgreSQL runs but has accepted no connection for a minute and logged no work
 * meanwhile, as when a process was killed during its recovery. Returns the function that stops watching.
 */
function watchRunning(
  { connection }: Pick<Cluster, 'connection'>,
  dataDir: string,
  stuck: () => void,
  { everyMs, stuckMs } = WATCH_TIMES,
): () => void {
  const works = watchWork(dataDir);
  let well = performance.now();
  let asking = false;
  const timer = setInterval(async () => {
    if (asking) return;
    asking = true;
    const inside = await enter({ ...connection, connectionTimeoutMillis: everyMs }).then(
      () => true,
      () => false,
    );
    asking = false;
    if (works() || inside) well = performance.now();
    if (performance.now() - well < stuckMs) return;
    clearInterval(timer);
    stuck();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
