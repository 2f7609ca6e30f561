import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import type { Database } from '../../core/database.ts';
import { fingerprintOf, type Installation, OWN_POSTGRES, readInstallation } from '../../core/installation.ts';
import { hasKeys, readKeys } from '../../core/keys.ts';
import { strangeFolder } from '../../core/own-folder.ts';
import { Refused } from '../../core/refused.ts';
import { isUuid } from '../../core/tokens.ts';
import { runnableBinaries, USUAL_PLACE } from '../../postgres/account.ts';
import { refuseHalf, refuseOtherMajor } from '../../postgres/folder-checks.ts';
import { hasDocuments } from '../../storage/files.ts';
import { COPIES, readCopiedSite } from '../copy/copies-folder.ts';
import { isSameFolder, readRow } from './installation.ts';

/**
 * Reads a data folder before anything is started over it: its installation, null for a new
 * one. Throws Refused, with nothing changed, when it is not whole, or when the configuration
 * names another database than its own. Source: decision 86.
 */
export function readDataFolder(config: Config): Installation | null {
  const { dataDir, databaseUrl } = config;
  const installation = readInstallation(dataDir);
  const place = resolve(dataDir, embeddedPlace(installation) ?? USUAL_PLACE);
  const embedded = existsSync(join(place, 'PG_VERSION'));
  if (databaseUrl && embedded)
    throw new Refused(
      `O banco desta pasta (${dataDir}) é o embutido, em ${place}, e DATABASE_URL nomeia outro. Nada foi mudado. ` +
        'Tire DATABASE_URL do .env; ou leve tudo para o outro banco com npm run backup e npm run restore, numa DATA_DIR nova.',
    );
  if (!databaseUrl && installation?.banco === OWN_POSTGRES)
    throw new Refused(
      `As inscrições desta pasta (${dataDir}) estão num PostgreSQL próprio, e DATABASE_URL não diz qual. Nada foi mudado. ` +
        'Devolva a linha DATABASE_URL ao .env e inicie de novo.',
    );
  if (!databaseUrl) {
    if (embedded || config.postgresBin !== null) refuseOtherMajor(place, runnableBinaries(config));
    refuseHalf(place);
  }
  const begun = installation !== null && !installation.restaurando;
  if (embedded || (begun && !config.jwtSecret)) readKeys(dataDir, config);
  const nothing = !existsSync(place) || readdirSync(place).length === 0; // a part of one is refused above
  if (!databaseUrl && nothing && (begun || (hasKeys(dataDir) && hasDocuments(join(dataDir, 'documents')))))
    throw new Refused(
      `A pasta ${dataDir} é de um site que já existe, mas não há banco de dados em ${place}. Nada foi mudado. ` +
        'Traga o banco que estava com ela, ou volte uma cópia de segurança numa DATA_DIR nova (npm run restore).',
    );
  if (!installation || !begun) return installation;
  if (!config.jwtSecret && installation.segredo !== fingerprintOf(readKeys(dataDir, config).jwt))
    throw new Refused(
      `As chaves desta pasta (${dataDir}) não são as deste site: keys.json foi trocado, ou JWT_SECRET saiu do .env. Nada foi mudado. ` +
        'Devolva o que estava lá; se se perdeu, npm run keys -- rotate faz chaves novas (só as sessões acabam).',
    );
  return installation;
}

/**
 * For a start, before anything is made: throws Refused for a BACKUP_DIR that is somebody's for other things, and for
 * a new data folder beside the copies of a site, whose name was most likely mistyped.
 */
export function checkCopiesFolder({ dataDir, databaseUrl, backupDir }: Config): void {
  if (!backupDir) return;
  const strange = ifReadable(() => strangeFolder(backupDir, COPIES));
  if (strange) throw new Refused(strange);
  const isNew = !databaseUrl && readInstallation(dataDir) === null && !hasKeys(dataDir);
  if (isNew && ifReadable(() => readCopiedSite(backupDir)))
    throw new Refused(
      `Não há um site em ${dataDir}, e ${backupDir} guarda as cópias de um. Nada foi mudado. ` +
        'Confira DATA_DIR; para voltar uma cópia, npm run restore; para um site novo, outra pasta em BACKUP_DIR.',
    );
}

