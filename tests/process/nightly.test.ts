import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../server/core/config.ts';
import type { Database } from '../../server/core/database.ts';
import { readInstallation } from '../../server/core/installation.ts';
import { erasedFromCopies } from '../../server/erased-copies.ts';
import { nightlyBackup } from '../../server/nightly-backup.ts';
import { markOf, readCopiedSite, writeCopiedSite } from '../../server/site-data/copy/copies-folder.ts';
import { lockBackups } from '../../server/site-data/copy/make-copy.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { expectDone, expectRefused, run } from '../support/copies.ts';
import { enrol, newKey, pdf } from '../support/documents.ts';
import { newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { ROW } from '../support/people.ts';
import { ROOT } from '../support/sources.ts';
import { ONE_LESS } from '../support/versions/one-less.ts';

// What a running server does for its copies by itself, and a start of another version before it migrates.

let above = '';
let environment: Record<string, string> = {};
const lines: { msg: string; said?: string }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const silent = pino({ level: 'silent' });
const open = (more: Record<string, string> = {}) =>
  openDatabase(readConfig({ ...environment, ...more }), silent);

beforeEach(async () => {
  above = newFolder();
  lines.length = 0;
  environment = { DATA_DIR: join(above, 'data'), BACKUP_DIR: join(above, 'copias') };
  await copyFirstStart(join(above, 'data'));
});

/** As if a copy had been drilled a moment ago: the next night makes a copy alone. */
const drilled = (database: Database) => database.query(`select private.anotar_copia('ensaio', null, 0, 0)`);

/** An enrolment whose document is in the folder. */
async function enrolWithDocument(database: Database) {
  const [key, version, bytes] = [newKey(), randomUUID(), pdf()];
  const folder = join(environment.DATA_DIR ?? '', 'documents');
  writeFileSync(join(folder, version), bytes);
  const eTag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  await database.query(
    `insert into storage.objects (bucket_id, name, version, metadata) values ('cadastro_unico_uploads', $1, $2, $3)`,
    [key, version, { eTag, size: bytes.length }],
  );
  await enrol(database, ROW, key);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const copies = () =>
  existsSync(environment.BACKUP_DIR ?? '')
    ? readdirSync(environment.BACKUP_DIR ?? '').filter((name) => name.startsWith('copia-'))
    : [];

test('a server makes the day’s backup once, with the drill of the week, and tells when it fails', async () => {
  const config = readConfig(environment);
  const { database, close } = await open();
  await enrolWithDocument(database);
  const child = { ...process.env, ...environment, DATABASE_URL: '' };
  const nightly = nightlyBackup({ config, database, log }, join(ROOT, 'scripts/nightly.mjs'), child);
  expect([await nightly.runWhenDue(), await nightly.runWhenDue()]).toEqual([true, true]);
  expect(lines.map(({ msg }) => msg)).toEqual(['backup']);
  expect(copies()).toHaveLength(1);
  const outcomes = async () => {
    const { rows } = await database.query<{ tipo: string; certo: boolean; inscricoes: number | null }>(
      'select tipo, certo, inscricoes from private.copias order by numero',
    );
    return rows;
  };
  expect(await outcomes()).toEqual([
    { tipo: 'copia', certo: true, inscricoes: 1 },
    { tipo: 'ensaio', certo: true, inscricoes: 1 },
  ]);

  await database.query(`update private.copias set quando = quando - interval '1 day' where true`);
  rmSync(config.backupDir ?? '', { recursive: true });
  writeFileSync(config.backupDir ?? '', 'no folder any more');
  expect(await nightly.runWhenDue()).toBe(false);
  expect(lines.map(({ msg }) => msg)).toEqual(['backup', 'the backup failed']);
  expect(lines[1]?.said).toMatch(/^A pasta de cópias \S+ está vazia ou não existe, e já teve cópias: .*\.$/);
  expect((await outcomes()).at(-1)).toEqual({ tipo: 'copia', certo: false, inscricoes: null });
  await close();
});

test('while another process makes a copy none has failed, and it is looked for again', async () => {
  const config = readConfig(environment);
  const { database, close } = await open();
  await drilled(database);
  const child = { ...process.env, ...environment, DATABASE_URL: '' };
  const server = () => nightlyBackup({ config, database, log }, join(ROOT, 'scripts/nightly.mjs'), child);
  const [one, other] = [server(), server()];
  const locked = await database.asOwner(async (tx) => {
    await lockBackups(tx as never);
    const done = await one.runWhenDue();
    await tx.query('select pg_advisory_unlock_all()');
    return done;
  });
  expect([locked, lines.map(({ msg }) => msg)]).toEqual([false, ['another copy is being made']]);
  lines.length = 0;
  await Promise.all([one.runWhenDue(), other.runWhenDue()]);
  expect([await one.runWhenDue(), await other.runWhenDue()]).toEqual([true, true]);
  expect(lines.map(({ msg }) => msg)).not.toContain('the backup failed');
  expect(copies()).not.toEqual([]);
  const { rows } = await database.query('select certo from private.copias where not certo');
  expect(rows).toEqual([]);
  await close();
});

test('what is erased reaches the list of the copies at once, and a folder that is away is told once', async () => {
  const config = readConfig(environment);
  const { database, close } = await open();
  await drilled(database);
  expect((await run('backup', [], environment)).code).toBe(0);
  const erased = erasedFromCopies({ config, database, log });
  await database.query(
    `insert into private.apagamentos (inscricao_id, o_que, envio, motivo)
     values (gen_random_uuid(), 'inscricao', gen_random_uuid(), 'pedido_da_familia')`,
  );
  await erased();
  const list = readFileSync(join(environment.BACKUP_DIR ?? '', 'apagamentos.jsonl'), 'utf8');
  expect(list.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(list)).toEqual({
    // ids, times and codes alone
    inscricao: expect.stringMatching(UUID),
    o_que: 'inscricao',
    envio: expect.stringMatching(UUID),
    apagado_em: expect.stringMatching(/^[\d:.TZ-]{27}$/),
    motivo: 'pedido_da_familia',
    soma: expect.stringMatching(/^[0-9a-f]{8}$/),
  });
  rmSync(environment.BACKUP_DIR ?? '', { recursive: true });
  await erased();
  await erased();
  expect(lines.map(({ msg }) => msg)).toEqual(['what was erased has not reached the copies']);
  expect(lines[0]).toMatchObject({ name: 'FolderMissing' });
  expect(existsSync(environment.BACKUP_DIR ?? '')).toBe(false); // it is never made anew
  await close();
});

test('a start on the older home after a restore is refused, until the owner says that it is the right one', async () => {
  const made = await open();
  await drilled(made.database);
  await made.close();
  const id = readInstallation(environment.DATA_DIR ?? '')?.id ?? '';
  mkdirSync(environment.BACKUP_DIR ?? '');
  writeCopiedSite(environment.BACKUP_DIR ?? '', { id, geracao: 2, pasta: 'outra-maquina:1' }); // as the site that was restored there
  await expect(open()).rejects.toThrow(
    /^Uma cópia de segurança deste site voltou para outro lugar .*Nada foi mudado\. .*npm run data -- --here\.$/,
  );
  expect((await run('data', ['--here'], environment)).code).toBe(0);
  await (await open()).close();
  const pasta = markOf(environment.DATA_DIR ?? '');
  expect(readCopiedSite(environment.BACKUP_DIR ?? '')).toMatchObject({ geracao: 3, pasta });
  expect(readInstallation(environment.DATA_DIR ?? '')?.geracao).toBe(3);
  expect((await run('backup', [], environment)).code).toBe(0);
  expect(readCopiedSite(environment.BACKUP_DIR ?? '')?.geracao).toBe(3);
});

test('the copies of another data folder of this site, as of the machine it was cloned from, get none of the night', async () => {
  const made = await open();
  await drilled(made.database);
  await made.close();
  const backUp = (...args: string[]) => run('backup', args, environment);
  const { BACKUP_DIR = '', DATA_DIR = '' } = environment;
  expectDone(await backUp());
  const copied = readCopiedSite(BACKUP_DIR);
  if (!copied) throw new Error('no copies');
  const { ino } = statSync(DATA_DIR);
  for (const pasta of [`outra-maquina:${ino}`, `${hostname()}:1`, '1']) {
    writeCopiedSite(BACKUP_DIR, { ...copied, pasta });
    expectRefused(
      await backUp(),
      /guarda as cópias de outra pasta de dados deste mesmo site\. Nada foi copiado\. /,
    );
  }
  expect(copies()).toHaveLength(1);
  expectDone(await backUp('--to', BACKUP_DIR));
  expectDone(await backUp());
  writeCopiedSite(BACKUP_DIR, { ...copied, pasta: String(ino) }); // of before the mark had the machine
  expectDone(await backUp());
});

// with a copy: other-version.test.ts
test('a database that lacks migrations gets none where no copy can be made before', async () => {
  const made = await open();
  await enrolWithDocument(made.database);
  await made.database.query(ONE_LESS);
  await made.close();

  writeFileSync(environment.BACKUP_DIR ?? '', 'no folder');
  await expect(open()).rejects.toThrow(
    /^Antes de atualizar o banco, o site faz uma cópia de segurança em \S+, e não deu certo: .*Nada foi mudado\. .*BACKUP_DIR.* versão anterior \(a [\d.]+: git fetch --tags && git checkout v[\d.]+\)\.$/,
  );
});
