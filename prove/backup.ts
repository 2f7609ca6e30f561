import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, type Submission, submit } from '../kit/family.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { checkSubmissions } from './check-submissions.ts';
import { runToItsEnd } from './command.ts';
import { proveKilledBackups, proveKilledRestores } from './killed-copies.ts';
import { startOwnPostgres } from './own-postgres.ts';

// Part of `npm run prove`: copies that are made while families submit hold everything that
// was acknowledged before they began, in either PostgreSQL; a killed backup is never taken
// for a whole one, and a killed restore never serves a half.

const SECONDS = Number(process.env.SECONDS ?? 60);
const FAMILIES = 8;
const COPIES = 3;

/** A copy, and what had been acknowledged when it began. */
type Taken = { path: string; before: Submission[] };

const relaxed = { LIMITS: 'relaxed' };
const newFolder = () => mkdtempSync(join(tmpdir(), 'cc-prove-copies-'));

/** Families submit for `SECONDS`, with a backup every now and then. */
async function copyWhileTheySubmit(
  server: RunningServer,
  environment: Record<string, string>,
  copies: string,
) {
  const acknowledged: Submission[] = [];
  let open = true;
  const families = Array.from({ length: FAMILIES }, async (_, at) => {
    for (let number = 0; open; number += 1) {
      const submission = makeSubmission(at * 100_000 + number);
      await submit(() => server, submission);
      acknowledged.push(submission);
    }
  });
  const taken: Taken[] = [];
  for (let copy = 0; copy < COPIES; copy += 1) {
    await pause((SECONDS * 1000) / (COPIES + 1));
    const before = acknowledged.slice();
    taken.push({ path: await runToItsEnd('backup', ['--to', copies], server.folder, environment), before });
  }
  await pause((SECONDS * 1000) / (COPIES + 1));
  open = false;
  await Promise.all(families);
  return { taken, all: acknowledged.length };
}

/** From one kind of PostgreSQL to the other. */
async function proveWay(
  from: string,
  to: string,
  newSite: (kind: string) => Promise<Record<string, string>>,
) {
  const copies = newFolder();
  const environment = await newSite(from);
  const server = await startServer({ environment: { ...environment, ...relaxed } });
  const { taken, all } = await copyWhileTheySubmit(server, environment, copies);
  await server.stop();
  for (const { path, before } of taken) {
    const folder = newFolder();
    const target = await newSite(to);
    await runToItsEnd('restore', [path], folder, target);
    const restored = await startServer({ folder, environment: { ...target, ...relaxed } });
    const rows = await checkSubmissions(restored, before);
    await restored.stop();
    rmSync(folder, { recursive: true });
    console.log(
      `${from} to ${to}: a copy begun after ${before.length} of ${all} acknowledged holds ${rows}, all of them whole`,
    );
  }
  rmSync(copies, { recursive: true });
}

export async function run(): Promise<number> {
  const own = await startOwnPostgres();
  try {
    const kinds = { embedded: 'embedded', own: `PostgreSQL ${own.version}` };
    const newSite = async (kind: string): Promise<Record<string, string>> =>
      kind === kinds.own ? { DATABASE_URL: await own.newDatabase() } : {};
    await proveWay(kinds.embedded, kinds.own, newSite);
    await proveWay(kinds.own, kinds.embedded, newSite);
  } finally {
    await own.stop();
  }
  await proveKilledBackups();
  await proveKilledRestores();
  console.log('Every promise holds.');
  return 0;
}
