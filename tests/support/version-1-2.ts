import { execFileSync } from 'node:child_process';
import { hashOf, MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { type Engine, openEmpty } from './server.ts';
import { ROOT } from './sources.ts';

const LAST = 'supabase/migrations/20261127000151_resposta_do_pedido.sql';
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).trim();

/** The migrations of 1.2.0 by their names, from the history, where that is there; otherwise none. */
function readMigrations(): { name: string; sql: string }[] {
  try {
    const removed = git('rev-list', '-1', '--diff-filter=D', 'HEAD', '--', LAST);
    const commit = `${removed}^`;
    const paths = git('ls-tree', '--name-only', commit, 'supabase/migrations/').split('\n');
    return paths
      .filter((path) => path <= LAST)
      .map((path) => ({ name: path.replace(/^.*\//, ''), sql: git('show', `${commit}:${path}`) }));
  } catch {
    return []; // a download without its history
  }
}

export const OF_1_2 = readMigrations();

/** An empty site's database as version 1.2.0 left it. `close` drops it. */
export async function openAsOf12(engine: Engine) {
  const opened = await openEmpty(engine);
  const { client } = opened;
  await client.query(`create schema servidor; create table servidor.migracoes (
    nome text primary key, impressao text not null, aplicada_em timestamptz not null default now())`);
  const platform = MIGRATIONS.filter(({ name }) => /^\d{4}_/.test(name));
  for (const { name, sql } of [...platform, ...OF_1_2]) {
    await client.query(sql);
    await client.query('insert into servidor.migracoes (nome, impressao) values ($1, $2)', [
      name,
      hashOf(sql),
    ]);
  }
  return opened;
}
