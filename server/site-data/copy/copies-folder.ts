import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { writeDurably } from '../../core/durable-file.ts';
import { type Installation, readInstallation } from '../../core/installation.ts';
import { type FolderKind, strangeFolder } from '../../core/own-folder.ts';
import { syncFolder } from '../../core/platform.ts';
import { Refused } from '../../core/refused.ts';
import { type ListedDocument, readDocumentList } from './document-list.ts';
import { documentName, documentsIn, PARTIAL, versionOf } from './documents.ts';
import { isUnfinished, type Manifest, readManifest } from './manifest.ts';
import { CopyRefused } from './record.ts';

// A folder of copies: copia-… for each, documents/ shared by them, apagamentos.jsonl, and
// instalacao.json, which says of which site they are.

/** Which site the copies in a folder are of; stored data. */
type CopiedSite = Pick<Installation, 'id' | 'geracao'> & {
  /** The data folder that was copied last, as `markOf` says it; none when any may be the next. */
  pasta?: string;
};

/** A data folder's number on its disk, which a copy of it does not have. */
export const folderNumber = (dataDir: string) => String(statSync(dataDir, { bigint: true }).ino);

/** What a folder of copies knows a data folder by: its machine, and its number there. */
export const markOf = (dataDir: string) => `${hostname()}:${folderNumber(dataDir)}`;

/** Whether a folder's copies are those of another data folder of this same site; the mark was the number alone once. */
export function isOfAnother({ id, pasta }: CopiedSite, dataDir: string): boolean {
  const known = [undefined, markOf(dataDir), folderNumber(dataDir)];
  return readInstallation(dataDir)?.id === id && !known.includes(pasta);
}

const siteFile = (folder: string) => join(folder, 'instalacao.json');

/** BACKUP_DIR, or another folder of copies. */
export const COPIES: FolderKind = {
  where: 'BACKUP_DIR (ou depois de --to)',
  isOurs: (_folder, names) =>
    names.some((name) => /^(instalacao\.json|apagamentos\.jsonl|copia-\d{4}-\d\d-\d\dT.+)$/.test(name)),
  before: /^(documents|\.escrita-\d+|\.incompleta-.+)$/,
};

/** A whole copy of this installation; `path` is its folder. */
export type Copy = { name: string; path: string; manifest: Manifest };

/**
 * Makes the folder when it is missing, and says in it which site's copies it holds. Throws Refused
 * when it is somebody's for other things, cannot be written, is another installation's, or a restore that came later
 * uses it.
 */
