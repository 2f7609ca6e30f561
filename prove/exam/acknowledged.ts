import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, sendEnrolment } from '../../kit/family.ts';
import { newFolder } from '../../kit/folder.ts';
import { startServer } from '../../kit/server.ts';
import { check } from '../kill.ts';
import { end } from './kill-kinds.ts';
import { checkLedger, Ledger, startFamilies } from './ledger.ts';
import { Site } from './site.ts';

// `npm run prove -- acknowledged`: nothing acknowledged is lost. Real server, real PostgreSQL, real
// files; prints one line a round and throws at the first promise that does not hold.

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SUBMISSIONS = 200;
const FAMILIES = 8;

/** kill -9 while families submit: after the next start every acknowledged enrolment and document is there once, whole. */
async function killRound(site: Site, ledger: Ledger, round: number): Promise<void> {
  const before = ledger.entries.length;
  const sent = () => ledger.acknowledged.length - before;
  const families = startFamilies(ledger, site.place, { families: FAMILIES, pauseMs: 0, bytes: 20_000 });
  const reach = async (count: number) => {
    for (; sent() < count; families.check()) await pause(1);
  };
  await reach(20 + randomInt(SUBMISSIONS - 40));
  await end('group', site);
  const killedAfter = sent();
  const { readyMs } = await site.start();
  await reach(SUBMISSIONS);
  await families.stop();
  const { enrolments, files } = await checkLedger(site.folder, ledger);
  check(enrolments === ledger.entries.length, `each is there (${enrolments} of ${ledger.entries.length})`);
  const second = await startServer({ folder: site.folder }).then(
    () => 'it started',
    ({ message }: Error) => message,
  );
  const isRefused = second.startsWith('the server ended with 3:') && second.includes('já está em uso');
  check(isRefused, `a second start on the same folder refuses (${second})`);
  console.log(
    `round ${round}: killed after ${killedAfter} of ${sent()}, ready again in ${readyMs} ms, ${enrolments} rows with their documents whole, ${files} files`,
  );
}

/** SIGTERM while families submit: every accepted request is answered, and an answer that says yes is true at the next start. */
async function terminateRound(site: Site): Promise<void> {
  const accepted: string[] = [];
  let stopped = false;
  const family = async () => {
    while (!stopped) {
      const submission = makeSubmission(0);
      try {
        const { status } = await sendEnrolment(site.place(), { ...submission, path: null });
        check(status === 201 || status === 503, `a request accepted before SIGTERM is answered (${status})`);
        if (status === 201) accepted.push(submission.row.nome_completo);
      } catch (error) {
        const { cause } = error as { cause?: { code?: string } };
        const code = cause?.code ?? '';
        const isClosing =
          ['ECONNREFUSED', 'ECONNRESET'].includes(code) || (code === 'UND_ERR_SOCKET' && stopped);
        if (!isClosing) throw error;
        return;
      }
    }
  };
  const work = Array.from({ length: FAMILIES }, family);
  await pause(500);
  const began = performance.now();
  const ending = site.stop();
  stopped = true;
  await Promise.all([ending, ...work]);
  const took = Math.round(performance.now() - began);
  check(took < 10_000, `SIGTERM ends within 10 s (${took} ms)`);
  const { readyMs } = await site.start();
  const names = new Set((await (await signIn(site.server)).rows()).map((row) => row.nome_completo));
  check(
    accepted.every((name) => names.has(name)),
    'what was acknowledged while closing is there',
  );
  console.log(
    `SIGTERM: ended with 0 in ${took} ms, ${accepted.length} acknowledged meanwhile and all there; next start ${readyMs} ms`,
  );
}

export async function run(): Promise<number> {
  const site = new Site(newFolder(), { LIMITS: 'relaxed' });
  const ledger = new Ledger();
  const work = async () => {
    await site.start();
    for (let round = 1; round <= ROUNDS; round += 1) await killRound(site, ledger, round);
    await checkLedger(site.folder, ledger, true);
    await terminateRound(site);
  };
  await site.prove(work);
  console.log(
    `Every promise holds: ${ledger.acknowledged.length} acknowledged enrolments, ${ROUNDS} kills, none lost, doubled or altered.`,
  );
  return 0;
}
