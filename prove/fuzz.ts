import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { signIn } from '../kit/desk.ts';
import { makeSubmission, type Submission, submit } from '../kit/family.ts';
import { type RunningServer, separateEnvironment, startServer } from '../kit/server.ts';
import { call } from '../kit/site.ts';
import { readConfig } from '../server/core/config.ts';
import { loadKeys } from '../server/core/keys.ts';
import { signAccessToken } from '../server/core/tokens.ts';
import { openForCommand } from '../server/site-data/open/open-database.ts';
import { check, killGroup } from './kill.ts';
import { type Family, PERSONAL, type Setting } from './malformed/attempt.ts';
import { attemptsOf } from './malformed/attempts.ts';
import { openSender } from './malformed/connection.ts';
import { runAttempts, type Tally } from './malformed/run-attempts.ts';
import { changesBetween, readChecksums } from './malformed/table-checksums.ts';
import { residentMb, watch } from './measure.ts';

// `npm run prove -- fuzz`: malformed requests by the tens of thousands, made by grammar, against the real
// server. None is answered 5xx or left without an answer, none changes a row or a document, no answer
// tells of the inside or repeats a person's value; afterwards a family enrols and the desk works.
// SEED=<number> makes the same requests again, SEED=<family>:<seed>:<path> one counterexample.

const REQUESTS = Number(process.env.REQUESTS ?? 100_000);
const [SEED = '', REPEATED_SEED, ...REPEATED_PATH] = (
  process.env.SEED ?? String(Date.now() % 1_000_000)
).split(':');

/** The share of each family in percent of all requests, and how many are sent at once. */
const SHARES: readonly { family: Family; share: number; lanes: number }[] = [
  { family: 'rest', share: 36, lanes: 8 },
  { family: 'auth', share: 20, lanes: 8 },
  { family: 'storage', share: 24, lanes: 8 },
  { family: 'raw', share: 18, lanes: 64 },
  { family: 'held', share: 2, lanes: 200 },
];
/** With the ordinary limits: enough for each throttle to be reached; the one that holds sign-ins off comes last. */
const LIMITED = { rest: 1_000, storage: 1_000, auth: 3_000 } as const;
/** 112 MB were seen. */
const GROWTH_MAX_MB = 200;
/** Work of a broken connection may still go on in the server. */
const SETTLED_MS = 1_000;

