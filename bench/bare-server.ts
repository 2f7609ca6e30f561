import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/**
 * The baseline of bench/server.ts, forked by it: the same INSERT and SELECT on a
 * node:http + pg server that checks nothing. Reads the login from LOGIN (JSON),
 * sends its address to the parent, and ends with it.
 */
export async function run(): Promise<number> {
  const login = JSON.parse(process.env.LOGIN ?? '{}') as pg.PoolConfig;
  const pool = new pg.Pool({ ...login, database: 'postgres', max: 16 });
  const server = createServer(async (request, response) => {
    if (request.url === '/newest') {
      const { rows } = await pool.query('select * from public.medida order by created_at desc limit 50');
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(rows));
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const entries = Object.entries(JSON.parse(Buffer.concat(parts).toString()) as object);
    await pool.query({
      name: 'insert',
      text: `insert into public.medida (${entries.map(([name]) => name).join(', ')})
        values (${entries.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: entries.map(([, value]) => value),
    });
    response.statusCode = 201;
    response.end();
  });
  server.listen(0, '127.0.0.1', () =>
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
  await new Promise((resolve) => process.once('disconnect', resolve));
  return 0;
}
