// The yardstick of bench-server.mjs: the same INSERT and SELECT on a bare
// node:http + pg server that checks nothing.

import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ ...JSON.parse(process.env.LOGIN), database: 'postgres', max: 16 });

const server = createServer(async (request, response) => {
  if (request.url === '/newest') {
    const { rows } = await pool.query('select * from public.medida order by created_at desc limit 50');
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify(rows));
  }
  const parts = [];
  for await (const part of request) parts.push(part);
  const entries = Object.entries(JSON.parse(Buffer.concat(parts).toString()));
  await pool.query({
    name: 'insert',
    text: `insert into public.medida (${entries.map(([name]) => name).join(', ')})
      values (${entries.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: entries.map(([, value]) => value),
  });
  response.statusCode = 201;
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
process.once('disconnect', () => process.exit(0));
