import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { SqlFile } from '../../../server/core/sources.ts';
import { hashOf, isProductFile, MIGRATIONS } from '../../../server/site-data/open/migrations.ts';
import { type Engine, openEmpty } from '../server.ts';
import { ROOT } from '../sources.ts';

/** The migrations of 1.2.0 as they were released: a database of it may not depend on what git has here. */
export const OF_1_2: SqlFile[] = JSON.parse(
  brotliDecompressSync(readFileSync(join(ROOT, 'tests/support/versions/1.2.0.json.br'))).toString(),
);

/** An empty site's database as version 1.2.0 left it. `close` drops it. */
export async function openAsOf12(engine: Engine) {
  const opened = await openEmpty(engine);
  const { client } = opened;
  await client.query(`create schema servidor; create table servidor.migracoes (
    nome text primary key, impressao text not null, aplicada_em timestamptz not null default now())`);
  for (const { name, sql } of [...MIGRATIONS.filter(({ name }) => !isProductFile(name)), ...OF_1_2]) {
    await client.query(sql);
    await client.query('insert into servidor.migracoes (nome, impressao) values ($1, $2)', [
      name,
      hashOf(sql),
    ]);
  }
  return opened;
}
