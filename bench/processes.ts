import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER } from '../server/postgres/new-cluster.ts';

export type Login = { host: string; port: number; user: string; password: string };

/** Process and owner's login of the PostgreSQL that runs over a data folder. */
export function postgresOf(dataDir: string): { pid: number; login: Login } {
  const [pid, , , port, host = ''] = readFileSync(join(dataDir, 'postgresql/postmaster.pid'), 'utf8').split(
    '\n',
  );
  const { ownerPassword } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as {
    ownerPassword: string;
  };
  return { pid: Number(pid), login: { host, port: Number(port), user: OWNER, password: ownerPassword } };
}

/** Resident memory of a process and its children in MB; a page that several share counts once. Linux only. */
export function memoryOf(pid: number): number {
  const listed = execFileSync('ps', ['-o', 'pid=', '--pid', String(pid), '--ppid', String(pid)], {
    encoding: 'utf8',
  });
  const kilobytes = listed
    .trim()
    .split(/\s+/)
    .map((each) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1]));
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
