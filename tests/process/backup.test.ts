import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../server/backup/manifest.ts';
import { contentsOfTable, NOT_COPIED, readTables } from '../../server/backup/tables.ts';
import { openPools } from '../../server/core/database.ts';
import { outcome, signIn } from '../support/accounts.ts';
import { emptyPlace, hashesOf, openFilledSite, run } from '../support/copies.ts';
import { engines } from '../support/server.ts';
import { TEST_FOLDER } from '../support/test-folder.ts';

const ways = engines.map((from, at) => ({ from, to: engines[(at + 1) % engines.length] as typeof from }));

describe.each(ways.map(({ from, to }) => ({ name: `${from.name} to ${to.name}`, from, to })))(
  'a copy from $name',
  ({ from, to }) => {
    let site: Awaited<ReturnType<typeof openFilledSite>>;
    let folder: string;
    beforeAll(async () => {
      site = await openFilledSite(from);
      folder = mkdtempSync(join(TEST_FOLDER, 'cc-copies-'));
    });
    afterAll(async () => {
      await site.server.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('is the whole site: tables to the byte, documents, passwords, what sequences give next', async () => {
      const made = await run('backup', ['--to', folder], site.environment);
      expect(made).toMatchObject({ code: 0, refusal: null });
      const path = made.lines.at(-1) ?? '';
      const place = await emptyPlace(to);
      const restored = await run('restore', [path], place.environment);
      expect(restored).toMatchObject({ code: 0, refusal: null });
      console.log(made.lines.join('\n'), restored.lines.join('\n'));
      expect(readManifest(path).tabelas.length).toBeGreaterThan(10);
      expect(await tablesOf(place.login, ['private.auditoria', 'private.auditoria_pontas'])).toEqual(
        await tablesOf(site.server.database.login, ['private.auditoria', 'private.auditoria_pontas']),
      );
      await place.close();
    });
  },
);

async function tablesOf(login: pg.ClientConfig, but: string[]) {
  const client = new pg.Client(login);
  await client.connect();
  const found: Record<string, unknown> = {};
  for (const table of await readTables(client))
    if (!NOT_COPIED.has(table.nome) && !but.includes(table.nome))
      found[table.nome] = await contentsOfTable(client, table);
  await client.end();
  return found;
}
