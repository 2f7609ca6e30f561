import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { addressOf, PLATFORM_ADMIN, runAs } from '../../prove/supabase/cluster.ts';
import type { Parts } from '../../prove/supabase/parts.ts';
import { publicKey, startStack } from '../../prove/supabase/stack.ts';
import { loadPages } from '../../server/pages.ts';

/** The migrated project whose copies the tests use: address of its PostgreSQL, and the parts. */
type Project = { host: string; port: number; parts: Parts };

/** What `npm run prove:supabase` hands to the browser's tests; null: they use our own server. */
export const PROJECT = JSON.parse(process.env.SUPABASE_PROJECT ?? 'null') as Project | null;

/** Whether reads, sign-ins and downloads are in the audit log: only our own server notes them (docs/contract.md §13). */
export const NOTES_READS = PROJECT === null;

/** The built site on an origin of its own, over a project of Supabase's parts with one administrator. */
export async function startHostedSite(
  { host, port, parts }: Project,
  administrator: { email: string; password: string },
  signup: boolean,
) {
  const cluster = { host, port };
  const name = `e_${randomUUID().replaceAll('-', '')}`;
  const copy = `create database ${name} template postgres owner postgres`;
  await runAs(cluster, PLATFORM_ADMIN, 'template1', copy);
  const stack = await startStack(cluster, parts, name, { signup });
  const addAdministrator = async (email: string, password: string) => {
    const { id } = await stack.signIn.addUser({ email, password });
    await runAs(cluster, 'postgres', name, `select private.ativar_administrador('${id}', null)`);
  };
  await addAdministrator(administrator.email, administrator.password);
  await fetch(`${stack.url}/storage/v1/status`); // started by its first call, which takes seconds
  const site = await serveSite(stack.url);
  return {
    url: site.url,
    api: stack.url,
    addAdministrator,
    database: { ...addressOf(cluster, 'postgres'), database: name },
    stop: async () => {
      await site.stop();
      await stack.stop();
      await runAs(cluster, PLATFORM_ADMIN, 'template1', `drop database ${name} with (force)`);
    },
  };
}

/** The files of the build as a static host serves them, with a policy that names the project. */
async function serveSite(api: string) {
  const pages = loadPages('dist/site', api);
  const configuration = JSON.stringify({ supabaseUrl: api, supabaseKey: await publicKey() });
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://site');
    if (pathname === '/config.json') {
      answer.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      return answer.end(configuration);
    }
    if (pathname === '/admin') {
      answer.writeHead(308, { Location: '/admin/inscricoes' });
      return answer.end();
    }
    const page = pages.get(decodeURI(pathname)) ?? pages.get('/404');
    answer.writeHead(pages.has(decodeURI(pathname)) ? 200 : 404, page?.headers);
    answer.end(page?.body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
