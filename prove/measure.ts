import { readFileSync } from 'node:fs';
import { childrenOf, postmasterOf } from './kill.ts';

/** What `/proc` says of a process, as kB there and MB here; 0 when it has ended. */
function megabytes(pid: number, file: string, name: string): number {
  try {
    const [, kB = '0'] =
      new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8')) ?? [];
    return Number(kB) / 1024;
  } catch {
    return 0;
  }
}

/** Resident memory of a process, in MB. Linux only. */
export const residentMb = (pid: number): number => megabytes(pid, 'status', 'VmRSS');

/** Memory of a process and its children, in MB; a page that several share counts once. */
export const familyMb = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + megabytes(each, 'smaps_rollup', 'Pss'), 0);

/** Memory of the PostgreSQL of a data folder, in MB. */
export function postgresMb(dataDir: string): number {
  const pid = postmasterOf(dataDir);
  return pid === null ? 0 : familyMb(pid);
}

/** Looks at something again and again; the result ends that, with the first, the highest and the last value. */
export function watch(
  read: () => number,
  everyMs = 100,
): () => { before: number; most: number; after: number } {
  const before = read();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, everyMs);
  return () => {
    clearInterval(timer);
    const after = read();
    return { before, most: Math.max(most, after), after };
  };
}

/** The value at a share (0 to 1) of the sorted values; NaN when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const at = Math.min(values.length - 1, Math.floor(values.length * share));
  return values.toSorted((a, b) => a - b)[at] ?? Number.NaN;
}

/** Median, 95 of 100 and the longest, in milliseconds. */
export function inWords(times: readonly number[]): string {
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) => Math.round(percentile(times, share)));
  return `p50 ${p50} ms, p95 ${p95} ms, most ${most} ms`;
}
