import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { listenOn } from '../kit/listen.ts';
import { separateEnvironment } from '../kit/server.ts';
import { connectOwner, loginOf } from '../prove/owner-client.ts';

/** Copies the enrolments to the baseline's own table and starts its server, a process of its own. */
export async function startBaseline(dataDir: string): Promise<{ url: string; stop: () => void }> {
  const owner = await connectOwner(dataDir);
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
  const child = fork('scripts/run.mjs', ['bench', 'bare-server'], {
    env: { ...separateEnvironment(dataDir), LOGIN: JSON.stringify(loginOf(dataDir)) },
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (address) => resolve(String(address)));
    child.once('exit', (code) => reject(new Error(`the baseline server ended with ${code}`)));
  });
  return { url, stop: () => void child.kill() };
}

/**
 * The baseline of bench/server.ts: the same INSERT and SELECT on a node:http + pg server that checks
 * nothing. Reads the login from LOGIN (JSON), sends its address to the parent, and ends with it.
 */
export async function run(): Promise<number> {
  const pool = new pg.Pool({ ...(JSON.parse(process.env.LOGIN ?? '{}') as pg.PoolConfig), max: 16 });
  const server = createServer(async (request, response) => {
    if (request.url === '/newest') {
      const { rows } = await pool.query('select * from public.medida order by created_at desc limit 50');
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(rows));
    }
    const entries = Object.entries(JSON.parse(String(await buffer(request))) as object);
    await pool.query({
      name: 'insert',
      text: `insert into public.medida (${entries.map(([name]) => name).join(', ')})
        values (${entries.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: entries.map(([, value]) => value),
    });
    response.statusCode = 201;
    response.end();
  });
  process.send?.((await listenOn(server)).url);
  await once(process, 'disconnect');
  return 0;
}
