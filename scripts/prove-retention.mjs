// Part of `npm run prove`: kill -9 in the middle of a retention run, again and
// again. The next run completes; what had its time is gone with its bytes; what is
// claimed is whole; the record of it all is one unbroken chain.

import { execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { built, ensureBuilt, ensureInstalled, fail, ROOT } from './ensure.mjs';
import { APART } from './server.mjs';

const KILLS = Number(process.env.KILLS ?? 20);
const EXPIRED_PER_ROUND = 400;
const KEPT_PER_ROUND = 20;
const BUCKET = 'cadastro_unico_uploads';

/** Enrolments with documents, written by the owner: minors without a guardian's telephone whose month is over, and adults who stay. */
async function fill({ database }, dataDir) {
  const documents = join(dataDir, 'documents');
  mkdirSync(documents, { recursive: true, mode: 0o700 });
  const made = Array.from({ length: EXPIRED_PER_ROUND + KEPT_PER_ROUND }, (_, at) => ({
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
      [json, BUCKET],
    );
    await tx.query(
      `insert into public.inscricoes_projeto (id, created_at, nome_completo, data_nascimento, idade, sexo, cpf, cidade,
         endereco_completo, telefone_whatsapp, email, nivel_escolaridade, renda_familiar, peso, altura, condicao_medica, cadastro_unico_url)
       select id, now() - interval '40 days', 'Pessoa de Teste', case when expired then current_date - 3650 else date '1990-01-01' end, 0,
         'feminino', '529.982.247-25', 'Cidade Exemplo', 'Rua Exemplo, 100', '62900000000', 'pessoa@example.com',
         'fundamental-incompleto', 'ate-1', 52.5, 1.62, 'nao', 'https://x.test/storage/v1/object/public/' || $2 || '/' || name
       from json_to_recordset($1) as m (id uuid, name text, expired boolean)`,
      [json, BUCKET],
    );
  });
  return made.filter(({ expired }) => !expired);
}

function startRun(environment) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/retention.mjs')], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return { child, ended: new Promise((resolve) => child.once('exit', (code) => resolve({ code, said }))) };
}

/** kill -9 of the run and of its PostgreSQL, children first known. */
function killRun(child, dataDir) {
  const file = join(dataDir, 'postgresql/postmaster.pid');
  const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
  const pids = [];
  if (postmaster) {
    try {
      pids.push(
        ...execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
          .trim()
          .split(/\s+/)
          .map(Number),
      );
    } catch {
      // it has no children yet
    }
    pids.push(postmaster);
  }
  for (const pid of [-child.pid, ...pids]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended by itself meanwhile
    }
  }
}

function check(holds, promise) {
  if (!holds) throw new Error(`NOT KEPT: ${promise}`);
}

/** What must hold at any moment: each enrolment that stays is there with its document. */
async function checkKept({ database }, dataDir, kept) {
  const { rows } = await database.query(
    `select i.id, o.version from public.inscricoes_projeto i
     join storage.objects o on o.name = private.documento_do_endereco(i.cadastro_unico_url) where i.idade >= 18`,
  );
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  for (const { id, version } of kept) {
    check(versions.get(id) === version, 'an enrolment that stays is there, with its document');
    check(
      readFileSync(join(dataDir, 'documents', version), 'utf8') === `%PDF-1.4 ${version}`,
      'its document is whole',
    );
  }
}

try {
  ensureInstalled();
  await ensureBuilt();
  const { command, homeOf } = await built('command.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'cc-prove-'));
  const environment = { ...process.env, DATA_DIR: dataDir, ...APART };
  const kept = [];
  let amid = 0;
  await (await homeOf(environment)).close();
  const began = performance.now();
  check((await startRun(environment).ended).code === 0, 'a run with nothing to do completes');
  const idle = performance.now() - began; // mostly the way to the work
  for (let round = 0; round < KILLS; round += 1) {
    const home = await homeOf(environment);
    await checkKept(home, dataDir, kept);
    kept.push(...(await fill(home, dataDir)));
    const before = (
      await home.database.query('select count(*)::integer as rows from public.inscricoes_projeto')
    ).rows[0].rows;
    await home.close();

    const { child, ended } = startRun(environment);
    await pause(idle * 0.6 + randomInt(2_000));
    killRun(child, dataDir);
    const { said } = await ended;

    const after = await homeOf(environment);
    const { rows } = await after.database.query(
      'select (select count(*)::integer from public.inscricoes_projeto) as rows, (select count(*)::integer from storage.objects) as objects',
    );
    const files = readdirSync(join(dataDir, 'documents')).length;
    if (said === '' && rows[0].rows < before && files > kept.length) amid += 1;
    console.log(
      `kill ${round + 1}: ${before} enrolments before, ${rows[0].rows} after, ${rows[0].objects} documents, ${files} files${said ? ' (it had ended)' : ''}`,
    );
    await checkKept(after, dataDir, kept);
    await after.close();
  }

  const { code } = await startRun(environment).ended;
  check(code === 0, 'the next run completes');
  const home = await homeOf(environment);
  await checkKept(home, dataDir, kept);
  const { rows } = await home.database.query(
    'select (select count(*)::integer from public.inscricoes_projeto) as rows, (select count(*)::integer from storage.objects) as objects',
  );
  await home.close();
  check(rows[0].rows === kept.length, `what had its time is gone (${rows[0].rows} of ${kept.length} left)`);
  check(rows[0].objects === kept.length, 'so are the documents that belonged to it');
  check((await command('audit', [], environment)) === 0, 'the record of it is one chain');
  check(amid >= KILLS / 5, 'some of the kills came in the middle of the work');
  rmSync(dataDir, { recursive: true, force: true });
  console.log(
    `Every promise kept: ${KILLS} kills, ${amid} of them between two batches, ${kept.length} enrolments whole.`,
  );
  process.exit(0);
} catch (error) {
  fail(error);
}
