import { fork } from 'node:child_process';
import pg from 'pg';
import { separateEnvironment } from '../kit/server.ts';
import type { Login } from './processes.ts';

/** Copies the enrolments to the baseline's own table and starts its server. */
export async function startBaseline(
  dataDir: string,
  login: Login,
): Promise<{ url: string; stop: () => void }> {
  const owner = new pg.Client({ ...login, database: 'postgres' });
  await owner.connect();
  await owner.query('create table public.medida (like public.inscricoes_projeto including all)');
  const { rows } = await owner.query<{ columns: string }>(`
    select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_schema = 'public' and table_name = 'medida' and is_generated = 'NEVER'`);
  const columns = rows[0]?.columns;
  await owner.query(
    `insert into public.medida (${columns}) select ${columns} from public.inscricoes_projeto`,
  );
  await owner.query('analyze');
  await owner.end();
  const child = fork('scripts/run.mjs', ['bench/bare-server.ts'], {
    env: { ...separateEnvironment(dataDir), LOGIN: JSON.stringify(login) },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (address) => resolve(String(address)));
    child.once('exit', (code) => reject(new Error(`the baseline server ended with ${code}`)));
  });
  return { url, stop: () => void child.kill() };
}
