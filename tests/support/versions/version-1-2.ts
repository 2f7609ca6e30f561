import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isProducts, MIGRATIONS, type SqlFile } from '../../../server/site-data/open/migrations.ts';
import { type Engine, openEmpty } from '../server.ts';
import { ROOT } from '../sources.ts';

const LAST = 'supabase/migrations/20261127000151_resposta_do_pedido.sql';
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * The migrations of 1.2.0, from the commit before the baseline took their place; none in a download without
 * history. Throws where the history is there and does not reach so far.
 */
function readMigrations(): SqlFile[] {
  if (!existsSync(join(ROOT, '.git'))) return [];
  const removed = git('log', '-1', '--diff-filter=D', '--format=%H', '--', LAST).trim();
  if (!removed) throw new Error('git has no history back to 1.2.0: git fetch --unshallow');
  const paths = git('ls-tree', '--name-only', `${removed}^`, 'supabase/migrations/').trim().split('\n');
  return paths
    .filter((path) => path <= LAST)
    .map((path) => ({ name: path.replace(/^.*\//, ''), sql: git('show', `${removed}^:${path}`) }));
}

export const OF_1_2 = readMigrations();

/** An empty site's database as version 1.2.0 left it. `close` drops it. */
export async function openAsOf12(engine: Engine) {
  const opened = await openEmpty(engine);
  const { client } = opened;
  await client.query(`create schema servidor; create table servidor.migracoes (
    nome text primary key, impressao text not null, aplicada_em timestamptz not null default now())`);
  for (const { name, sql } of [...MIGRATIONS.filter(({ name }) => !isProducts(name)), ...OF_1_2]) {
    await client.query(sql);
    await client.query('insert into servidor.migracoes (nome, impressao) values ($1, $2)', [
      name,
      hashOf(sql),
    ]);
  }
  return opened;
}
