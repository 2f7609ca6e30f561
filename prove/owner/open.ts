import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProject } from '../moving/project.ts';
import type { Tools } from '../program.ts';
import { addressOf, PLATFORM_ADMIN, runAs, startHostedCluster } from '../supabase/cluster.ts';
import { findParts, partsInWords } from '../supabase/parts.ts';
import { makeEmptyProject } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';
import { startStaticHost } from './static-host.ts';

// `npm run prove:supabase:open [-- FOLDER] [signup]`: an empty project of Supabase's parts and a
// static host that publishes FOLDER (dist/site), both up until Ctrl+C, for whoever follows
// docs/supabase.md from its first line. With `signup` strangers may make accounts, as in a new project.

/** The database asks its owner for a password, as a hosted one does; the services need none. */
const ACCESS = `host all postgres 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n`;

export async function run(args: readonly string[], { ensureSupabaseParts }: Tools): Promise<number> {
  ensureSupabaseParts();
  const parts = findParts();
  for (const line of partsInWords(parts)) console.log(line);
  const folder = mkdtempSync(join(tmpdir(), 'cc-open-'));
  chmodSync(folder, 0o755);
  const access = join(folder, 'quem-entra.conf');
  writeFileSync(access, ACCESS);
  chmodSync(access, 0o644); // PostgreSQL may run as another account
  const cluster = await startHostedCluster(folder, { ...parts, settings: { hba_file: access } });
  try {
    await makeEmptyProject(cluster, parts, JWT_SECRET);
    const { password } = addressOf(cluster, 'postgres');
    await runAs(cluster, PLATFORM_ADMIN, 'postgres', `alter role postgres password '${password}'`);
    const project = await startProject(cluster, parts, { signup: args.includes('signup') });
    try {
      const published = args.find((word) => word !== 'signup') ?? 'dist/site';
      const site = await startStaticHost(resolve(published));
      const { DATABASE_URL, SUPABASE_SERVICE_KEY } = project.environment;
      console.log(`
the project's address   ${project.url}
its public key          ${project.key}
its secret key          ${SUPABASE_SERVICE_KEY}
its database            ${DATABASE_URL}?sslmode=disable
the static host         ${site.url}, of ${published}
Add user                curl ${project.url}/auth/v1/admin/users -H "apikey: $SECRET_KEY" -H "Authorization: Bearer $SECRET_KEY" -H 'Content-Type: application/json' -d '{"email":"…","password":"…"}'
SQL Editor              psql "$DATABASE_URL"

Ctrl+C ends everything.`);
      await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
      await site.stop();
    } finally {
      await project.stop();
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}
