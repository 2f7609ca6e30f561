import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { check, killGroup } from '../kill.ts';
import { start } from './release-site.ts';
import type { SiteFolder } from './site-contents.ts';

const copiesOf = ({ folder }: SiteFolder) => {
  const copies = `${folder}-antes-de-atualizar`;
  return existsSync(copies) ? readdirSync(copies).filter((name) => name.startsWith('copia-')).length : 0;
};

/** Milliseconds that an update takes from its start to its whole copy, and from there until it serves. */
export type UpdateTimes = { copyMs: number; migrateMs: number };

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

/** Updates a site by starting it, undisturbed. */
export async function timeUpdate(site: SiteFolder): Promise<UpdateTimes & { updated: RunningServer }> {
  const began = performance.now();
  let copyMs = 0;
  const end = onCopy(site, () => {
    copyMs = performance.now() - began;
  });
  try {
    const updated = await start(site);
    check(copyMs > 0, 'the update makes a copy before');
    return { updated, copyMs, migrateMs: performance.now() - began - copyMs };
  } finally {
    end();
  }
}

/** kill -9 of an update, so long after its start or its whole copy; throws when it ends before that. */
async function killUpdate(site: SiteFolder, ms: number, from: 'start' | 'copy'): Promise<void> {
  const { folder, environment } = site;
  let pid = 0;
  const ended = startServer({
    folder,
    environment,
    spawned: (given) => {
      pid = given;
    },
  }).then(
    () => 'it served',
    ({ message }: Error) => message,
  );
  let end = () => {};
  const copied = new Promise<void>((resolve) => {
    end = onCopy(site, resolve);
  });
  await Promise.race([from === 'copy' ? copied.then(() => pause(ms)) : pause(ms), ended]);
  end();
  killGroup(pid, 'DATABASE_URL' in environment ? join(folder, 'nobody') : folder);
  const how = await ended;
  check(/^the server ended with null/.test(how), `an update is killed ${ms} ms after its ${from} (${how})`);
}

const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];

/** Five times while the copy is made, and five while the migrations run; `times` are those of such an update. */
export async function killTenTimes(site: SiteFolder, { copyMs, migrateMs }: UpdateTimes): Promise<void> {
  const before = copiesOf(site);
  for (const part of PARTS) await killUpdate(site, part * copyMs, 'start');
  const early = copiesOf(site) - before;
  for (const part of PARTS) await killUpdate(site, part * 0.8 * migrateMs, 'copy'); // the rest is not the migrations'
  console.log(`  killed ten times, ${5 - early} before the copy was whole`);
}
