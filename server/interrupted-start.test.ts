import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listenOn } from '../kit/listen.ts';
import { separateEnvironment, startServer } from '../kit/server.ts';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { newFolder } from '../tests/support/files.ts';
import { copyFirstStart } from '../tests/support/first-start.ts';
import { runInSingleUserMode } from './postgres/single-user.ts';
import { hashOf, MIGRATIONS } from './site-data/open/migrations.ts';

// The real `npm start`, ended at each stage of its start; the stage is found by what runs and lies there.

let above = '';
let dataDir = '';
beforeAll(() => ensureBuilt(), 300_000);
beforeEach(() => {
  above = realpathSync(newFolder());
  chmodSync(above, 0o755);
  dataDir = join(above, 'data');
});
afterEach(() => {
  for (const { pid } of running()) process.kill(pid, 'SIGKILL');
});

const titleOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');

/** Every process that works in the folder, or was given it. */
function running(): { pid: number; title: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .flatMap((pid) => {
      try {
        const title = titleOf(pid);
        return title.includes(above) || readlinkSync(`/proc/${pid}/cwd`).startsWith(above)
          ? [{ pid, title }]
          : [];
      } catch {
        return []; // ended meanwhile
      }
    });
}

/** Whether a process of this title was started by `pid`, or by one that it started. */
function runs(title: RegExp, pid = process.pid): boolean {
  try {
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return started.map(Number).some((each) => title.test(titleOf(each)) || runs(title, each));
  } catch {
    return false; // ended meanwhile
  }
}

const database = () => join(dataDir, 'postgresql');
const asSuperuser = (statements: string) =>
  runInSingleUserMode(database(), `do $$ begin ${statements} end $$`);

/** The last migration is missing, and whatever is to be applied waits; `undo` makes it whole again. */
const [{ name, sql }] = MIGRATIONS.slice(-1) as [{ name: string; sql: string }];
async function beginUpdate() {
  await copyFirstStart(dataDir);
  await asSuperuser(
    `delete from servidor.migracoes where nome = '${name}';
     create function public.espera() returns event_trigger language plpgsql as 'begin perform pg_sleep(600); end';
     create event trigger espera on ddl_command_start execute function public.espera();`,
  );
}
const endUpdate = () =>
  asSuperuser(
    `drop event trigger espera; insert into servidor.migracoes (nome, impressao) values ('${name}', '${hashOf(sql)}');`,
  );

const autoConf = () => join(database(), 'postgresql.auto.conf');

/** As `beginUpdate`; and a prepared transaction, which outlives each start, has the lock that the copy's snapshot waits for. */
async function beginCopy() {
  await beginUpdate();
  appendFileSync(autoConf(), 'max_prepared_transactions = 1\n');
  await runInSingleUserMode(
    database(),
    `begin; select pg_advisory_xact_lock(hashtext('construindo-campeoes retention')); prepare transaction 'copia'`,
  );
}
async function endCopy() {
  await runInSingleUserMode(database(), `rollback prepared 'copia'`);
  await endUpdate();
}

/** An archive that takes its time keeps PostgreSQL in its recovery. */
async function beginRecovery() {
  await copyFirstStart(dataDir);
  appendFileSync(autoConf(), `restore_command = 'sleep 600'\n`);
  writeFileSync(join(database(), 'recovery.signal'), '', { mode: 0o644 });
}
function endRecovery() {
  writeFileSync(autoConf(), '');
  rmSync(join(database(), 'recovery.signal'));
}

const copies = () =>
  existsSync(`${dataDir}-antes-de-atualizar`) ? readdirSync(`${dataDir}-antes-de-atualizar`) : [];
const nothing = async () => {};

test.each([
  ['initdb', nothing, () => runs(/initdb/), nothing],
  ['the start of PostgreSQL', () => copyFirstStart(dataDir), () => runs(/bin\/postgres -D/), nothing],
  ['a recovery', beginRecovery, () => runs(/sleep 600/), async () => endRecovery()],
  [
    'the copy before an update',
    beginCopy,
    () => copies().some((each) => each.startsWith('.incompleta-')),
    endCopy,
  ],
  ['a migration', beginUpdate, () => runs(/\[local\] DO/), endUpdate],
] as const)(
  'ended during %s, nothing of it is left running, and the next start serves',
  async (_stage, begin, seen, undo) => {
    await begin();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const { child, said, ended } = startSite();
      while (!seen() && child.exitCode === null && !/Pronto/.test(said())) await pause(20);
      child.kill(signal);
      expect([signal, await ended, said()]).toEqual([signal, 0, expect.not.stringMatching(/ {4}at |Pronto/)]);
      expect(running()).toEqual([]);
      expect(readdirSync(dataDir)).not.toContain('owner');
    }
    await undo();
    const server = await startServer({ folder: dataDir });
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await server.stop();
  },
  120_000,
);

test('killed during initdb, which goes on alone, the next start ends that and serves', async () => {
  const { child } = startSite();
  while (!runs(/initdb/)) await pause(20);
  const alone = running().filter(({ title }) => /initdb/.test(title));
  for (const { pid } of alone) process.kill(pid, 'SIGSTOP'); // on a busy machine it lasts
  child.kill('SIGKILL');
  const server = await startServer({ folder: dataDir });
  for (const { pid } of alone) expect(running().map((each) => each.pid)).not.toContain(pid);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.stop();
});

test('the superuser’s own step is ended by its signal, and nothing of it is left running', async () => {
  await copyFirstStart(dataDir);
  const ending = new AbortController();
  const step = runInSingleUserMode(database(), 'do $$ begin perform pg_sleep(600); end $$', ending);
  while (!runs(/--single/)) await pause(20);
  ending.abort();
  await expect(step).rejects.toMatchObject({ name: 'AbortError' });
  expect(running()).toEqual([]);
});

test('a port that is taken, and a new folder beside the copies of a site, are said before anything is made', async () => {
  const taken = await listenOn(createServer());
  const copies = join(above, 'copias');
  mkdirSync(copies);
  writeFileSync(join(copies, 'instalacao.json'), '{"id": "x", "geracao": 1}');
  for (const [more, sentence] of [
    [{ PORT: String(taken.port) }, `PORT: a porta ${taken.port} já está em uso`],
    [{ BACKUP_DIR: copies }, `Não há um site em ${dataDir}, e ${copies} guarda as cópias de um.`],
  ] as const) {
    const { said, ended } = startSite(more);
    expect(await ended).toBe(3);
    expect(said()).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  }
  await taken.close();
});

function startSite(more: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...separateEnvironment(dataDir), PORT: '0', LOG_LEVEL: 'error', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  return { child, said: () => output, ended };
}
