import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { listenOn } from '../../kit/listen.ts';
import type { Config } from '../../server/core/context.ts';
import { PROJECT_LEDGER } from '../../server/site-data/open/ledger.ts';
import { MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { addPerson } from './accounts.ts';
import { openTestServer, USUAL } from './server.ts';

export type Answers = (asked: IncomingMessage, answer: ServerResponse) => void;

/** Listens on a free port of this machine; `answers` may be changed. */
export async function listen(answers: Answers) {
  const listener = { answers };
  const server = createServer((asked, answer) => listener.answers(asked, answer));
  const { url, close } = await listenOn(server);
  return Object.assign(listener, { url, close });
}

/**
 * Our own server on a port, which speaks the subset of Supabase's API that the site uses, over
 * a database that also has what the Supabase CLI writes: a project in order, with one administrator.
 */
export async function openProject(engine = USUAL, overrides: Partial<Config> = {}) {
  const server = await openTestServer(engine, overrides);
  /** What GoTrue says of itself to whoever has the key, which nobody asks our own server. */
  const fetch = (request: Request, env: object) =>
    request.url.endsWith('/auth/v1/settings') && request.headers.get('apikey') === server.keys.anonKey
      ? Response.json({ disable_signup: true, external: { email: true } })
      : server.app.fetch(request, env);
  const api = await listenOn(createAdaptorServer({ fetch }) as Server);
  const { query } = server.database;
  await query(PROJECT_LEDGER.make);
  for (const { name, sql } of MIGRATIONS.filter(({ name }) => PROJECT_LEDGER.applies(name)))
    await query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      name.slice(0, 14),
      sql.split(/;\n/).map((part) => part.trim()), // the CLI cuts by statement
      name.slice(15, -4),
    ]);
  const { email } = await addPerson(server);
  await query('select private.primeiro_administrador($1)', [email]);
  await query('select private.encerrar_prazos(0, 0, 0)');
  return {
    server,
    project: { url: api.url, key: server.keys.anonKey },
    close: async () => {
      await api.close();
      await server.close();
    },
  };
}
