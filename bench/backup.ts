import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { makeSubmission, submit } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { startCommand } from '../prove/command.ts';
import { percentile, residentMb } from '../prove/measure.ts';
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

/** Families submit until `stop`; the milliseconds that each took. */
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
  const stop = async () => {
    open = false;
    await Promise.all(families);
    return times;
  };
  return { stop };
}

/** Seconds, those of them that it computed (a busy machine makes it wait: it goes last), and its most memory in MB. */
async function backUp(folder: string, to: string, environment: Record<string, string> = {}) {
  const began = performance.now();
  const { child, ended } = startCommand('backup', ['--to', to], folder, environment);
  let [peakMb, computed] = [0, 0];
  const timer = setInterval(() => {
    try {
      const times = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      peakMb = Math.max(peakMb, residentMb(child.pid));
      computed = Math.max(computed, (Number(times[11]) + Number(times[12])) / 100); // of 10 ms each
    } catch {
      // it has ended, or there is no /proc
    }
  }, 100);
  const { code, output } = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`backup ended with ${code}: ${output}`);
  return { seconds: (performance.now() - began) / 1000, computed, peakMb };
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
  const client = await connectOwner(server.folder);
  const empty = await backUp(server.folder, newFolder());
  await fill(client, server.folder, Number(count), Number(kB) * 1000);
  await client.end();
  const megabytes = (Number(count) * Number(kB)) / 1000;

  const tools = [copyPlainly(server.folder, newFolder())];
  const first = newFolder();
  dropCaches();
  const plain = [await backUp(server.folder, first)];
  const nightly = await backUp(server.folder, first);
  tools.push(copyPlainly(server.folder, newFolder()));
  dropCaches();
  plain.push(await backUp(server.folder, newFolder()));
  const { recipient } = await makeIdentity();
  dropCaches();
  const encrypted = await backUp(server.folder, newFolder(), { BACKUP_KEY: recipient });

  const quiet = submitMeanwhile(server);
  await pause(BEFORE_MS);
  const before = await quiet.stop();
  const busy = submitMeanwhile(server); // with what the server has in memory: nothing is dropped here
  const beside = await backUp(server.folder, newFolder());
  const during = await busy.stop();

  await server.stop();
  const best = (values: readonly number[]) => Math.min(...values);
  const plainSeconds = best(plain.map(({ seconds }) => seconds));
  const toolSeconds = best(tools);
  const p99 = (times: readonly number[]) => percentile(times, 0.99);
  const ratio = plainSeconds / toolSeconds;
  const speed = megabytes / encrypted.seconds;
  const slower = p99(during) / p99(before);
  const growth = Math.max(...[...plain, encrypted, beside].map(({ peakMb }) => peakMb)) - empty.peakMb;
  console.log(`${count} enrolments, ${Math.round(megabytes)} MB of documents\n`);
  const row = (
    name: string,
    { seconds, computed, peakMb }: Awaited<ReturnType<typeof backUp>>,
    mb = megabytes,
  ) => [
    name,
    seconds.toFixed(1),
    mb > 0 ? (mb / seconds).toFixed(0) : '',
    computed.toFixed(1),
    peakMb.toFixed(0),
  ];
  console.log(
    table(
      ['', 'seconds', 'MB/s', 'computed', 'peak MB'],
      [
        row('backup of the empty site', empty, 0),
        ['cp -a, sync, sha256sum', toolSeconds.toFixed(1), (megabytes / toolSeconds).toFixed(0), '', ''],
        ...plain.map((each) => row('backup', each)),
        row('backup of the next night', nightly, 0),
        row('encrypted backup', encrypted),
        row('backup beside families', beside),
      ],
    ),
  );
  console.log(
    `\nfamilies' p99: ${p99(before).toFixed(0)} ms before (${before.length}), ${p99(during).toFixed(0)} ms during (${during.length})\n`,
  );
  const promises: [string, boolean][] = [
    [`a backup takes ${ratio.toFixed(2)} × what the tools take (at most 3)`, ratio <= 3],
    [`encrypting: ${speed.toFixed(0)} MB/s (at least 40)`, speed >= 40],
    [`families wait ${slower.toFixed(2)} × as long at p99 (at most 2)`, slower <= 2],
    [`memory: ${growth.toFixed(0)} MB more than for the empty site (at most 50)`, growth <= 50],
  ];
  for (const [promise, holds] of promises) console.log(`${holds ? 'holds' : 'FAILS'}  ${promise}`);
  return promises.every(([, holds]) => holds) ? 0 : 1;
}
