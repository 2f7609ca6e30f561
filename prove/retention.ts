import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { makeRow } from '../kit/family.ts';
import { separateEnvironment } from '../kit/server.ts';
import { readConfig } from '../server/core/config.ts';
import { type CommandDatabase, openForCommand } from '../server/data/open-database.ts';
import { runToItsEnd } from './command.ts';
import { check } from './kill.ts';
import { killSometime, measureUsual, type Work } from './kill-sometime.ts';

// Part of `npm run prove`: kill -9 in the middle of a retention run, again and
// again. The next run completes; expired enrolments are erased with their bytes; the
// others are whole; the audit log of it all is one unbroken chain.

const KILLS = Number(process.env.KILLS ?? 20);
const EXPIRED_PER_ROUND = 400;
const LASTING_PER_ROUND = 20;

/** An enrolment and its document, as written. */
type Written = { id: string; version: string; name: string; expired: boolean; row: object };

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

/** Writes enrolments with documents, not approved seven months ago or just arrived. Returns those that stay. */
async function fill(database: CommandDatabase['database'], documents: string): Promise<Written[]> {
  const url = `https://x.test/storage/v1/object/public/${DOCUMENT_BUCKET}`;
  const made: Written[] = Array.from({ length: EXPIRED_PER_ROUND + LASTING_PER_ROUND }, (_, at) => {
    const [id, name] = [randomUUID(), `public/${randomUUID()}_documento.pdf`];
    // grown up: a minor without a guardian goes sooner
    const row = {
      ...makeRow(at, id),
      data_nascimento: '1990-01-01',
      id,
      cadastro_unico_url: `${url}/${name}`,
    };
    return { id, version: randomUUID(), name, expired: at < EXPIRED_PER_ROUND, row };
  });
  for (const { version } of made) writeFileSync(join(documents, version), `%PDF-1.4 ${version}`);
  const json = JSON.stringify(made);
  const columns = Object.keys(made[0]?.row ?? {}).join(', ');
  await database.asOwner(async (tx) => {
    await tx.query(
      `insert into storage.objects (bucket_id, name, version, created_at)
       select $2, name, version, now() - interval '40 days'
       from json_to_recordset($1) as m (name text, version text)`,
      [json, DOCUMENT_BUCKET],
    );
    await tx.query(
      `insert into public.inscricoes_projeto (created_at, ${columns})
       select now() - interval '40 days', ${columns} from json_array_elements($1) as m,
         json_populate_record(null::public.inscricoes_projeto, m -> 'row')`,
      [json],
    );
    await tx.query(
      `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '7 months'
       where inscricao_id in (select id from json_to_recordset($1) as m (id uuid, expired boolean) where expired)`,
      [json],
    );
  });
  return made.filter(({ expired }) => !expired);
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
    const bytes = readFileSync(join(documents, version), 'utf8');
    check(bytes === `%PDF-1.4 ${version}`, 'its document is whole');
  }
  const { rows: counts } = await database.query<{ rows: number; objects: number }>(
    'select (select count(*)::integer from public.inscricoes_projeto) as rows, (select count(*)::integer from storage.objects) as objects',
  );
  return counts[0] ?? { rows: 0, objects: 0 };
}

export async function run(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-prove-'));
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
  /** Begun: a document is erased, which the rows of its batch are by then. Nearly all go, which somebody has to confirm. */
  const retention = (): Work => {
    const before = files();
    const begun = () => files() < before;
    return { name: 'retention', args: ['--confirmo'], folder, begun, serves: true };
  };
  await add();
  const usual = await measureUsual(retention());
  let amid = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const before = await add();
    const hasEnded = await killSometime(retention(), round, usual);
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
  await runToItsEnd('audit', [], folder); // one chain
  check(amid >= KILLS / 5, 'some of the kills came in the middle of the work');
  rmSync(folder, { recursive: true, force: true });
  console.log(
    `Every promise holds: ${KILLS} kills, ${amid} of them between two batches, ${lasting.length} enrolments whole.`,
  );
  return 0;
}
