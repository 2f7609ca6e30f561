import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forThisTest, openTestServer, USUAL } from '../../../tests/support/server.ts';
import { withClient } from '../copy/client.ts';
import { noteUse } from '../copy/copies-folder.ts';
import { ownSite } from '../copy/make-copy.ts';
import { copyAndRecord } from './recorded-copy.ts';

test('a project is not copied to a BACKUP_DIR whose disk is away, and the desk hears of it', async () => {
  const server = await forThisTest(openTestServer(USUAL));
  const { login, config } = server;
  const folder = join(config.dataDir, 'disco', 'copias');
  noteUse(config.dataDir, folder);
  const copied = withClient(login, (client) =>
    copyAndRecord(
      login,
      {
        ...ownSite(client, config.dataDir, { id: '00000000-0000-4000-8000-000000000000', geracao: 1 }),
        listed: null,
        prepare: () => Promise.reject(new Error('the project was read')),
      },
      { config, folder, nightly: true, print: () => {} },
    ),
  );
  await expect(copied).rejects.toThrow(/já teve cópias: o disco dela não está ligado\?/);
  expect(await server.rows('select tipo, codigo from private.copias')).toEqual([
    { tipo: 'copia', codigo: 'pasta' },
  ]);
});
