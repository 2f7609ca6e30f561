import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { startCommand } from '../../prove/command.ts';
import { killGroup } from '../../prove/kill.ts';
import { readConfig } from '../../server/core/config.ts';
import { openDatabase } from '../../server/site-data/open/open-database.ts';
import { expectDone, openFilledSite, run } from '../support/copies.ts';
import { newFolder } from '../support/files.ts';
import { forTests } from '../support/server.ts';

// kill -9 once each, as the real programs, in their middle.

const site = forTests(() => openFilledSite());

/** Runs a command and kills it as soon as `begun` says so. */
async function killWhen(
  begun: () => boolean,
  name: string,
  args: string[],
  { DATA_DIR, ...environment }: { DATA_DIR: string; DATABASE_URL?: string },
): Promise<void> {
  const { child, ended } = startCommand(name, args, DATA_DIR, environment);
  while (!begun() && child.exitCode === null) await pause(1);
  killGroup(child.pid, DATA_DIR);
  await ended;
}

test('a killed backup is no copy, and the next one is whole', async () => {
  const folder = newFolder();
  const unfinished = () => readdirSync(folder).some((name) => name.startsWith('.incompleta-'));
  await site.server.database.asOwner(async (tx) => {
    // a purge of retention, for which the snapshot waits: however fast the copy is, it is unfinished when it is killed
    await tx.query(`select pg_advisory_xact_lock(hashtext('construindo-campeoes retention'))`);
    await killWhen(unfinished, 'backup', ['--to', folder], site.environment);
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('copia-'))).toEqual([]);
  expect(unfinished()).toBe(true);
  const next = await run('backup', ['--to', folder], site.environment);
  expectDone(next);
  expect(unfinished()).toBe(false);
});

test('a restore killed before its database was there is said by the start, and finished by the same command', async () => {
  const copy = (await run('backup', ['--to', newFolder()], site.environment)).lines.at(-1) ?? '';
  const above = newFolder();
  chmodSync(above, 0o755);
  const environment = { DATA_DIR: join(above, 'data') };
  await killWhen(() => existsSync(join(above, 'data/postgresql/PG_VERSION')), 'restore', [copy], environment);
  const start = openDatabase(readConfig(environment), pino({ level: 'silent' }));
  await expect(start).rejects.toThrow(/^A volta da cópia copia-\S+ para \S+ não terminou, e nada é servido/);
  expectDone(await run('restore', [copy], environment));
  await (await openDatabase(readConfig(environment), pino({ level: 'silent' }))).close();
});
