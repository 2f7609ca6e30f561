import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import type { Config } from '../../core/context.ts';
import { openPools } from '../../core/database.ts';
import {
  fingerprintOf,
  type Installation,
  readInstallation,
  writeInstallation,
} from '../../core/installation.ts';
import { loadKeys } from '../../core/keys.ts';
import { Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/sources.ts';
import { AlreadyOwned } from '../../postgres/ownership.ts';
import { purgeErasedBytes } from '../../retention/purge-erased-bytes.ts';
import { countRows, withClient } from '../copy/client.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import type { Progress } from '../copy/progress.ts';
import { claim } from '../open/installation.ts';
import { interruptible } from '../open/interruptible.ts';
import { announceAlone } from '../open/live-server.ts';
import { makeTables } from '../open/migrate.ts';
import { openUnmigrated } from '../open/open-unmigrated.ts';
import { markRestoring, requireEmptySite, unfinishedInWords, wordOfUnfinished } from './empty-site.ts';
import { type Restored, restoreCopy, type WholeCopy } from './restore-copy.ts';
import { restoreDocuments } from './restore-documents.ts';

/**
 * `restoreCopy` into the empty site of `config`: the tables are there first, the documents after
 * them. Until all is done `restaurando` of instalacao.json stops every start, so that no site
 * serves a half. `foreign` as `countForeignPasswords`.
 */
export async function restoreToSite(
  copy: WholeCopy,
  config: Config,
  separate: boolean,
  progress: Progress,
): Promise<Restored & { foreign: number }> {
  const { dataDir } = config;
  progress.step('Preparando o banco');
  const word = wordOfUnfinished(dataDir) ?? randomBytes(4).toString('hex'); // the same again: the database may hold a half
  const restaurando = unfinishedInWords(basename(copy.path), word);
  const { login, embedded, place, close } = await openUnmigrated(
    config,
    undefined,
    undefined,
    restaurando,
  ).catch((error: unknown) => {
    if (!(error instanceof AlreadyOwned)) throw error;
    throw new Refused(
      `O site está no ar em ${dataDir}. Uma cópia só volta para um lugar vazio. Nada foi mudado. Use uma DATA_DIR nova.`,
    );
  });
  const announced = embedded ? null : await announceAlone(login); // no server starts on it meanwhile
  const end = async () => {
    await announced?.end();
    await close();
  };
  return interruptible(end, async () => {
    return withClient(login, async (client) => {
      const segredo = fingerprintOf(loadKeys(dataDir, config).jwt);
      const installationOf = (site: Pick<Installation, 'id' | 'geracao'>): Installation => ({
        ...site,
        versao: VERSION,
        segredo,
        banco: place,
      });
      const restored = await restoreCopy(
        copy,
        {
          client,
          separate,
          held: async ({ manifest, documents }) => {
            await requireEmptySite(client, dataDir);
            const bytes = documents.reduce((sum, { claro }) => sum + claro.bytes, loadedBytes(manifest));
            await requireSpace(dataDir, bytes);
            return readInstallation(dataDir);
          },
          begin: async ({ manifest }, site) => {
            // Folder, then database: a cut in between leaves an empty database, as before.
            writeInstallation(dataDir, { ...installationOf(site), restaurando });
            await makeTables(
              client,
              manifest.migracoes.map(({ nome }) => nome),
            );
            await markRestoring(client, word);
          },
          complete: async ({ path, manifest, identity }, loaded) => {
            const from = { folder: dirname(path), recipient: manifest.destinatario, identity };
            await restoreDocuments(loaded.documents, from, dataDir, progress);
            progress.step('Terminando');
            await client.query('analyze');
            if (loaded.erased > 0) await purge(login);
          },
          finish: async (site, missing) => {
            const installation = installationOf(site);
            const now = { dataDir, installation, secret: segredo, live: false, id: site.id, place, missing };
            writeInstallation(dataDir, await claim(client, now));
            await markRestoring(client, null);
          },
        },
        progress,
      );
      const foreign = await countForeignPasswords(client).catch(() => 0); // the site is whole already
      return { ...restored, foreign };
    });
  });
}

/** How many people of the desk have a password that only Supabase's GoTrue can verify. */
export function countForeignPasswords(client: pg.ClientBase): Promise<number> {
  return countRows(
    client,
    `auth.users u join private.administradores a on a.user_id = u.id
     where coalesce(u.encrypted_password, '') not like '$argon2%$v=19$%'`,
  );
}

/** Removes the bytes of erased rows from PostgreSQL's files. */
async function purge(login: pg.ClientConfig): Promise<void> {
  const database = openPools({ owner: login, callers: login, onError: () => {} });
  try {
    await purgeErasedBytes({ database, log: pino({ level: 'silent' }) });
  } finally {
    await database.close();
  }
}
