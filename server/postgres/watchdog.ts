import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { watchWork } from './server-log.ts';

/** How often a running PostgreSQL is asked, and how long it may let nobody in without getting on. */
export const WATCH_TIMES = { everyMs: 10_000, stuckMs: 60_000 };

/**
 * Calls `stuck` once when PostgreSQL runs but has let nobody in for a minute and its log tells of no work
 * meanwhile, as when a process was killed in the middle of its recovery. Returns how to end that.
 */
export function watchRunning(
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
    const inside = await letsIn(connection, everyMs);
    asking = false;
    if (works() || inside) well = performance.now();
    if (performance.now() - well < stuckMs) return;
    clearInterval(timer);
    stuck();
  }, everyMs).unref();
  return () => clearInterval(timer);
}

async function letsIn(connection: Cluster['connection'], limitMs: number): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: limitMs });
  client.on('error', () => {}); // the rejected connect() is enough
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