export function claimFolder(folder: string, { id, geracao, pasta }: CopiedSite): void {
  try {
    const strange = strangeFolder(folder, COPIES);
    if (strange) throw new CopyRefused('pasta', strange);
    mkdirSync(documentsIn(folder), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof CopyRefused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CopyRefused(
      'pasta',
      `Não foi possível escrever na pasta de cópias ${folder} (${code}). Nada foi copiado. Confira se o disco está ligado e se a pasta pode ser escrita.`,
    );
  }
  const copied = readCopiedSite(folder);
  if (copied && copied.id !== id)
    throw new CopyRefused(
      'pasta_de_outro_site',
      `A pasta ${folder} guarda as cópias de outro site. Nada foi copiado. Escolha outra pasta.`,
    );
  if (copied && copied.geracao > geracao)
    throw new CopyRefused(
      'site_antigo',
      `A pasta ${folder} já guarda as cópias de quem voltou depois deste site (geração ${copied.geracao}, esta é ${geracao}): este site ficou para trás. ` +
        'Nada foi copiado. Use o site que voltou por último, ou outra pasta.',
    );
  if (copied?.geracao !== geracao || copied.pasta !== pasta) writeCopiedSite(folder, { id, geracao, pasta });
}

/** Null when no backup was made into the folder. Throws Refused when the file cannot be read as one. */
export function readCopiedSite(folder: string): CopiedSite | null {
  const file = siteFile(folder);
  if (!existsSync(file)) return null;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as CopiedSite;
    if (typeof read.id === 'string' && Number.isInteger(read.geracao)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error; // it is the disk or the rights, not the file
  }
  throw new Refused(`O arquivo ${file} está estragado. Nada foi mudado. Apague-o se a pasta é deste site.`);
}

export function writeCopiedSite(folder: string, { id, geracao, pasta }: CopiedSite): void {
  writeDurably(siteFile(folder), `${JSON.stringify({ id, geracao, pasta }, null, 2)}\n`);
}

const usedFile = (dataDir: string) => join(dataDir, 'pasta-das-copias');

/** Notes in the data folder that BACKUP_DIR has copies now. */
export function noteUse(dataDir: string, folder: string): void {
  writeDurably(usedFile(dataDir), folder);
}

/** True when this BACKUP_DIR had copies: without any its disk is away. */
export function wasUsed(dataDir: string, folder: string): boolean {
  return existsSync(usedFile(dataDir)) && readFileSync(usedFile(dataDir), 'utf8') === folder;
}

/**
 * Throws CopyRefused for a BACKUP_DIR that had copies and has none, because its disk is most likely not there and the
 * copy would go to another one; and for one with the copies of another data folder of this site, as of the machine
 * that this one was cloned from: they would push each other out.
 */
export function refuseEmptied(dataDir: string, folder: string): void {
  const copied = readCopiedSite(folder);
  if (copied && isOfAnother(copied, dataDir))
    throw new CopyRefused(
      'pasta_de_outro_site',
      `A pasta ${folder} guarda as cópias de outra pasta de dados deste mesmo site. Nada foi copiado. ` +
        `Se esta é uma cópia para testes, diga outra em BACKUP_DIR; se é a certa, rode npm run backup -- --to "${folder}" uma vez.`,
    );
  if (copied || !wasUsed(dataDir, folder)) return;
  throw new CopyRefused(
    'pasta',
    `A pasta de cópias ${folder} está vazia ou não existe, e já teve cópias: o disco dela não está ligado? Nada foi copiado. ` +
      `Ligue-o; se começa vazia de propósito, rode npm run backup -- --to "${folder}" uma vez.`,
  );
}

/** Whether a folder lies on another device than the data, so that it does not die with it. */
export const isElsewhere = (folder: string, dataDir: string): boolean =>
  statSync(folder).dev !== statSync(dataDir).dev;

/** `copia-2026-11-22T03-00-00Z-1a2b`: by name the newest is the last. */
export function newName(moment: Date, random: string): string {
  return `copia-${moment
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}-${random}`;
}

/** Where a copy is made before it gets its name. */
export const unfinishedName = (name: string) => `.incompleta-${name}`;

/**
 * The whole copies of an installation in a folder, the newest last; those of other installations are ignored.
 */
export function readCopies(folder: string, id: string): Copy[] {
  const copies = namesIn(folder).flatMap((name): Copy[] => {
    if (!/^copia-/.test(name)) return [];
    const path = join(folder, name);
    try {
      return [{ name, path, manifest: readManifest(path) }];
    } catch {
      return []; // damaged: a restore of that copy reports it
    }
  });
  return copies
    .filter(({ manifest }) => manifest.instalacao.id === id)
    .sort((one, other) => (one.manifest.momento < other.manifest.momento ? -1 : 1));
}

/** The public key of the newest encrypted copy of a folder; null when none is encrypted. */
export const keyOfCopies = (copies: readonly Copy[]): string | null =>
  copies.findLast(({ manifest }) => manifest.destinatario !== null)?.manifest.destinatario ?? null;

/** The documents that a copy lists; null when its list was damaged, which a restore of that copy says. */
export function documentsIfWhole({ path }: Copy): Promise<ListedDocument[] | null> {
  return readDocumentList(path).catch(() => null);
}

/** Removes what killed runs left: copies that were never finished, and parts of documents. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of namesIn(folder))
    if (isUnfinished(name)) await rm(join(folder, name), { recursive: true, force: true });
  for (const name of namesIn(documentsIn(folder)))
    if (versionOf(name) && name.endsWith(PARTIAL)) await rm(join(documentsIn(folder), name), { force: true });
}

/** What was erased is gone from the copies after this time (docs/registro-de-tratamento.md). */
export const MOST_DAYS = 30;
/**
 * Copies are removed by age only when there are this many younger ones: a clock that jumps makes all look
 * old.
 */
const YOUNGER = 3;

/**
 * Removes the oldest copies beyond the newest `most`, and those that are more than thirty days
 * away from `made`, the name of the newest, which always stays. Returns those that are left.
 */
export async function removeOldCopies(copies: readonly Copy[], most: number, made: string): Promise<Copy[]> {
  const now = Date.parse(copies.find(({ name }) => name === made)?.manifest.momento ?? '');
  const daysApart = ({ manifest }: Copy) => Math.abs(now - Date.parse(manifest.momento)) / 86_400_000; // either way: a clock may have been ahead
  const others = copies
    .filter(({ name }) => name !== made)
    .sort((one, other) => daysApart(other) - daysApart(one));
  const aged = others.filter((copy) => daysApart(copy) > MOST_DAYS);
  const goByAge = copies.length - aged.length >= YOUNGER ? aged : [];
  const old = others.filter((copy, at) => at < copies.length - most || goByAge.includes(copy));
  for (const { path, name } of old) {
    const aside = join(path, '..', unfinishedName(name)); // never half of one under its name
    await rename(path, aside);
    syncFolder(join(path, '..'));
    await rm(aside, { recursive: true });
  }
  return copies.filter((copy) => !old.includes(copy));
}

/** Removes documents that no copy lists, only files with our names. Nothing while one of the folders `copia-…` is damaged. */
export async function removeUnlisted(folder: string, copies: readonly Copy[]): Promise<void> {
  const folders = namesIn(folder).filter((name) => name.startsWith('copia-'));
  if (folders.length > copies.length) return;
  const listed = new Set<string>();
  for (const copy of copies) {
    const documents = await documentsIfWhole(copy);
    if (!documents) return;
    for (const { versao } of documents) listed.add(documentName(versao, copy.manifest.destinatario));
  }
  for (const name of namesIn(documentsIn(folder)))
    if (versionOf(name) && !listed.has(name)) await rm(join(documentsIn(folder), name), { force: true });
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
