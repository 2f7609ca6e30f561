import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { makeSubmission, submit } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { startCommand } from '../prove/command.ts';
import { percentile, residentMb, watch } from '../prove/measure.ts';
import { connectOwner } from '../prove/owner-client.ts';
import { writeEnrolments } from '../prove/write-enrolments.ts';
import { makeIdentity } from '../server/site-data/copy/encryption.ts';
import { table } from './measure.ts';

// `npm run bench -- backup 10000 300`: a backup of 10,000 enrolments with documents of 300 kB on a real disk,
// against copying and hashing the same bytes with the system's tools; how long families wait meanwhile, and
// what memory it takes.

const FAMILIES = 4;
const BEFORE_MS = 30_000;

/** Makes `count` enrolments with documents of `bytes` bytes. */
async function fill(client: pg.Client, folder: string, count: number, bytes: number): Promise<void> {
  const documents = join(folder, 'documents');
  mkdirSync(documents, { recursive: true });
  const block = randomBytes(bytes);
  const bytesOf = (version: string) => {
    block.write(`%PDF-1.4 ${version}`);
    return block;
  };
  const query = (sql: string, values: unknown[]) => client.query(sql, values);
  for (let at = 0; at < count; at += 500)
    await writeEnrolments(query, documents, { count: Math.min(500, count - at), bytesOf });
  await client.query('vacuum (analyze)');
}

/** Families submit until the result is called, which gives the milliseconds that each took. */
function submitMeanwhile(server: RunningServer) {
  const times: number[] = [];
  let open = true;
  const families = Array.from({ length: FAMILIES }, async (_, at) => {
    for (let number = 0; open; number += 1) {
      const submission = makeSubmission(at * 1_000_000 + number);
      const began = performance.now();
      await submit(() => server, submission);
      times.push(performance.now() - began);
      await pause(100); // a busy evening, not a flood
    }
  });
  return async () => {
    open = false;
    await Promise.all(families);
    return times;
  };
}

/** Seconds, and its most memory in MB. */
async function backUp(folder: string, to: string, environment: Record<string, string> = {}) {
  const began = performance.now();
  const { child, ended } = startCommand('backup', ['--to', to], folder, environment);
  const memory = watch(() => residentMb(child.pid));
  const { code, output } = await ended;
  if (code !== 0) throw new Error(`backup ended with ${code}: ${output}`);
  return { seconds: (performance.now() - began) / 1000, peakMb: memory().most };
}

/** The same bytes with the system's tools. */
function copyPlainly(folder: string, to: string): number {
  dropCaches();
  const began = performance.now();
  execFileSync('cp', ['-a', join(folder, 'documents'), to]);
  execFileSync('sync');
  execFileSync('sh', ['-c', `find "${to}" -type f -print0 | xargs -0 sha256sum > /dev/null`]);
  return (performance.now() - began) / 1000;
}

/** Both read from the disk, where that can be asked for. */
function dropCaches(): void {
  execFileSync('sync');
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
  } catch {
    // not root: both read from memory
  }
}

export async function run([count = '10000', kB = '300']: string[]): Promise<number> {
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const { folder } = server;
  const client = await connectOwner(folder);
  const empty = await backUp(folder, newFolder());
  await fill(client, folder, Number(count), Number(kB) * 1000);
  await client.end();
  const megabytes = (Number(count) * Number(kB)) / 1000;

  const tools = Math.min(copyPlainly(folder, newFolder()), copyPlainly(folder, newFolder()));
  dropCaches();
  const plain = await backUp(folder, newFolder());
  const { recipient } = await makeIdentity();
  dropCaches();
  const encrypted = await backUp(folder, newFolder(), { BACKUP_KEY: recipient });

  const quiet = submitMeanwhile(server);
  await pause(BEFORE_MS);
  const before = await quiet();
  const busy = submitMeanwhile(server); // with what the server has in memory: nothing is dropped here
  const beside = await backUp(folder, newFolder());
  const during = await busy();
  await server.stop();

  const p99 = (times: readonly number[]) => percentile(times, 0.99);
  const row = (name: string, { seconds, peakMb }: Awaited<ReturnType<typeof backUp>>) => [
    ...[name, seconds.toFixed(1), (megabytes / seconds).toFixed(0), peakMb.toFixed(0)],
  ];
  console.log(
    table(
      [`${count} enrolments, ${Math.round(megabytes)} MB`, 'seconds', 'MB/s', 'peak MB'],
      [
        ['cp -a, sync, sha256sum', tools.toFixed(1), (megabytes / tools).toFixed(0), ''],
        row('backup', plain),
        row('encrypted backup', encrypted),
        row('backup beside families', beside),
      ],
    ),
  );
  const [ratio, speed, slower] = [
    plain.seconds / tools,
    megabytes / encrypted.seconds,
    p99(during) / p99(before),
  ];
  const growth = Math.max(plain.peakMb, encrypted.peakMb, beside.peakMb) - empty.peakMb;
  const promises: [string, boolean][] = [
    [`a backup takes ${ratio.toFixed(2)} × what the tools take (at most 3)`, ratio <= 3],
    [`encrypting: ${speed.toFixed(0)} MB/s (at least 40)`, speed >= 40],
    [`families wait ${slower.toFixed(2)} × as long at p99 (at most 2)`, slower <= 2],
    [`memory: ${growth.toFixed(0)} MB more than for the empty site (at most 50)`, growth <= 50],
  ];
  for (const [promise, holds] of promises) console.log(`${holds ? 'holds' : 'FAILS'}  ${promise}`);
  return promises.every(([, holds]) => holds) ? 0 : 1;
}
