import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, processesIn, signalTo } from '../core/platform.ts';

/** How PostgreSQL is ended: a fast shutdown, an immediate one, and the end; and how long each may take in milliseconds. */
export const STOP_STEPS = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 6_000], // it kills its children within five seconds; if it is there after this, it is stuck itself
  ['SIGKILL', 2_000],
] as const;

/**
 * Ends every process of a PostgreSQL that still runs in `folder`: one left behind by
 * a dead server, or the orphans of one that was killed. Removes its pid file only then,
 * when the number belongs to another process by now.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // Without /proc, the one of the pid file.
  const left = () => processesIn(folder) ?? (isAlive(postmaster) ? [postmaster] : []);
  const leads = left().includes(postmaster); // it ends the others; orphans have nothing left to finish
  for (const [signal, limit] of leads ? STOP_STEPS : STOP_STEPS.slice(2)) {
    for (const pid of signal === 'SIGINT' ? [postmaster] : left()) signalTo(pid, signal);
    for (let waited = 0; waited < limit && left().length > 0; waited += 20) await pause(20);
  }
  if (isAlive(postmaster)) rmSync(file, { force: true });
}

/** Kills whatever works in a folder that may be missing, and returns when it has ended. */
export async function killIn(folder: string): Promise<void> {
  const left = () => (existsSync(folder) && processesIn(folder)) || [];
  for (let found = left(); found.length > 0; found = left()) {
    for (const pid of found) signalTo(pid, 'SIGKILL');
    await pause(20);
  }
}
