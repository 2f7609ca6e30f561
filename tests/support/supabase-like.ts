import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Config } from '../../server/core/context.ts';
import { MIGRATIONS } from '../../server/data/migrate.ts';
import { addPerson } from './accounts.ts';
import { type Engine, openTestServer } from './server.ts';

export type Answers = (asked: IncomingMessage, answer: ServerResponse) => void;

/** Listens on a free port of this machine; `answers` may be changed. */
export async function listen(answers: Answers) {
  const listener = { answers };
  const server = createServer((asked, answer) => listener.answers(asked, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(listener, { url: `http://127.0.0.1:${port}`, close });
}

/**
 * Our own server on a port, which speaks the subset of Supabase's API that the site uses, over
 * a database that also has what the Supabase CLI writes: a project in order, with one administrator.
 */
export async function openProject(engine: Engine, overrides: Partial<Config> = {}) {
  const server = await openTestServer(engine, overrides);
  const api = createAdaptorServer({ fetch: server.app.fetch });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { port } = api.address() as { port: number };
  const { query } = server.database;
  await query(`create schema supabase_migrations`);
  await query(
    `create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`,
  );
  for (const { name, sql } of MIGRATIONS.filter(({ name }) => /^\d{14}_/.test(name)))
    await query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      name.slice(0, 14),
      sql.split(/;\n/).map((part) => part.trim()), // the CLI cuts by statement
      name,
    ]);
  const { email } = await addPerson(server);
  await query('select private.primeiro_administrador($1)', [email]);
  await query('select private.encerrar_prazos(0, 0, 0)');
  return {
    server,
    project: { url: `http://127.0.0.1:${port}`, key: server.keys.anonKey },
    close: async () => {
      await new Promise((resolve) => api.close(resolve));
      await server.close();
    },
  };
}
