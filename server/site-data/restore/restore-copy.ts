import { randomBytes, randomUUID } from 'node:crypto';
import { basename, dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { type Installation, readInstallation, writeInstallation } from '../../core/installation.ts';
import { Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/version.ts';
import { readCopiedSite, writeCopiedSite } from '../copy/copies-folder.ts';
import { loadedBytes, requireSpace } from '../copy/disk.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import { readIdentity } from '../copy/encryption.ts';
import { appendErasures, type Erasure, hasErasureList, readErasures } from '../copy/erasure-list.ts';
import { missingIn, union } from '../copy/erasures.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { type Manifest, readManifest } from '../copy/manifest.ts';
import type { Progress } from '../copy/progress.ts';
import { erasuresFor, openPart, requireWhole } from './check-copy.ts';
import { markDatabase, requireEmptySite, unfinishedInWords, wordOfUnfinished } from './empty-site.ts';
import { type Loaded, load, type Since } from './load.ts';
import { findMissing, type MissingDocument, restoreDocuments } from './restore-documents.ts';

/** A copy that was read to its end and whose parts are whole; of its documents some may be withheld. */
export type WholeCopy = Since & {
  path: string;
  manifest: Manifest;
  documents: ListedDocument[];
  /** Opens its parts; null when they are not encrypted. */
  identity: string | null;
};

/** Where a copy goes. The functions are the server's: this room knows no migrations. */
export type Target = {
  client: pg.Client;
  dataDir: string;
  /** Not the site itself but one of its own, with another id. */
  separate: boolean;
  /** `segredo` and `banco` of the restored installation. */
  secret: string;
  place: string;
  migrate: (client: pg.Client, only?: ReadonlySet<string>) => Promise<void>;
  /** Removes the bytes of erased rows from PostgreSQL's files. */
  purge: () => Promise<unknown>;
  /** Makes folder and database say that they are this installation; the last thing done. */
  finish: (installation: Installation, missing: number) => Promise<void>;
  progress: Progress;
};

/** What was restored, for the receipt. */
export type Restored = Loaded & { installation: Installation; missing: MissingDocument[] };

/**
 * Reads a whole copy, every byte of it, and compares it with its manifest. Throws Refused,
 * in one sentence, for a copy that is none, damaged, of another version, or whose identity or
 * erasure list is missing. Documents that are gone or spoilt are withheld. `migrations` are
 * those that this version knows, name and hash.
 */
export async function readWholeCopy(
  given: string,
  options: {
    dataDir: string;
    identityFile: string | null;
    withoutList: boolean;
    giveBackFrom: string | null;
    migrations: ReadonlyMap<string, string>;
    progress: Progress;
  },
): Promise<WholeCopy> {
  const path = resolve(given);
  const manifest = readManifest(path);
  if (manifest.migracoes.some(({ nome, impressao }) => options.migrations.get(nome) !== impressao))
    throw new Refused(
      `A cópia ${basename(path)} foi feita por outra versão do site (${manifest.versao}). Nada foi mudado. Volte-a com essa versão.`,
    );
  const erasures = erasuresFor(path, manifest, { dataDir: options.dataDir, without: options.withoutList });
  const documents = await requireWhole(path, manifest, erasures, options.progress);
  const identity = await identityOf(path, manifest, options.identityFile);
  return { path, manifest, documents, erasures, giveBackFrom: options.giveBackFrom, identity };
}

async function identityOf(path: string, { destinatario }: Manifest, file: string | null) {
  if (destinatario === null) return null;
  if (file !== null) return readIdentity(file, destinatario);
  throw new Refused(
    `A cópia ${basename(path)} está cifrada. Nada foi mudado. Diga o arquivo da chave que a abre: --identity ARQUIVO.`,
  );
}

/** How `load` reads the tables of a copy. */
export function tablesOf({ path, identity }: Pick<WholeCopy, 'path' | 'identity'>) {
  return ({ arquivo }: { arquivo: string }) => openPart(join(path, arquivo), identity);
}

/**
 * Puts a copy into an empty site, or finishes what an interrupted restore began. Until
 * `finish` is done `restaurando` of instalacao.json stops every start, so that no site serves
 * a half. Throws Refused, with nothing changed, when the site is not empty or another backup
 * or restore works on it.
 */
export async function restoreCopy(copy: WholeCopy, target: Target): Promise<Restored> {
  const { client, dataDir, secret, place, separate, progress } = target;
  const { manifest } = copy;
  await lockBackups(client);
  await requireEmptySite(client, dataDir);
  const bytes = copy.documents.reduce((sum, { claro }) => sum + claro.bytes, loadedBytes(manifest));
  await requireSpace(dataDir, bytes);
  const folder = dirname(copy.path);
  const installation: Installation = {
    id: separate ? randomUUID() : manifest.instalacao.id,
    geracao: separate ? 1 : nextGeneration(manifest, folder, dataDir),
    versao: VERSION,
    segredo: secret,
    banco: place,
  };
  const word = wordOfUnfinished(dataDir) ?? randomBytes(4).toString('hex'); // the same again: the database may hold a half
  await target.migrate(client, new Set(manifest.migracoes.map(({ nome }) => nome)));
  // Folder, then database: a cut in between leaves an empty database, as before.
  await client.query('begin');
  await markDatabase(client, word);
  writeInstallation(dataDir, {
    ...installation,
    restaurando: unfinishedInWords(basename(copy.path), word),
  });
  await client.query('commit');

  const loaded = await load(client, { ...copy, openTable: tablesOf(copy) }, copy, progress);
  await restoreDocuments(
    loaded.documents,
    { folder, recipient: manifest.destinatario, identity: copy.identity },
    dataDir,
    progress,
  );
  progress.step('Terminando');
  appendErasures(dataDir, missingIn(readErasures(dataDir), union([copy.erasures, undone(loaded)])));
  await target.migrate(client);
  await client.query('analyze');
  if (loaded.erased > 0) await target.purge();
  if (!separate) noteRestore(folder, installation, loaded);
  const missing = await findMissing(client, loaded.documents, 'storage.objects');
  await target.finish(installation, missing.length);
  await markDatabase(client, null);
  return { ...loaded, installation, missing };
}

/** The lines that say that what was given back lives again, for every copy from now on and the older ones. */
function undone({ returned }: Pick<Loaded, 'returned'>): Erasure[] {
  return (returned?.lines ?? []).map((line) => ({ ...line, devolvida: true }));
}

/** Above the copy's own, above what the folder of copies has seen, and not below an unfinished restore's. */
function nextGeneration({ instalacao }: Manifest, folder: string, dataDir: string): number {
  const [here, copied] = [readInstallation(dataDir), readCopiedSite(folder)].map((each) =>
    each?.id === instalacao.id ? each : null,
  );
  const unfinished = wordOfUnfinished(dataDir) !== null;
  return Math.max(
    Math.max(instalacao.geracao, copied?.geracao ?? 0) + 1,
    (here?.geracao ?? 0) + (unfinished ? 0 : 1),
  );
}

/**
 * From now on an older home of this installation is refused there, and what was given back is not
 * erased by the next restore of its copies. A folder that cannot be written stays as it is.
 */
export function noteRestore(
  folder: string,
  { id, geracao }: Pick<Installation, 'id' | 'geracao'>,
  loaded: Pick<Loaded, 'returned'> = { returned: null },
): void {
  try {
    if (readCopiedSite(folder)?.id !== id) return;
    writeCopiedSite(folder, { id, geracao });
    if (hasErasureList(folder)) appendErasures(folder, missingIn(readErasures(folder), undone(loaded)));
  } catch {
    // copies on a disk that is only read
  }
}
