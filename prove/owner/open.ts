import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressOf, PLATFORM_ADMIN, runAs } from '../supabase/cluster.ts';
import { partsOfOwner, withProject } from '../supabase/owned-project.ts';
import { makeEmptyProject, makeVault } from '../supabase/project.ts';
import { JWT_SECRET } from '../supabase/stack.ts';
import { startStaticHost } from './static-host.ts';

// `npm run prove -- supabase open [FOLDER] [signup]`: an empty project of Supabase's parts and a
// static host that publishes FOLDER (dist/site), both up until Ctrl+C, for whoever follows
// docs/supabase.md from its first line. With `signup` strangers may make accounts, as in a new project.

/** The database asks its owner for a password, as a hosted one does; the services need none. */
const ACCESS = `host all postgres 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n`;

export async function run(args: readonly string[]): Promise<number> {
  const parts = partsOfOwner();
  const published = args.find((word) => word !== 'signup') ?? 'dist/site';
  const options = {
    signup: args.includes('signup'),
    settings: (folder: string) => {
      const access = join(folder, 'quem-entra.conf');
      writeFileSync(access, ACCESS);
      chmodSync(access, 0o644); // PostgreSQL may run as another account
      // pg_cron has no password to log in with
      return { hba_file: access, 'cron.use_background_workers': 'on' };
    },
    make: async (cluster: Parameters<typeof makeEmptyProject>[0]) => {
      await makeEmptyProject(cluster, parts, JWT_SECRET);
      if (parts.modules.includes('supabase_vault')) await makeVault(cluster);
      const { password } = addressOf(cluster, 'postgres');
      await runAs(cluster, PLATFORM_ADMIN, 'postgres', `alter role postgres password '${password}'`);
    },
  };
  await withProject(parts, options, async ({ url, key, secret, environment }) => {
    const site = await startStaticHost(resolve(published));
    console.log(`
the project's address   ${url}
its public key          ${key}
its secret key          ${secret}
its database            ${environment.DATABASE_URL}?sslmode=disable
the static host         ${site.url}, of ${published}
Add user                curl ${url}/auth/v1/admin/users -H "apikey: $SECRET_KEY" -H "Authorization: Bearer $SECRET_KEY" -H 'Content-Type: application/json' -d '{"email":"…","password":"…"}'
SQL Editor              psql "$DATABASE_URL"

Ctrl+C ends everything.`);
    await new Promise((done) => process.once('SIGINT', done).once('SIGTERM', done));
    await site.stop();
  });
  return 0;
}
