import { appendFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  eraseOne,
  expectDone,
  newPlaceWithTables,
  openFilledSite,
  type Row,
  run,
} from '../tests/support/copies.ts';
import { enrolled } from '../tests/support/desk.ts';
import { newFolder } from '../tests/support/files.ts';
import { forTests } from '../tests/support/server.ts';
import { erasedFromCopies } from './erased-copies.ts';
import { readCopiedSite, writeCopiedSite } from './site-data/copy/copies-folder.ts';
import { readErasures } from './site-data/copy/erasure-list.ts';

// What a running server takes out of the copies by itself, and when.

const DAY = 86_400_000;
let folder = '';
const lines: { name: string }[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });

const site = forTests(() => openFilledSite());
beforeEach(() => {
  lines.length = 0;
  folder = newFolder();
});
afterEach(() => {
  rmSync(join(site.environment.DATA_DIR, 'pasta-das-copias'), { force: true });
});

/** Follows as a server with this BACKUP_DIR does, `days` from now. */
const follow = (backupDir = folder, days = 0) => {
  const { config, database } = site.server;
  const now = () => new Date(Date.now() + days * DAY);
  return erasedFromCopies({ config: { ...config, backupDir }, database, log }, now)();
};
const copied = (where = folder) => readdirSync(join(where, 'documents')).length;
const backUp = async () => {
  const answer = await run('backup', ['--to', folder], site.environment);
  expectDone(answer);
  return answer.lines.at(-1) as string;
};

/** Erases as the SQL of any release does, whoever may do it how often: the rows are gone. */
async function erase({ id, key, protocolo }: Row, motivo: string): Promise<void> {
  const { query } = site.server.database;
  await query(
    `insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo)
     values ($1, 'inscricao', private.envio_do_documento($2), $3, $4)`,
    [id, key, protocolo, motivo],
  );
  await query('delete from public.inscricoes_projeto where id = $1', [id]);
  await query('delete from storage.objects where name = $1', [key]);
}

test('a BACKUP_DIR whose only copy was made with --to is followed, by its other name too', async () => {
  await backUp();
  const [row] = site.rows.splice(0, 1) as [Row];
  const before = readErasures(folder).length;
  await erase(row, 'enxurrada');
  await follow();
  expect(readErasures(folder)).toHaveLength(before + 1);
  const [other] = site.rows.splice(0, 1) as [Row];
  await erase(other, 'enxurrada');
  symlinkSync(folder, `${folder}-disco`);
  await follow(`${folder}-disco`);
  rmSync(`${folder}-disco`);
  expect(readErasures(folder)).toHaveLength(before + 2);
});

test('while the copies are away the data folder lists what is erased, a damaged list too, and it does not come back with that list', async () => {
  const row = await enrolled(site.server);
  const copy = await backUp();
  const name = 'apagamentos.jsonl';
  const { DATA_DIR } = site.environment;
  appendFileSync(join(DATA_DIR, name), 'estragada\n');
  await eraseOne(site.server, row);
  renameSync(folder, `${folder}-fora`);
  for (const _ of ['once', 'again']) await follow();
  renameSync(`${folder}-fora`, folder);
  expect(readErasures(DATA_DIR, 'damaged').filter(({ inscricao }) => inscricao === row.id)).toHaveLength(1);
  const { dataDir, environment, client } = await newPlaceWithTables();
  mkdirSync(dataDir);
  cpSync(join(DATA_DIR, name), join(dataDir, name));
  expectDone(await run('restore', [copy], environment));
  const { rows } = await client.query('select from public.inscricoes_projeto where id = $1', [row.id]);
  expect(rows).toEqual([]);
});

test('the copies of another data folder of this site are left alone', async () => {
  await backUp();
  const copied = readCopiedSite(folder);
  if (!copied) throw new Error('no copies');
  writeCopiedSite(folder, { ...copied, pasta: 'outra-maquina:1' });
  const before = readErasures(folder);
  await eraseOne(site.server, await enrolled(site.server));
  await follow();
  expect(readErasures(folder)).toEqual(before);
});

test('another site’s folder, or one without copies, gets nothing of ours', async () => {
  const other = await openFilledSite();
  expect((await run('backup', ['--to', folder], other.environment)).code).toBe(0);
  const before = readErasures(folder);
  await follow();
  expect(readErasures(folder)).toEqual(before);
  await other.server.close();
  mkdirSync(join(folder, 'vazia'));
  await follow(join(folder, 'vazia'));
  expect(readdirSync(join(folder, 'vazia'))).toEqual([]);
  expect(lines).toEqual([]);
});

test('what was erased by hand leaves the copies after seven days, a flood and retention at once', async () => {
  await backUp();
  const [byHand, flood] = site.rows.splice(0, 2) as [Row, Row];
  const before = copied();
  await erase(byHand, 'pedido_da_familia');
  await erase(flood, 'enxurrada');
  await follow();
  expect(copied()).toBe(before - 1);
  expect(readErasures(folder).slice(-2)).toMatchObject([
    { inscricao: byHand.id, motivo: 'pedido_da_familia' },
    { inscricao: flood.id, motivo: 'enxurrada' },
  ]);
  await follow(folder, 6.9);
  expect(copied()).toBe(before - 1);
  renameSync(folder, `${folder}-fora`); // not mounted when the days are over
  await follow(folder, 7.1);
  renameSync(`${folder}-fora`, folder);
  await follow(folder, 9);
  expect(copied()).toBe(before - 2);
});
