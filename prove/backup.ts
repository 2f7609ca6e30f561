import { setTimeout as pause } from 'node:timers/promises';
import { makeSubmission, type Submission, submit } from '../kit/family.ts';
import { newFolder } from '../kit/folder.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { checkSubmissions } from './check-submissions.ts';
import { runToItsEnd } from './command.ts';
import { startOwnPostgres } from './own-postgres.ts';

// Part of `npm run prove`: copies that are made while families submit hold everything that was acknowledged
// before they began, in either PostgreSQL. Killed ones: tests/process/killed-copies.test.ts.

const SECONDS = Number(process.env.SECONDS ?? 60);
const FAMILIES = 8;
const COPIES = 3;

const start = (folder?: string, environment = {}) =>
  startServer({ folder, environment: { LIMITS: 'relaxed', ...environment } });

/** Families submit until `open` is false, each time another; all are acknowledged when it returns. */
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
  console.log('Every promise holds.');
  return 0;
}
