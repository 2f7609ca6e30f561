import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './ownership.ts';

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
  const leads = processesIn(folder, postmaster).includes(postmaster);
  const steps = [
    ...(leads ? ([['SIGINT', STOP_LIMIT_MS]] as const) : []),
    ['SIGQUIT', leads ? 2_000 : 1_000] as const,
    ['SIGKILL', 2_000] as const,
  ];
  for (const [signal, limit] of steps) {
    const left = processesIn(folder, postmaster);
    if (left.length === 0) break;
    for (const pid of signal === 'SIGINT' ? [postmaster] : left) signalTo(pid, signal);
    for (let waited = 0; waited < limit && processesIn(folder, postmaster).length > 0; waited += 20)
      await pause(20);
  }
  if (isAlive(postmaster)) rmSync(file, { force: true });
}

/** The processes whose working directory is the data folder, as PostgreSQL's is; without /proc, the one of the pid file. */
function processesIn(folder: string, postmaster: number): number[] {
  if (process.platform !== 'linux') return isAlive(postmaster) ? [postmaster] : [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false; // ended meanwhile, or not ours to look at
      }
    })
    .map(Number);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ended by itself meanwhile
  }
}
