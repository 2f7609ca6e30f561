import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Config } from '../../core/context.ts';
import { type Installation, readInstallation } from '../../core/installation.ts';
import { named, Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/sources.ts';
import { MOST_DAYS, readCopies, refuseEmptied, removeUnlisted } from '../copy/copies-folder.ts';
import { lockBackups, makeCopy, ownSite } from '../copy/make-copy.ts';
import { missingMigrations } from './migrate.ts';

/**
 * Folder of the copies made before updates, without BACKUP_DIR: beside the data folder, which an update may
 * break.
 */
export const updateFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => `${dataDir}-antes-de-atualizar`;

/** A count and its noun: `1 linha`, `1.200 linhas`. */
export const countInWords = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : several}`;

/**
 * Copies a site whose database lacks migrations that this version brings, before they are
 * applied; `tell` hears it first. Returns what the owner is
 * told afterwards; null when there is nothing to apply or to lose. Throws OtherVersion, and Refused when
 * the copy cannot be made: nothing is migrated then.
 */
export async function backupBeforeUpdate(
  client: pg.Client,
  config: Config,
  installation: Installation | null,
  tell: (line: string) => void,
): Promise<string | null> {
  if (!installation || (await missingMigrations(client)).length === 0) return null;
  tell(
    `O banco passa da versão ${installation.versao} para a ${VERSION}: primeiro a cópia de segurança, depois as migrações. ` +
      'Se for interrompido, nada se perde: inicie de novo.',
  );
  const folder = config.backupDir ?? updateFolder(config);
  try {
    if (config.backupDir) refuseEmptied(config.dataDir, folder);
    await lockBackups(client);
    const { dataDir, backupKey } = config;
    const site = { ...ownSite(client, dataDir, installation), versao: installation.versao };
    const { path } = await makeCopy(site, { dataDir, folder, recipient: backupKey });
    return `Cópia de segurança de antes de atualizar: ${path}`;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Refused(
      `Antes de atualizar o banco, o site faz uma cópia de segurança em ${folder}, e não deu certo: ${error instanceof Refused ? message : (code ?? message)} ` +
        'Nada foi mudado. Diga em BACKUP_DIR uma pasta com espaço e inicie de novo, ou volte à versão anterior' +
        `${named(installation.versao)}.`,
    );
  }
}

/** Removes the copies in `updateFolder` after thirty days; `removeOldCopies` removes those of BACKUP_DIR. */
export async function removeOldUpdateCopies(config: Config, now = new Date()): Promise<void> {
  const installation = readInstallation(config.dataDir);
  const folder = updateFolder(config);
  if (!installation || !existsSync(folder)) return;
  const copies = readCopies(folder, installation.id);
  const limit = new Date(now.getTime() - MOST_DAYS * 86_400_000).toISOString();
  const old = copies.filter(({ manifest }) => manifest.momento < limit);
  for (const { path } of old) await rm(path, { recursive: true });
  if (old.length > 0)
    await removeUnlisted(
      folder,
      copies.filter((copy) => !old.includes(copy)),
    );
}
