import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../../kit/server.ts';
import { type MIGRATIONS, missingMigrations } from '../../server/site-data/open/migrate.ts';
import { check, killGroup } from '../kill.ts';
import { start } from './release-site.ts';
import { type SiteFolder, withDatabase } from './site-contents.ts';

const copiesOf = ({ folder }: SiteFolder) => {
  const copies = `${folder}-antes-de-atualizar`;
  return existsSync(copies) ? readdirSync(copies).filter((name) => name.startsWith('copia-')).length : 0;
};

/** Calls back once a start has one copy more than there are now; returns how to end the waiting. */
function onCopy(site: SiteFolder, made: () => void): () => void {
  const before = copiesOf(site);
  const watch = setInterval(() => {
    if (copiesOf(site) === before) return;
    clearInterval(watch);
    made();
  }, 5);
  return () => clearInterval(watch);
}

/** Updates a site by starting it, undisturbed; milliseconds until its copy was whole, and until it served. */
export async function timeUpdate(site: SiteFolder) {
  const began = performance.now();
  let copyMs = 0;
  const end = onCopy(site, () => {
    copyMs = performance.now() - began;
  });
  try {
    const updated = await start(site);
    check(copyMs > 0, 'the update makes a copy before');
    return { updated, copyMs, took: performance.now() - began };
  } finally {
    end();
  }
}

/** How much of a migration tells which it is: PostgreSQL shows the first 1,024 bytes of what it executes. */
const SHOWN = 300;

/** Waits until one of these migrations is executed; `isOver` ends that. */
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
      await pause(2);
    }
  });
}

/** kill -9 of an update, so long after its start, or once its copy is whole and it is at one of these migrations. */
async function killUpdate(site: SiteFolder, at: number | typeof MIGRATIONS): Promise<void> {
  const { folder, environment } = site;
  let pid = 0;
  let isOver = false;
  const ended = startServer({
    folder,
    environment,
    spawned: (given) => {
      pid = given;
    },
  })
    .then(
      () => 'it served',
      ({ message }: Error) => message,
    )
    .finally(() => {
      isOver = true;
    });
  let end = () => {};
  const copied = new Promise<void>((resolve) => {
    end = onCopy(site, resolve);
  });
  const moment =
    typeof at === 'number' ? pause(at) : copied.then(() => untilMigration(site, at, () => isOver));
  await Promise.race([moment, ended]);
  end();
  killGroup(pid, 'DATABASE_URL' in environment ? join(folder, 'nobody') : folder);
  const how = await ended;
  check(/^the server ended with null/.test(how), `an update is killed in the middle (${how})`);
}

/** Five times while the copy is made, which takes about `copyMs`, and five while the migrations run. */
export async function killTenTimes(site: SiteFolder, copyMs: number): Promise<void> {
  const missing = await withDatabase(site, missingMigrations);
  const before = copiesOf(site);
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) await killUpdate(site, part * copyMs);
  const early = copiesOf(site) - before;
  for (const part of [0, 0.2, 0.4, 0.6, 0.8])
    await killUpdate(site, missing.slice(Math.floor(part * missing.length)));
  console.log(`  killed ten times, ${5 - early} of them before the copy was whole`);
}
