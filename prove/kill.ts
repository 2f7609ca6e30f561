import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** kill -9 of a process group, and of the PostgreSQL of this data folder with all its children. */
export function killGroup(pid: number, dataDir: string): void {
  const postmaster = postmasterOf(dataDir);
  const children = postmaster === null ? [] : childrenOf(postmaster); // found before their parent is killed
  for (const each of [-pid, ...(postmaster === null ? [] : [postmaster]), ...children]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // it ended by itself meanwhile
    }
  }
}

/** The first process of this data folder's PostgreSQL; null when no file names one. */
export function postmasterOf(dataDir: string): number | null {
  const file = join(dataDir, 'postgresql/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

export function childrenOf(pid: number): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return listed.trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return []; // `ps` fails when there is none
  }
}

/** Throws unless the promise holds. */
export function check(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`NOT KEPT: ${promise}`);
}

/** Asks again and again until it holds, and throws as `check` does when that takes longer; the milliseconds that it took. */
export async function eventually(
  promise: string | (() => string),
  limitMs: number,
  holds: () => boolean | Promise<boolean>,
  everyMs = 50,
): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began >= limitMs) check(false, typeof promise === 'string' ? promise : promise());
    await pause(everyMs);
  }
  return performance.now() - began;
}
