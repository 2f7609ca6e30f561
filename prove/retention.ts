import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { separateEnvironment } from '../kit/server.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { readConfig } from '../server/core/config.ts';
import { type CommandDatabase, openForCommand } from '../server/site-data/open/open-database.ts';
import { check, killGroup } from './kill.ts';

// Part of `npm run prove`: kill -9 in the middle of a retention run, again and
// again. The next run completes; expired enrolments are erased with their bytes; the
// others are whole; the audit log of it all is one unbroken chain.

const KILLS = Number(process.env.KILLS ?? 20);
const EXPIRED_PER_ROUND = 400;
const LASTING_PER_ROUND = 20;

/** An enrolment and its document, as written. */
type Written = { id: string; version: string; name: string; expired: boolean };

const openDatabaseOf = (environment: NodeJS.ProcessEnv) =>
  openForCommand(readConfig(environment), pino({ level: 'silent' }));

/** Writes enrolments with documents, not approved seven months ago or just arrived. Returns those that stay. */
async function fill({ database }: CommandDatabase, dataDir: string): Promise<Written[]> {
  const documents = join(dataDir, 'documents');
  mkdirSync(documents, { recursive: true, mode: 0o700 });
  const made: Written[] = Array.from({ length: EXPIRED_PER_ROUND + LASTING_PER_ROUND }, (_, at) => ({
    id: randomUUID(),
    version: randomUUID(),
    name: `public/${randomUUID()}_documento.pdf`,
    expired: at < EXPIRED_PER_ROUND,
  }));
  for (const { version } of made) writeFileSync(join(documents, version), `%PDF-1.4 ${version}`);
  const json = JSON.stringify(made);
  await database.asOwner(async (tx) => {
    await tx.query(
      `insert into storage.objects (bucket_id, name, version, created_at)
       select $2, name, version, now() - interval '40 days'
       from json_to_recordset($1) as m (name text, version text)`,
      [json, DOCUMENT_BUCKET],
    );
    await tx.query(
      `insert into public.inscricoes_projeto (id, created_at, nome_completo, data_nascimento, idade, sexo, cpf, cidade,
         endereco_completo, telefone_whatsapp, email, nivel_escolaridade, renda_familiar, peso, altura, condicao_medica, cadastro_unico_url)
       select id, now() - interval '40 days', 'Pessoa de Teste', date '1990-01-01', 0,
         'feminino', '529.982.247-25', 'Cidade Exemplo', 'Rua Exemplo, 100', '62900000000', 'pessoa@example.com',
         'fundamental-incompleto', 'ate-1', 52.5, 1.62, 'nao', 'https://x.test/storage/v1/object/public/' || $2 || '/' || name
       from json_to_recordset($1) as m (id uuid, name text)`,
      [json, DOCUMENT_BUCKET],
    );
    await tx.query(
      `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '7 months'
       where inscricao_id in (select id from json_to_recordset($1) as m (id uuid, expired boolean) where expired)`,
      [json],
    );
  });
  return made.filter(({ expired }) => !expired);
}

function startRun(environment: NodeJS.ProcessEnv) {
  // Nearly all of them go, which somebody has to confirm.
  const child = spawn(process.execPath, ['scripts/command.mjs', 'retention', '--confirmo'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('exit', (code) => resolve({ code, output })),
  );
  return { pid: child.pid as number, ended };
}

/** Throws unless each of these enrolments is there with its document. */
async function checkLasting({ database }: CommandDatabase, dataDir: string, lasting: Written[]) {
  const { rows } = await database.query<{ id: string; version: string }>(
    `select i.id, o.version from public.inscricoes_projeto i
     join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url)`,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  for (const { id, version } of lasting) {
    check(versions.get(id) === version, 'an enrolment that stays is there, with its document');
    check(
      readFileSync(join(dataDir, 'documents', version), 'utf8') === `%PDF-1.4 ${version}`,
      'its document is whole',
    );
  }
}

/** Waits until a document is erased, which the rows of its batch are by then, or the run has ended. */
async function firstErased(dataDir: string, ended: Promise<unknown>): Promise<void> {
  const count = () => readdirSync(join(dataDir, 'documents')).length;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const before = count(); !over && count() >= before; ) await pause(5);
}

async function countRows({ database }: CommandDatabase): Promise<{ rows: number; objects: number }> {
  const { rows } = await database.query<{ rows: number; objects: number }>(
    'select (select count(*)::integer from public.inscricoes_projeto) as rows, (select count(*)::integer from storage.objects) as objects',
  );
  return rows[0] ?? { rows: 0, objects: 0 };
}

export async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-prove-'));
  const environment = separateEnvironment(dataDir);
  const lasting: Written[] = [];
  let amid = 0;
  await (await openDatabaseOf(environment)).close();
  const began = performance.now();
  check((await startRun(environment).ended).code === 0, 'a run with nothing to do completes');
  const idle = performance.now() - began; // milliseconds, mostly for starting
  for (let round = 0; round < KILLS; round += 1) {
    const opened = await openDatabaseOf(environment);
    await checkLasting(opened, dataDir, lasting);
    lasting.push(...(await fill(opened, dataDir)));
    const { rows: before } = await countRows(opened);
    await opened.close();

    const { pid, ended } = startRun(environment);
    // By turns at any time of a run, and in the middle of its work, however slow the machine is.
    if (round % 2 === 0) await pause(idle * 0.6 + randomInt(Math.max(2_000, Math.round(idle))));
    else await firstErased(dataDir, ended).then(() => pause(randomInt(200)));
    killGroup(pid, dataDir);
    const { output } = await ended;

    const after = await openDatabaseOf(environment);
    const left = await countRows(after);
    const files = readdirSync(join(dataDir, 'documents')).length;
    if (output === '' && left.rows < before && files > lasting.length) amid += 1;
    console.log(
      `kill ${round + 1}: ${before} enrolments before, ${left.rows} after, ${left.objects} documents, ${files} files${output ? ' (it had ended)' : ''}`,
    );
    await checkLasting(after, dataDir, lasting);
    await after.close();
  }

  const { code } = await startRun(environment).ended;
  check(code === 0, 'the next run completes');
  const opened = await openDatabaseOf(environment);
  await checkLasting(opened, dataDir, lasting);
  const left = await countRows(opened);
  await opened.close();
  check(left.rows === lasting.length, `what expired is erased (${left.rows} of ${lasting.length} left)`);
  check(left.objects === lasting.length, 'so are the documents that belonged to it');
  check((await runCommand('audit', [], environment)) === 0, 'the audit log of it is one chain');
  check(amid >= KILLS / 5, 'some of the kills came in the middle of the work');
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `Every promise holds: ${KILLS} kills, ${amid} of them between two batches, ${lasting.length} enrolments whole.`,
  );
  return 0;
}
