// One run of vitest or Playwright: where its data lies, and that nothing of it outlives it,
// however it ends. Run by itself (`node kit/test-runs.ts FOLDER…`) it is the watchdog of a run.

import { spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const MEMORY = '/dev/shm';
/** What the clusters of one run may come to need, in bytes. */
const NEEDED = 1024 ** 3;

/** Both by number and start, because numbers are reused; numbers are a container's own. */
const RUN = /^cc-run-(\d+)-(\d+)-(\d+)-/;
const CONTAINER = read(() => /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]) ?? '0';

/**
 * The signals to send and how long to wait after each, in ms: servers and PostgreSQL end cleanly on the
 * first, leaving no shared memory.
 */
const STEPS = [
  ['SIGINT', 5_000],
  ['SIGKILL', 2_000],
] as const;
const PARENT_CHECK_MS = 500;

/**
 * Makes two folders for what this process and its children write: one in memory, where that has room (TEST_RUN),
 * and one on the disk (TMPDIR); without `inMemory` the second alone. Starts a watchdog that, once this process has
 * ended, ends what it started and removes the folders. First cleans up after runs that died without that. Returns
 * the first folder.
 */
export async function openRun({ inMemory = true } = {}): Promise<string> {
  const memory = process.env.TEST_RUN ?? (hasRoom(MEMORY) ? MEMORY : tmpdir());
  const bases = inMemory ? [memory, tmpdir()] : [tmpdir()];
  await endDeadRuns(bases);
  const folders = bases.map((base) =>
    mkdtempSync(join(base, `cc-run-${CONTAINER}-${process.pid}-${beganAt(process.pid) ?? 0}-`)),
  );
  for (const folder of folders) chmodSync(folder, 0o755); // PostgreSQL's account passes through
  // A session of its own, which Ctrl+C does not reach. Its input ends with this process.
  const watchdog = spawn(process.execPath, [import.meta.filename, ...folders], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  endWithParent();
  if (inMemory) process.env.TEST_RUN = folders[0];
  process.env.TMPDIR = folders.at(-1);
  return folders[0] ?? '';
}

/** Under npm or npx: ends this process at once when npm, or the process in between, has ended before it. */
export function endWithParent(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parents = [process.ppid];
  // npm may have put a shell in between, which waits on without it
  if (read(() => readFileSync(`/proc/${process.ppid}/comm`, 'utf8')) === 'sh\n')
    parents.push(Number(statOf(process.ppid)?.[1]));
  setInterval(() => {
    const [parent = 0, npm] = parents;
    if (process.ppid !== parent || (npm && Number(statOf(parent)?.[1]) !== npm))
      process.kill(process.pid, 'SIGKILL');
  }, PARENT_CHECK_MS).unref();
}

/** Ends what is left of each run in `bases` whose process is dead, and removes its folder. */
export async function endDeadRuns(bases: string[]): Promise<void> {
  const dead = bases.flatMap((base) =>
    readdirSync(base)
      .filter((name) => {
        const [, container, pid, began] = RUN.exec(name) ?? [];
        return container === CONTAINER && !(isAlive(Number(pid)) && (beganAt(Number(pid)) ?? '0') === began);
      })
      .map((name) => join(base, name)),
  );
  await endRun(dead);
}

/** Ends the processes of the runs with these folders and removes the folders; those of another account stay. */
async function endRun(folders: string[]): Promise<void> {
  for (const [signal, limit] of STEPS) {
    const signalled = new Set<number>();
    for (let waited = 0; waited < limit; waited += 100) {
      const left = processesOf(folders);
      if (left.length === 0) break;
      for (const pid of left) if (!signalled.has(pid)) read(() => process.kill(pid, signal));
      for (const pid of left) signalled.add(pid);
      await pause(100);
    }
  }
  for (const folder of folders) read(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** The processes whose environment names one of the folders, and the PostgreSQLs, which have none, that work in one. */
function processesOf(folders: string[]): number[] {
  const named = (text: string) => folders.some((folder) => text.includes(folder));
  return (read(() => readdirSync('/proc')) ?? [])
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(
      (pid) =>
        named(read(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '') ||
        (read(() => readFileSync(`/proc/${pid}/comm`, 'utf8')) === 'postgres\n' &&
          named(read(() => readlinkSync(`/proc/${pid}/cwd`)) ?? '')),
    )
    .map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process in kernel ticks since boot; undefined when it has ended, also when nobody has noticed yet. */
function beganAt(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat?.[0] === 'Z' ? undefined : stat?.[19];
}

/** What the kernel says of a process, from its state on; undefined when there is none, or no /proc. */
function statOf(pid: number): string[] | undefined {
  return read(() =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '),
  );
}

function hasRoom(folder: string): boolean | undefined {
  return read(() => {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED;
  });
}

/** What `work` returns; undefined when what it asks for is gone, or not ours. */
function read<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  process.stdin.resume().once('close', () => endRun(process.argv.slice(2)));
}
