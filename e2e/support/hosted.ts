import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStaticHost } from '../../prove/owner/static-host.ts';
import { addressOf, PLATFORM_ADMIN, runAs } from '../../prove/supabase/cluster.ts';
import type { Parts } from '../../prove/supabase/parts.ts';
import { publicKey, startStack } from '../../prove/supabase/stack.ts';
import { writeStaticSite } from '../../server/static-site.ts';

/** The migrated project whose copies the tests use: address of its PostgreSQL, and the parts. */
type Project = { host: string; port: number; parts: Parts };

/** What `npm run prove -- supabase` hands to the browser's tests; null: they use our own server. */
export const PROJECT = JSON.parse(process.env.SUPABASE_PROJECT ?? 'null') as Project | null;

/**
 * Whether reads, sign-ins and downloads are in the audit log: only our own server records them
 * (docs/contract.md §13).
 */
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
    key: await publicKey(),
    addAdministrator,
    database: { ...addressOf(cluster, 'postgres'), database: name },
    stop: async () => {
      await site.stop();
      await stack.stop();
      await runAs(cluster, PLATFORM_ADMIN, 'template1', `drop database ${name} with (force)`);
    },
  };
}

/** The site that `npm run build -- --from-project` makes of the built one, at a static host. */
async function serveSite(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cc-static-'));
  cpSync('dist/site', folder, { recursive: true });
  writeStaticSite(folder, { url, key: await publicKey() }, {});
  const site = await startStaticHost(folder);
  return {
    url: site.url,
    stop: async () => {
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