/** What the folder of copies has; null while its disk is failing or closed to us: the site serves, and the next backup says so. */
function ifReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) throw error;
    return null;
  }
}

/** Throws Refused when the folder of copies knows a restore that came after this data folder. */
export function refuseOvertaken(config: Config, installation: Installation | null): void {
  const { backupDir } = config;
  if (!installation || !backupDir) return;
  const copies = ifReadable(() => readCopiedSite(backupDir));
  if (copies?.id === installation.id && copies.geracao > installation.geracao)
    throw new Refused(
      `Uma cópia de segurança deste site voltou para outro lugar depois que esta pasta (${config.dataDir}) serviu: ${backupDir} diz que a ${copies.geracao}ª geração é a de agora, e esta é a ${installation.geracao}ª. Nada foi mudado. ` +
        'Inicie o site que voltou; se é este o certo, rode npm run data -- --here.',
    );
}

/** More documents missing, or unknown, than these two are no accident: it is another folder, or half of one. */
const DIFFERENCES_MAX = 50;
const DIFFERENCES_MAX_SHARE = 0.2;

/**
 * Throws Refused when many documents of the database are not in the folder, or many in the folder are not in the
 * database, and more than the owner accepted by `npm run data -- --here`. Returns how many differ: the site serves
 * without a few, and says so.
 */
export async function refuseOtherDocuments(
  client: pg.ClientBase,
  dataDir: string,
): Promise<{ missing: number; unknown: number }> {
  const row = await readRow(client);
  const { missing, unknown, documents, files } = await compareDocuments(client, dataDir);
  const many = (count: number, of: number, accepted = 0) =>
    count > accepted && count > DIFFERENCES_MAX && count > of * DIFFERENCES_MAX_SHARE;
  const ways =
    'Nada foi mudado. Confira se DATA_DIR é a pasta certa e se veio inteira (a pasta documents); ' +
    'se o que falta se perdeu mesmo, volte uma cópia de segurança, ou siga assim com npm run data -- --here.';
  if (many(missing, documents, row?.faltam))
    throw new Refused(`Faltam ${missing} de ${documents} documentos na pasta ${dataDir}. ${ways}`);
  if (many(unknown, files, row?.sobram))
    throw new Refused(
      `A pasta ${dataDir} tem ${unknown} documentos, de ${files}, que este banco não conhece. ${ways}`,
    );
  return { missing, unknown };
}

/** `missing` of the database's `documents` have no file; `unknown` of the folder's `files` have no row. */
export async function compareDocuments(client: pg.ClientBase, dataDir: string) {
  const folder = join(dataDir, 'documents');
  const files = existsSync(folder) ? readdirSync(folder).filter(isUuid) : [];
  const { rows } = await client.query<{ documents: number; present: number }>(
    `select count(*)::integer as documents, (count(*) filter (where version = any ($1)))::integer as present
     from storage.objects`,
    [files],
  );
  const { documents = 0, present = 0 } = rows[0] ?? {};
  return { documents, missing: documents - present, files: files.length, unknown: files.length - present };
}

/**
 * Whether the documents of this database are in this very folder: with DATABASE_URL a command may
 * have been given another DATA_DIR, where the site would not find what is stored. True of a
 * database that no server has begun.
 */
export async function isDocumentsFolder(database: Database, documentsDir: string): Promise<boolean> {
  const row = await database.asOwner(readRow);
  return row === null || isSameFolder(dirname(documentsDir), row);
}

/** The sentence for a folder without a site, whose name was most likely mistyped, or that is closed to this account. */
export const noSite = (dataDir: string) =>
  new ConfigError(
    'DATA_DIR',
    `não há um site em ${dataDir}, ou ele é de outra conta. Rode npm start antes, com a conta do site, ou diga a pasta certa`,
  );

/** Where an installation's embedded PostgreSQL lies, as `banco` says it; null when it has none, or none yet. */
export function embeddedPlace(installation: Installation | null): string | null {
  return installation && installation.banco !== OWN_POSTGRES ? installation.banco : null;
}
