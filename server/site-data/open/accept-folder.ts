import { randomUUID } from 'node:crypto';
import type { Config } from '../../core/context.ts';
import { fingerprintOf, type Installation } from '../../core/installation.ts';
import { loadKeys } from '../../core/keys.ts';
import { Refused } from '../../core/refused.ts';
import { USUAL_PLACE } from '../../postgres/account.ts';
import { readCopiedSite, writeCopiedSite } from '../copy/copies-folder.ts';
import { compareDocuments } from './data-folder.ts';
import { claim, isSameFolder, readRow } from './installation.ts';
import { announceAlone } from './live-server.ts';
import { openUnmigrated, withUnmigrated } from './open-unmigrated.ts';
import { requireSite, rotateKeys, whileStopped } from './stopped-site.ts';

/** The data of a stopped site: throws AlreadyOwned while a server runs on the folder. */
const withOwned: typeof withUnmigrated = (config, work) => withUnmigrated(config, work, openUnmigrated);

/**
 * Says that this data folder is the one of its database, when the start refused it as a copy,
 * as older or as not whole; the folder of copies knows it from then on. Returns how many
 * documents are missing or unknown, which the start accepts from then on. Throws Refused for
 * another site's database.
 */
export async function acceptFolder(config: Config): Promise<{ missing: number; unknown: number }> {
  return withOwned(config, async (client, opened) => {
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
      if (config.backupDir && ours) writeCopiedSite(config.backupDir, { id: row.id, geracao });
      return { missing, unknown };
    } finally {
      await announced.end();
    }
  });
}

/**
 * Makes a site of its own of a copied data folder: another id, other keys, no sessions.
 * Throws Refused for the original, and for a folder whose database is not inside it.
 */
export async function makeSeparate(config: Config): Promise<Installation> {
  const { dataDir } = config;
  const refused = (found: string, todo: string) => new Refused(`${found} Nada foi mudado. ${todo}`);
  const installation = requireSite(config);
  if (installation?.banco !== USUAL_PLACE)
    throw refused(
      `O banco desta pasta (${dataDir}) não está dentro dela, e uma cópia dela continuaria a usá-lo.`,
      'Para um site à parte, volte uma cópia de segurança: npm run restore -- CÓPIA --copy, com outra DATA_DIR.',
    );
  await withOwned(config, async (client) => {
    const row = await readRow(client);
    if (row && row.id === installation.id && isSameFolder(dataDir, row))
      throw refused(
        `Esta pasta (${dataDir}) é a do site, não uma cópia dela.`,
        'Diga a pasta copiada em DATA_DIR.',
      );
  });
  await whileStopped(config, () => rotateKeys(config));
  return withOwned(config, async (client, { place }) => {
    const secret = fingerprintOf(loadKeys(dataDir, config).jwt);
    await client.query('comment on role authenticator is null'); // it says whose login it is
    await client.query('delete from servidor.instalacao where unica');
    const id = randomUUID();
    return claim(client, { dataDir, installation: null, secret, live: false, id, place });
  });
}
