import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, processesIn, signalTo } from '../core/platform.ts';

/** How long a fast shutdown may take before it is cut. */
export const STOP_LIMIT_MS = 8_000;

/**
 * Ends every process of a PostgreSQL that still runs in `folder`: one left behind by
 * a dead server, or the orphans of one that was killed. Removes its pid file only then,
 * when the number belongs to another process by now.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // SIGINT to the first process ends the others; orphans have nothing left to finish.
  const leads = processesOf(folder, postmaster).includes(postmaster);
  const steps = [
    ...(leads ? ([['SIGINT', STOP_LIMIT_MS]] as const) : []),
    ['SIGQUIT', leads ? 2_000 : 1_000] as const,
    ['SIGKILL', 2_000] as const,
  ];
  for (const [signal, limit] of steps) {
    const left = processesOf(folder, postmaster);
    if (left.length === 0) break;
    for (const pid of signal === 'SIGINT' ? [postmaster] : left) signalTo(pid, signal);
    for (let waited = 0; waited < limit && processesOf(folder, postmaster).length > 0; waited += 20)
      await pause(20);
  }
  if (isAlive(postmaster)) rmSync(file, { force: true });
}

/** Without /proc, the one of the pid file. */
const processesOf = (folder: string, postmaster: number): number[] =>
  processesIn(folder) ?? (isAlive(postmaster) ? [postmaster] : []);
