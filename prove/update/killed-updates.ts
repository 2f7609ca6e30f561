import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../kit/server.ts';
import { missingMigrations } from '../../server/site-data/open/migrate.ts';
import type { MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { check, killGroup } from '../kill.ts';
import { start } from './release-site.ts';
import { type SiteFolder, withDatabase } from './site-contents.ts';

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** How often the progress of an update is looked at: each of its steps takes longer, or is followed by one that does. */
const LOOK_MS = 2;

/** The copy that a start makes: its tables and all documents that are there, and whether it has its name. */
function watchCopy({ folder }: SiteFolder) {
  const copies = `${folder}-antes-de-atualizar`;
  const before = new Set(namesIn(copies));
  return () => {
    const [name = ''] = namesIn(copies).filter((each) => each.includes('copia-') && !before.has(each));
    return {
      begun: name !== '',
      whole: name.startsWith('copia-'),
      tables: name ? namesIn(join(copies, name, 'tabelas')).length : 0,
      documents: namesIn(join(copies, 'documents')).length,
    };
  };
}

type Progress = ReturnType<ReturnType<typeof watchCopy>>;

/** Updates a site by starting it, undisturbed: milliseconds until its copy was whole and until it served, and what the copy is then. */
export async function timeUpdate(site: SiteFolder) {
  const began = performance.now();
  const progress = watchCopy(site);
  let copyMs = 0;
  const watch = setInterval(() => {
    if (copyMs === 0 && progress().whole) copyMs = performance.now() - began;
  }, 10);
  try {
    const updated = await start(site);
    check(copyMs > 0, 'the update makes a copy before');
    return { updated, copyMs, took: performance.now() - began, copy: progress() };
  } finally {
    clearInterval(watch);
  }
}

/** How much of a migration tells which it is: PostgreSQL shows the first 1,024 bytes of what it executes. */
const SHOWN = 300;

/** Waits until a site executes one of these migrations; `isOver` ends that. */
function untilMigration(
  site: SiteFolder,
  migrations: typeof MIGRATIONS,
  isOver: () => boolean,
): Promise<void> {
  const texts = migrations.map(({ sql }) => sql.slice(0, SHOWN));
  return withDatabase(site, async (client) => {
    while (!isOver()) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and left(query, ${SHOWN}) = any ($1)`,
        [texts],
      );
      if (rowCount) return;
      await pause(LOOK_MS);
    }
  });
}

/** kill -9 of an update once its copy is so far, and then at one of these migrations, if any. */
async function killUpdate(
  site: SiteFolder,
  isSoFar: (progress: Progress) => boolean,
  migrations: typeof MIGRATIONS = [],
): Promise<void> {
  const { folder, environment } = site;
  const progress = watchCopy(site);
  let pid = 0;
  const spawned = (given: number) => {
    pid = given;
  };
  let isOver = false;
  const ended = startServer({ folder, environment, spawned })
    .then(
      () => 'it served',
      ({ message }: Error) => message,
    )
    .finally(() => {
      isOver = true;
    });
  while (!isOver && !isSoFar(progress())) await pause(LOOK_MS);
  if (migrations.length > 0 && !isOver) await untilMigration(site, migrations, () => isOver);
  killGroup(pid, 'DATABASE_URL' in environment ? join(folder, 'nobody') : folder);
  const how = await ended;
  check(/^the server ended with null/.test(how), `an update is killed in the middle (${how})`);
}

/** Five times from the beginning of the copy, which then is as `copy`, until it is whole, and five while the migrations run. */
export async function killTenTimes(site: SiteFolder, copy: Progress): Promise<void> {
  const missing = await withDatabase(site, (client) => missingMigrations(client));
  const moments: ((progress: Progress) => boolean)[] = [
    ({ begun }) => begun,
    ({ tables, whole }) => whole || tables >= copy.tables / 3,
    ({ tables, whole }) => whole || tables >= (copy.tables * 2) / 3,
    ({ tables, documents, whole }) => whole || (tables >= copy.tables && documents >= copy.documents / 2),
    ({ whole }) => whole,
  ];
  for (const isSoFar of moments) await killUpdate(site, isSoFar);
  for (const part of [0, 0.15, 0.3, 0.45, 0.6])
    await killUpdate(site, ({ whole }) => whole, missing.slice(Math.floor(part * missing.length)));
  const left = await withDatabase(site, (client) => missingMigrations(client));
  check(
    left.length === missing.length,
    'no kill leaves some of the migrations, or came after the last of them',
  );
  console.log('  killed ten times');
}
