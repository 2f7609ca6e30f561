import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { newFolder } from '../kit/folder.ts';
import { separateEnvironment } from '../kit/server.ts';
import { readConfig } from '../server/core/config.ts';
import { type CommandDatabase, openForCommand } from '../server/site-data/open/open-database.ts';
import { runToItsEnd, startCommand } from './command.ts';
import { check, killGroup } from './kill.ts';
import { type Written, writeEnrolments } from './write-enrolments.ts';

// Part of `npm run prove`: kill -9 in the middle of a retention run, again and
// again. The next run completes; expired enrolments are erased with their bytes; the
// others are whole; the audit log of it all is one unbroken chain.

const KILLS = Number(process.env.KILLS ?? 20);
const EXPIRED_PER_ROUND = 400;
const LASTING_PER_ROUND = 20;

/** What is in the data folder between two runs. */
async function withDatabase<T>(
  dataDir: string,
  work: (database: CommandDatabase['database']) => Promise<T>,
): Promise<T> {
  const config = readConfig(separateEnvironment(dataDir));
  const { database, close } = await openForCommand(config, pino({ level: 'silent' }));
  try {
    return await work(database);
  } finally {
    await close();
  }
}

/** What the bytes of a document are. */
const bytesOf = (version: string) => Buffer.from(`%PDF-1.4 ${version}`);

/** Writes enrolments with documents, not approved seven months ago or just arrived. Returns those that stay. */
async function fill(database: CommandDatabase['database'], documents: string): Promise<Written[]> {
  const count = EXPIRED_PER_ROUND + LASTING_PER_ROUND;
  return database.asOwner(async (tx) => {
    const options = { count, days: 40, bytesOf };
    const made = await writeEnrolments((sql, values) => tx.query(sql, values), documents, options);
    await tx.query(
      `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '7 months'
       where inscricao_id = any ($1)`,
      [made.slice(0, EXPIRED_PER_ROUND).map(({ id }) => id)],
    );
    return made.slice(EXPIRED_PER_ROUND);
  });
}

/** Throws unless each of these enrolments is there with its document; how many rows and objects there are. */
async function checkLasting(
  database: CommandDatabase['database'],
  documents: string,
  lasting: readonly Written[],
) {
  const { rows } = await database.query<{ id: string; version: string }>(
    `select i.id, o.version from public.inscricoes_projeto i
     join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url)`,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  for (const { id, version } of lasting) {
    check(versions.get(id) === version, 'an enrolment that stays is there, with its document');
    const bytes = readFileSync(join(documents, version));
    check(bytes.equals(bytesOf(version)), 'its document is whole');
  }
  const { rows: counts } = await database.query<{ rows: number; objects: number }>(
    'select (select count(*)::integer from public.inscricoes_projeto) as rows, (select count(*)::integer from storage.objects) as objects',
  );
  return counts[0] ?? { rows: 0, objects: 0 };
}

export async function run(): Promise<number> {
  const folder = newFolder();
  const documents = join(folder, 'documents');
  const files = () => readdirSync(documents).length;
  await withDatabase(folder, async () => {}); // made anew
  mkdirSync(documents, { recursive: true, mode: 0o700 });
  const lasting: Written[] = [];
  const look = () => withDatabase(folder, (database) => checkLasting(database, documents, lasting));
  const add = () =>
    withDatabase(folder, async (database) => {
      lasting.push(...(await fill(database, documents)));
      return checkLasting(database, documents, lasting);
    });
  /** kill -9 once a document is erased, which the rows of its batch are by then, or a moment later; true when it had ended. Nearly all go, which somebody has to confirm. */
  const killRetention = async () => {
    const before = files();
    const { child, ended } = startCommand('retention', ['--confirmo'], folder);
    while (files() === before && child.exitCode === null) await pause(1);
    await pause(randomInt(100));
    killGroup(child.pid, folder);
    return (await ended).code === 0;
  };
  let amid = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const before = await add();
    const hasEnded = await killRetention();
    const left = await look();
    if (!hasEnded && left.rows < before.rows && files() > lasting.length) amid += 1;
    console.log(
      `kill ${round + 1}: ${before.rows} enrolments before, ${left.rows} after, ${left.objects} documents, ${files()} files${hasEnded ? ' (it had ended)' : ''}`,
    );
  }
  await runToItsEnd('retention', ['--confirmo'], folder);
  const left = await look();
  check(left.rows === lasting.length, `what expired is erased (${left.rows} of ${lasting.length} left)`);
  check(left.objects === lasting.length, 'so are the documents that belonged to it');
  await runToItsEnd('retention', [], folder); // with nothing to do
  await runToItsEnd('audit', [], folder); // one chain
  check(amid >= KILLS / 5, 'some of the kills came in the middle of the work');
  console.log(
    `Every promise holds: ${KILLS} kills, ${amid} of them between two batches, ${lasting.length} enrolments whole.`,
  );
  return 0;
}
