import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childrenOf, postmasterOf } from '../kill.ts';

/** Milliseconds of one kind of thing, and how often it failed, by what was told. */
export class Times {
  private readonly all: number[] = [];
  readonly failures = new Map<string, number>();

  async measure<Result>(
    work: () => Promise<Result>,
    failed: (result: Result) => string | null,
  ): Promise<Result> {
    const began = performance.now();
    const result = await work();
    this.all.push(performance.now() - began);
    const why = failed(result);
    if (why !== null) this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
    return result;
  }

  get count(): number {
    return this.all.length;
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, times) => sum + times, 0);
  }

  /** So many of a hundred took at most this long. */
  percentile(share: number): number {
    const sorted = this.all.slice().sort((one, other) => one - other);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0);
  }

  inWords(): string {
    const failures = [...this.failures].map(([why, times]) => `${times} × ${why}`).join(', ');
    return `${this.count}, p50 ${this.percentile(50)} ms, p95 ${this.percentile(95)} ms, p99 ${this.percentile(99)} ms, most ${this.percentile(100)} ms${failures ? `; ${failures}` : ''}`;
  }
}

/** Memory of the server and of all of PostgreSQL, in MB; shared pages of PostgreSQL count once, in shares. */
export function memoryOf(pid: number, folder: string): { node: number; postgres: number } {
  const kilobytes = (each: number, name: string, file: string) => {
    try {
      return Number(
        new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${each}/${file}`, 'utf8'))?.[1],
      );
    } catch {
      return 0; // it ended meanwhile
    }
  };
  const postmaster = postmasterOf(folder);
  const processes = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
  const postgres = processes.reduce((sum, each) => sum + kilobytes(each, 'Pss', 'smaps_rollup'), 0);
  return { node: kilobytes(pid, 'VmRSS', 'status') / 1024, postgres: postgres / 1024 };
}

/** Size of a folder on the disk, in MB. */
export function diskOf(folder: string): number {
  return Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
}
