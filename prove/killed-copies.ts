import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, type Submission, submit } from '../kit/family.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { readInstallation } from '../server/core/installation.ts';
import { readErasures } from '../server/site-data/copy/erasure-list.ts';
import { readManifest } from '../server/site-data/copy/manifest.ts';
import { requireWhole } from '../server/site-data/restore/check-copy.ts';
import { checkSubmissions } from './check-submissions.ts';
import { runToItsEnd, startCommand } from './command.ts';
import { check, killGroup } from './kill.ts';

const KILLS = Number(process.env.KILLS ?? 20);
const ENROLMENTS = 200;
const FAMILIES = 8;

const newFolder = () => mkdtempSync(join(tmpdir(), 'cc-prove-kills-'));
const startRelaxed = (folder: string) => startServer({ folder, environment: { LIMITS: 'relaxed' } });

/** Sends so many submissions; all are acknowledged when it returns. */
async function fill(server: RunningServer, count: number): Promise<Submission[]> {
  const submissions = Array.from({ length: count }, (_, at) => makeSubmission(at));
  const waiting = submissions.slice();
  const family = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await submit(() => server, next);
  };
  await Promise.all(Array.from({ length: FAMILIES }, family));
  return submissions;
}

type Work = { name: string; args: string[]; folder: string; begun: () => boolean };

/** Runs a command to its end; how long it took, and how long from the moment when `begun` said so. */
async function measure({ name, args, folder, begun }: Work): Promise<{ usualMs: number; restMs: number }> {
  const began = performance.now();
  const { child, ended } = startCommand(name, args, folder);
  while (!begun() && child.exitCode === null) await pause(1);
  const middle = performance.now();
  const { code, output } = await ended;
  check(code === 0, `npm run ${name} ends with 0 (${output})`);
  return { usualMs: performance.now() - began, restMs: performance.now() - middle };
}

/** Starts a command and kills it: every other time at any moment, else at any moment of its middle. True when it had ended. */
async function killSometime(
  { name, args, folder, begun }: Work,
  number: number,
  { usualMs, restMs }: Awaited<ReturnType<typeof measure>>,
): Promise<boolean> {
  const { child, ended } = startCommand(name, args, folder);
  if (number % 2 === 0) await pause(randomInt(Math.ceil(usualMs * 1.1)));
  else {
    while (!begun() && child.exitCode === null) await pause(1);
    await pause(randomInt(Math.ceil(restMs)));
  }
  killGroup(child.pid, name === 'restore' ? folder : join(folder, 'nobody')); // a backup's server stays
  return (await ended).code === 0;
}

/** Every folder `copia-…` is whole, to the byte. */
async function checkCopies(folder: string): Promise<number> {
  const copies = readdirSync(folder).filter((name) => name.startsWith('copia-'));
  for (const name of copies)
    await requireWhole(join(folder, name), readManifest(join(folder, name)), readErasures(folder));
  return copies.length;
}

/** kill -9 of a backup beside a running server: what has a copy's name is whole, and the next backup works. */
export async function proveKilledBackups(): Promise<void> {
  const [folder, copies, trial] = [newFolder(), newFolder(), newFolder()];
  const server = await startRelaxed(folder);
  await fill(server, ENROLMENTS);
  const to = (copiesFolder: string): Work => {
    const before = readdirSync(copiesFolder); // what the last kill left
    const isNew = (name: string) => name.startsWith('.incompleta-') && !before.includes(name);
    const begun = () => readdirSync(copiesFolder).some(isNew);
    return { name: 'backup', args: ['--to', copiesFolder], folder, begun };
  };
  const times = await measure(to(trial));
  let finished = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await fill(server, 10);
    if (await killSometime(to(copies), kill, times)) finished += 1;
    await checkCopies(copies);
  }
  await runToItsEnd('backup', ['--to', copies], folder);
  const whole = await checkCopies(copies);
  const left = readdirSync(copies).filter((name) => name.startsWith('.incompleta-'));
  check(left.length === 0, 'the next backup removes what killed ones left');
  await server.stop();
  for (const each of [folder, copies, trial]) rmSync(each, { recursive: true });
  console.log(
    `${KILLS} kills of a backup, ${finished} after its end: ${whole} copies, each whole; the next one works`,
  );
}

/** kill -9 of a restore: the start then refuses, or serves all, or nothing ever was; the same command finishes it. */
export async function proveKilledRestores(): Promise<void> {
  const [origin, copies] = [newFolder(), newFolder()];
  const server = await startRelaxed(origin);
  const submissions = await fill(server, ENROLMENTS);
  const copy = await runToItsEnd('backup', ['--to', copies], origin);
  await server.stop();
  const into = (folder: string): Work => ({
    name: 'restore',
    args: [copy],
    folder,
    begun: () => readInstallation(folder)?.restaurando !== undefined,
  });
  const trial = newFolder();
  const times = await measure(into(trial));
  const found = { empty: 0, refused: 0, whole: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    const folder = newFolder();
    await killSometime(into(folder), kill, times);
    found[await startAfterKill(folder, copy, submissions)] += 1;
    rmSync(folder, { recursive: true });
  }
  for (const each of [origin, copies, trial]) rmSync(each, { recursive: true });
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
  const started = await startRelaxed(folder).catch(({ message }: Error) => message);
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
  const again = await startRelaxed(folder);
  const rows = await checkSubmissions(again, submissions);
  check(rows === submissions.length, 'the same restore finishes');
  await again.stop();
  return unfinished ? 'refused' : 'empty';
}
