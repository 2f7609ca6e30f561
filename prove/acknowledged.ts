import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../kit/desk.ts';
import { makeSubmission, type Submission, sendEnrolment, submit } from '../kit/family.ts';
import { type RunningServer, startServer } from '../kit/server.ts';
import { check, killGroup } from './kill.ts';

// `npm run prove`: nothing acknowledged is lost. Real server, real PostgreSQL, real
// files; prints one line a round and throws at the first promise that does not hold.

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SUBMISSIONS = 200;
const SUBMITTERS = 8;

/** Without throttles: all these families share one address. */
const startRelaxed = (folder: string, port?: number) =>
  startServer({ folder, port, environment: { LIMITS: 'relaxed' } });

/** kill -9 while families submit: after the next start every acknowledged enrolment and document is there once, whole. */
async function killRound(dataDir: string, round: number, submissions: Submission[]): Promise<RunningServer> {
  const port = 20_000 + randomInt(20_000);
  let server = await startRelaxed(dataDir, port);
  let acknowledged = 0;
  const killAt = 20 + randomInt(SUBMISSIONS - 40);
  const waiting = Array.from({ length: SUBMISSIONS }, (_, at) => makeSubmission(round * SUBMISSIONS + at));
  submissions.push(...waiting);
  let readyMs = 0;
  const killer = (async () => {
    while (acknowledged < killAt) await pause(1);
    killGroup(server.child.pid, dataDir);
    server = await startRelaxed(dataDir, port);
    readyMs = server.readyMs;
  })();
  const work = waiting.slice();
  await Promise.all(
    Array.from({ length: SUBMITTERS }, async () => {
      for (let submission = work.pop(); submission; submission = work.pop()) {
        await submit(() => server, submission);
        acknowledged += 1;
      }
    }),
  );
  await killer;

  const administrator = await signIn(server);
  const rows = await administrator.rows();
  for (const submission of submissions) {
    const found = rows.filter((row) => row.nome_completo === submission.row.nome_completo);
    check(found.length === 1, `an acknowledged enrolment is there once (found ${found.length})`);
  }
  check(
    rows.length === submissions.length,
    `no enrolment is there that nobody sent (${rows.length} of ${submissions.length})`,
  );
  for (const submission of waiting) {
    const bytes = await administrator.document(submission.path);
    check(
      createHash('sha256').update(bytes).digest('hex') === submission.hash,
      'an acknowledged document is whole',
    );
  }

  const complaint = await startRelaxed(dataDir).then(
    () => 'it started',
    ({ message }: Error) => message,
  );
  check(
    complaint.startsWith('the server ended with 3:') && complaint.includes('já está em uso'),
    `a second start on the same folder refuses (${complaint})`,
  );

  const files = readdirSync(join(dataDir, 'documents'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length;
  console.log(
    `round ${round + 1}: killed after ${killAt} of ${SUBMISSIONS}, ready again in ${readyMs} ms, ${rows.length} rows and ${waiting.length} documents whole, ${files} files`,
  );
  return server;
}

/** SIGTERM while families submit: every accepted request is answered, and an answer that says yes is true at the next start. */
async function terminateRound(server: RunningServer, dataDir: string, submissions: Submission[]) {
  const accepted: Submission[] = [];
  let stopped = false;
  const work = Array.from({ length: SUBMITTERS }, async (_, at) => {
    for (let number = 0; !stopped; number += 1) {
      const submission = makeSubmission(90_000 + at * 1_000 + number);
      try {
        const answer = await sendEnrolment(server, { ...submission, path: null });
        check(
          answer.status === 201 || answer.status === 503,
          `a request accepted before SIGTERM is answered (${answer.status})`,
        );
        if (answer.status === 201) accepted.push(submission);
      } catch (error) {
        if ((error as Error).message.startsWith('NOT KEPT')) throw error;
        const { cause: { code: cause = '' } = {} } = error as { cause?: { code?: string } };
        check(
          cause === 'ECONNREFUSED' || (cause === 'UND_ERR_SOCKET' && stopped) || cause === 'ECONNRESET',
          `a request was dropped: ${cause}`,
        );
        return;
      }
    }
  });
  await pause(500);
  const began = performance.now();
  const ended = new Promise<number | null>((resolve) => server.child.once('exit', (code) => resolve(code)));
  server.child.kill('SIGTERM');
  stopped = true;
  await Promise.all(work);
  const code = await ended;
  const took = Math.round(performance.now() - began);
  check(code === 0 && took < 10_000, `SIGTERM ends with 0 within 10 s (code ${code}, ${took} ms)`);
  const again = await startRelaxed(dataDir);
  const names = new Set((await (await signIn(again)).rows()).map((row) => row.nome_completo));
  check(
    accepted.every((submission) => names.has(submission.row.nome_completo)),
    'what was acknowledged while closing is there',
  );
  check(
    submissions.every((submission) => names.has(submission.row.nome_completo)),
    'what was acknowledged before is still there',
  );
  console.log(
    `SIGTERM: ended with 0 in ${took} ms, ${accepted.length} acknowledged meanwhile and all there; next start ${again.readyMs} ms`,
  );
  await again.stop();
}

export async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-prove-'));
  const submissions: Submission[] = [];
  let server = await killRound(dataDir, 0, submissions);
  for (let round = 1; round < ROUNDS; round += 1) {
    await server.stop();
    server = await killRound(dataDir, round, submissions);
  }
  await terminateRound(server, dataDir, submissions);
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `Every promise holds: ${submissions.length} acknowledged enrolments, ${ROUNDS} kills, none lost, doubled or altered.`,
  );
  return 0;
}
