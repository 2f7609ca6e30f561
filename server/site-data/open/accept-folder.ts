import type pg from 'pg';
import type { Config } from '../../core/context.ts';
import { fingerprintOf } from '../../core/installation.ts';
import { loadKeys } from '../../core/keys.ts';
import { Refused } from '../../core/refused.ts';
import { markOf, readCopiedSite, writeCopiedSite } from '../copy/copies-folder.ts';
import { compareDocuments } from './data-folder.ts';
import { claim, readRow } from './installation.ts';
import { announceAlone } from './live-server.ts';
import { openUnmigrated, type Unmigrated, withUnmigrated } from './open-unmigrated.ts';

/**
 * Says that this data folder is the one of its database, when the start refused it as a copy,
 * as older or as not whole; the folder of copies knows it from then on. Returns how many
 * documents are missing or unknown, which the start accepts from then on. Throws Refused for
 * another site's database, AlreadyOwned while a server runs on the folder.
 */
export async function acceptFolder(config: Config): Promise<{ missing: number; unknown: number }> {
  const accept = async (client: pg.Client, opened: Unmigrated) => {
    const { dataDir } = config;
    const { installation, id, place } = opened;
    const row = await readRow(client);
    if (!row || (installation && installation.id !== row.id))
      throw new Refused(
        `Este banco de dados não é do site desta pasta (${dataDir}). Nada foi mudado. Confira DATA_DIR e DATABASE_URL.`,
      );
    const announced = await announceAlone(opened.login);
    try {
      const { missing, unknown } = await compareDocuments(client, dataDir);
      const secret = fingerprintOf(loadKeys(dataDir, config).jwt);
      const copies = config.backupDir ? readCopiedSite(config.backupDir) : null;
      const ours = copies?.id === row.id;
      const above = ours ? copies.geracao : 0; // a restore that is not wanted any more
      const found = { dataDir, installation, secret, live: false, id, place };
      const { geracao } = await claim(client, { ...found, above, missing, unknown });
      const pasta = markOf(dataDir);
      if (config.backupDir && ours) writeCopiedSite(config.backupDir, { id: row.id, geracao, pasta });
      return { missing, unknown };
    } finally {
      await announced.end();
    }
  };
  return withUnmigrated(config, accept, openUnmigrated);
}