export async function run(): Promise<number> {
  await withServer({ LIMITS: 'relaxed' }, async (server, send, families) => {
    const watched = watch(() => Math.round(residentMb(server.child.pid)), 500);
    for (const { family, share, lanes } of SHARES) {
      if (REPEATED_SEED && family !== SEED) continue;
      const began = performance.now();
      const tally = await unchanged(server, families, (setting) =>
        runAttempts(attemptsOf(family, setting), send, {
          seed: Number(REPEATED_SEED ?? SEED),
          path: REPEATED_PATH.join(':') || undefined,
          count: REPEATED_SEED ? 1 : Math.ceil((REQUESTS * share) / 100),
          lanes: REPEATED_SEED ? 1 : lanes,
        }),
      );
      console.log(`${family}: ${wordsOf(tally)} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    await checkOrdinaryLife(server);
    const { before, most, after } = watched();
    console.log(`memory ${before} MB → ${after} MB, at most ${most} MB`);
    check(most - before < GROWTH_MAX_MB, `memory grows by less than ${GROWTH_MAX_MB} MB`);
  });
  if (!REPEATED_SEED)
    await withServer({}, async (server, send, families) => {
      for (const [family, count] of Object.entries(LIMITED) as [keyof typeof LIMITED, number][]) {
        const tally = await unchanged(server, families, (setting) =>
          runAttempts(attemptsOf(family, setting), send, {
            seed: Number(SEED),
            count,
            lanes: 4,
            limits: true,
          }),
        );
        console.log(`${family}, ordinary limits: ${wordsOf(tally)}`);
        check(tally.statuses.has(429), 'the ordinary limits are reached, and say so in the contract’s shape');
      }
    });
  console.log(
    `Every promise holds: ${REPEATED_SEED ? 1 : REQUESTS} malformed requests, SEED=${process.env.SEED ?? SEED}.`,
  );
  return 0;
}

/** Runs `work` on a server with a few enrolments; afterwards its log must tell of no bug and of no person. */
async function withServer(
  environment: Record<string, string>,
  work: (
    server: RunningServer,
    send: ReturnType<typeof openSender>['send'],
    families: Submission[],
  ) => Promise<void>,
) {
  const server = await startServer({ environment: { LOG_LEVEL: 'info', ...environment } });
  const families = [0, 1, 2].map((number) => makeSubmission(number));
  const { send, close } = openSender(Number(new URL(server.url).port));
  try {
    for (const family of families) await submit(() => server, family);
    await work(server, send, families);
    const log = server.said();
    const postgres = readFileSync(join(server.folder, 'postgresql.log'), 'utf8');
    for (const value of PERSONAL)
      check(!log.includes(value) && !postgres.includes(value), 'no log repeats a personal value');
    const bugs = log.split('\n').filter((line) => /"level":(50|60)|unexpected|unhandled/.test(line));
    check(bugs.length === 0, `the log tells of no bug: ${bugs.slice(0, 3).join(' ')}`);
  } finally {
    close();
    if (server.child.exitCode === null && server.child.signalCode === null) await server.stop();
    else killGroup(server.child.pid, server.folder); // it fell over: what is left of it
  }
}

/** Signs in, works, and compares every table and the documents with what they were before. */
async function unchanged(
  server: RunningServer,
  families: readonly Submission[],
  work: (setting: Setting) => Promise<Tally>,
): Promise<Tally> {
  const environment = separateEnvironment(server.folder);
  const setting = await settingOf(server, families);
  const { database, close } = await openForCommand(readConfig(environment), pino({ level: 'silent' }));
  const documents = () => readdirSync(join(server.folder, 'documents')).sort().join();
  try {
    const [checksums, files] = [await readChecksums(database.query), documents()];
    const tally = await work(setting);
    await new Promise((settled) => setTimeout(settled, SETTLED_MS));
    const changes = changesBetween(checksums, await readChecksums(database.query));
    check(changes.length === 0, `no row is another: ${changes.join('; ')}`);
    check(documents() === files, 'no document came, went or was left half');
    const { rows: breaks } = await database.query('select * from private.falhas_da_auditoria()');
    check(breaks.length === 0, 'the audit log is one chain');
    return tally;
  } finally {
    await close();
  }
}

async function settingOf(server: RunningServer, families: readonly Submission[]): Promise<Setting> {
  const administrator = await signIn(server);
  const [enrolment] = await administrator.rows();
  // Whoever holds its link gets as far as may be.
  const asked = { inscricao: enrolment?.id, versao: 1, situacao: 'falta-documento', motivo: 'teste' };
  const { token } = administrator;
  await call(server, '/rest/v1/rpc/decidir_situacao', { body: asked, token }); // refused when it was asked before
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { jwt } = loadKeys(server.folder, readConfig(separateEnvironment(server.folder)));
  const now = Math.floor(Date.now() / 1000);
  const document = enrolment?.cadastro_unico_url?.split(`${DOCUMENT_BUCKET}/`)[1] ?? '';
  return {
    key: server.key,
    token,
    expired: (await signAccessToken(jwt, claims, now - 7_200)).token,
    forged: (await signAccessToken(Buffer.alloc(48, 'x'), claims, now)).token,
    document,
    code: families.find(({ path }) => path === document)?.code ?? '',
  };
}

/** A family enrols; an administrator signs in, finds it in the list and erases it. */
async function checkOrdinaryLife(server: RunningServer): Promise<void> {
  const submission = makeSubmission(999);
  await submit(() => server, submission);
  const administrator = await signIn(server);
  const [found] = await administrator.rowsOf(submission.row.nome_completo);
  check(found !== undefined, 'a family enrols as before, and the desk finds it');
  await administrator.rpc('apagar_inscricao', {
    inscricao: found?.id,
    confirmacao: found?.protocolo,
    motivo: 'teste',
  });
  const left = await administrator.rowsOf(submission.row.nome_completo);
  check(left.length === 0, 'what was erased is in no list');
}

function wordsOf({ attempts, statuses, closed }: Tally): string {
  const list = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
  return `${attempts} requests, ${list.join(', ')}, ${closed} closed without an answer`;
}
