import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, type Submission, submit } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { readInstallation } from '../server/core/installation.ts';
import { readErasures } from '../server/site-data/copy/erasure-list.ts';
import { readManifest } from '../server/site-data/copy/manifest.ts';
import { requireWhole } from '../server/site-data/restore/check-copy.ts';
import { checkSubmissions } from './check-submissions.ts';
import { runToItsEnd } from './command.ts';
import { check } from './kill.ts';
import { killAtRandom, measureUsual, type Work } from './kill-at-random.ts';
import { startOwnPostgres } from './own-postgres.ts';

// Part of `npm run prove`: copies that are made while families submit hold everything that
// was acknowledged before they began, in either PostgreSQL; a killed backup is never taken
// for a whole one, and a killed restore never serves a half.

const SECONDS = Number(process.env.SECONDS ?? 60);
const KILLS = Number(process.env.KILLS ?? 20);
const FAMILIES = 8;
const COPIES = 3;
const ENROLMENTS = 200;

const start = (folder?: string, environment = {}) =>
  startServer({ folder, environment: { LIMITS: 'relaxed', ...environment } });
const copiesIn = (folder: string, name: string) =>
  readdirSync(folder).filter((each) => each.startsWith(name));

/** Families submit until `open()` is false, each time another; all are acknowledged when it returns. */
async function fill(server: RunningServer, open: (acknowledged: Submission[]) => boolean) {
  const acknowledged: Submission[] = [];
  let begun = 0;
  const family = async () => {
    while (open(acknowledged)) {
      begun += 1;
      const submission = makeSubmission(begun);
      await submit(() => server, submission);
      acknowledged.push(submission);
    }
  };
  await Promise.all(Array.from({ length: FAMILIES }, family));
  return acknowledged;
}

/** From one kind of PostgreSQL to the other: copies while families submit, each restored and compared. */
async function proveWay(
  from: string,
  to: string,
  newSite: (kind: string) => Promise<Record<string, string>>,
) {
  const copies = newFolder();
  const environment = await newSite(from);
  const server = await start(undefined, environment);
  let open = true;
  let sent: readonly Submission[] = [];
  const families = fill(server, (acknowledged) => {
    sent = acknowledged;
    return open;
  });
  const taken: { path: string; before: Submission[] }[] = [];
  for (let copy = 0; copy < COPIES; copy += 1) {
    await pause((SECONDS * 1000) / (COPIES + 1));
    const before = sent.slice();
    taken.push({ path: await runToItsEnd('backup', ['--to', copies], server.folder, environment), before });
  }
  await pause((SECONDS * 1000) / (COPIES + 1));
  open = false;
  await families;
  await server.stop();
  for (const { path, before } of taken) {
    const folder = newFolder();
    const target = await newSite(to);
    await runToItsEnd('restore', [path], folder, target);
    const restored = await start(folder, target);
    const rows = await checkSubmissions(restored, before);
    await restored.stop();
    console.log(
      `${from} to ${to}: a copy begun after ${before.length} of ${sent.length} acknowledged holds ${rows}, all of them whole`,
    );
  }
}

/** Every folder `copia-…` is whole, to the byte. */
async function checkCopies(folder: string): Promise<number> {
  const copies = copiesIn(folder, 'copia-').map((name) => join(folder, name));
  for (const copy of copies) await requireWhole(copy, readManifest(copy), readErasures(folder));
  return copies.length;
}

/** kill -9 of a backup beside a running server: what has a copy's name is whole, and the next backup works. */
async function proveKilledBackups(): Promise<void> {
  const [folder, copies] = [newFolder(), newFolder()];
  const server = await start(folder);
  await fill(server, ({ length }) => length < ENROLMENTS);
  const to = (target: string): Work => {
    const before = readdirSync(target); // what the last kill left
    const begun = () => copiesIn(target, '.incompleta-').some((name) => !before.includes(name));
    return { name: 'backup', args: ['--to', target], folder, begun, serves: false };
  };
  const times = await measureUsual(to(newFolder()));
  let finished = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await fill(server, ({ length }) => length < 10);
    if (await killAtRandom(to(copies), kill, times)) finished += 1;
    await checkCopies(copies);
  }
  await runToItsEnd('backup', ['--to', copies], folder);
  const whole = await checkCopies(copies);
  check(copiesIn(copies, '.incompleta-').length === 0, 'the next backup removes what killed ones left');
  await server.stop();
  console.log(
    `${KILLS} kills of a backup, ${finished} after its end: ${whole} copies, each whole; the next one works`,
  );
}

/** kill -9 of a restore: the start then refuses, or serves all, or nothing ever was; the same command finishes it. */
async function proveKilledRestores(): Promise<void> {
  const origin = newFolder();
  const server = await start(origin);
  const submissions = await fill(server, ({ length }) => length < ENROLMENTS);
  const copy = await runToItsEnd('backup', ['--to', newFolder()], origin);
  await server.stop();
  const into = (folder: string): Work => ({
    name: 'restore',
    args: [copy],
    folder,
    begun: () => readInstallation(folder)?.restaurando !== undefined,
    serves: true,
  });
  const times = await measureUsual(into(newFolder()));
  const found = { empty: 0, refused: 0, whole: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const folder = newFolder();
    await killAtRandom(into(folder), kill, times);
    found[await startAfterKill(folder, copy, submissions)] += 1;
    rmSync(folder, { recursive: true });
  }
  console.log(
    `${KILLS} kills of a restore: the start then found nothing (${found.empty}), refused (${found.refused}) or served all (${found.whole}); the same command finished each`,
  );
}

/** What a start finds after a kill, and that the same restore then finishes. */
async function startAfterKill(
  folder: string,
  copy: string,
  submissions: readonly Submission[],
): Promise<'empty' | 'refused' | 'whole'> {
  const unfinished = readInstallation(folder)?.restaurando !== undefined;
  const started = await start(folder).catch(({ message }: Error) => message);
  if (typeof started === 'string')
    check(unfinished && started.includes('pela metade'), `a start after a kill says why (${started})`);
  else {
    check(!unfinished, 'a start in the middle of a restore refuses');
    const rows = await checkSubmissions(started, []);
    if (rows > 0) await checkSubmissions(started, submissions);
    await started.stop();
    if (rows > 0) return 'whole';
  }
  await runToItsEnd('restore', [copy], folder);
  const again = await start(folder);
  const rows = await checkSubmissions(again, submissions);
  check(rows === submissions.length, 'the same restore finishes');
  await again.stop();
  return unfinished ? 'refused' : 'empty';
}

export async function run(): Promise<number> {
  const own = await startOwnPostgres();
  try {
    const kinds = ['embedded', `PostgreSQL ${own.version}`] as const;
    const newSite = async (kind: string): Promise<Record<string, string>> =>
      kind === kinds[1] ? { DATABASE_URL: await own.newDatabase() } : {};
    await proveWay(kinds[0], kinds[1], newSite);
    await proveWay(kinds[1], kinds[0], newSite);
  } finally {
    await own.stop();
  }
  await proveKilledBackups();
  await proveKilledRestores();
  console.log('Every promise holds.');
  return 0;
}
