import { basename, join } from 'node:path';
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
import { purgeErasedBytes } from '../../retention/purge-erased-bytes.ts';
import { countRows, withClient } from '../copy/client.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { bringOwnFiles } from '../copy/own-files.ts';
import type { Progress } from '../copy/progress.ts';
import { claim, readRow } from '../open/installation.ts';
import { interruptible } from '../open/interruptible.ts';
import { announceAlone } from '../open/live-server.ts';
import { makeTables } from '../open/migrate.ts';
import { openUnmigrated } from '../open/open-unmigrated.ts';
import { openPart } from './check-copy.ts';
import { requireEmptySite } from './empty-site.ts';
import { load, OWN_SERVER } from './load.ts';
import { findMissing, missingList, noteMissing, restoreDocuments } from './restore-documents.ts';
import { noteRestore, type Restored, restoredOf, siteOf } from './restored.ts';
import type { WholeCopy } from './whole-copy.ts';

/**
 * What a restore makes: the site itself; one of its own with the same data; or, for a drill, nothing that is
 * ever served, and so without documents.
 */
type Purpose = 'site' | 'separate' | 'drill';

/** `withoutPassword`: how many people of the desk have one that only Supabase verifies; `own`: how many texts and pictures are others than this folder's, null when the copy has none. Neither of a drill. */
export type RestoredSite = Restored & { withoutPassword?: number; own?: number | null };

/**
 * Puts a copy into the empty site of `config`, or finishes what an interrupted restore began: its tables are
 * made first, its documents brought before its rows are committed. Until all is done `restaurando` of
 * instalacao.json stops every start. Throws Refused, with nothing changed, when the place is not empty or in use.
 */
export async function restoreToSite(
  copy: WholeCopy,
  config: Config,
  purpose: Purpose,
  progress: Progress,
): Promise<RestoredSite> {
  const { dataDir } = config;
  const { path, manifest, identity } = copy;
  progress.step('Preparando o banco');
  const restaurando = basename(path);
  const { login, embedded, place, close } = await openUnmigrated(config, undefined, undefined, restaurando);
  const announced = embedded ? null : await announceAlone(login); // no server starts on it meanwhile
  const end = () => Promise.resolve(announced?.end()).then(close);
  return interruptible(end, () =>
    withClient(login, async (client) => {
      await lockBackups(client);
      const held = readInstallation(dataDir);
      const finish = async (site: Installation, erased: boolean) => {
        await client.query('analyze');
        if (erased) await purge(login);
        if (purpose === 'site') noteRestore(copy, site);
        writeInstallation(dataDir, site);
      };
      const row = await readRow(client); // committed with the rest
      if (held?.restaurando && row?.id === held.id && row.geracao === held.geracao) {
        const { restaurando: copied, ...site } = held;
        await finish(site, true);
        const how =
          row.faltam > 0
            ? `para ${dataDir}, mas faltam ${row.faltam} documentos: a lista está em ${missingList(dataDir)}`
            : `inteira para ${dataDir}`;
        throw new Refused(`A cópia ${copied} já tinha voltado ${how}. Inicie o site.`);
      }
      await requireEmptySite(client, dataDir);
      const documents = purpose === 'drill' ? [] : copy.documents;
      const bytes = documents.reduce((sum, { claro }) => sum + claro.bytes, loadedBytes(manifest));
      await requireSpace(dataDir, bytes);

      const site = siteOf(copy, held, purpose !== 'site');
      const secret = fingerprintOf(loadKeys(dataDir, config).jwt);
      const installation = { ...site, versao: VERSION, segredo: secret, banco: place };
      writeInstallation(dataDir, { ...installation, restaurando });
      await makeTables(
        client,
        manifest.migracoes.map(({ nome }) => nome),
      );
      if (purpose === 'drill') return restoredOf(client, await load(client, copy, progress), site);

      let own: number | null = null;
      const loaded = await load(client, copy, progress, {
        ...OWN_SERVER,
        beforeCommit: async ({ documents }) => {
          await restoreDocuments(documents, copy, dataDir, progress);
          progress.step('Terminando');
          const part = manifest.textos_e_fotos;
          if (part) own = await bringOwnFiles(await openPart(join(path, part.arquivo), identity), dataDir);
          const missing = await findMissing(client, documents, OWN_SERVER.objects);
          noteMissing(dataDir, missing); // a restore that goes on after the commit has no receipt
          const now = { dataDir, installation, secret, live: false, id: site.id, place };
          await claim(client, { ...now, missing: missing.length });
        },
      });
      await finish(installation, loaded.erased > 0);
      const withoutPassword = await countForeignPasswords(client);
      return { ...(await restoredOf(client, loaded, site)), withoutPassword, own };
    }),
  );
}

/** How many people of the desk have a password that only Supabase's GoTrue can verify. */
function countForeignPasswords(client: pg.ClientBase): Promise<number> {
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
