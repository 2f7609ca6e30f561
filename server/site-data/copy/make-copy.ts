import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { writeDurably } from '../../core/durable-file.ts';
import type { Installation } from '../../core/installation.ts';
import { syncFolder } from '../../core/platform.ts';
import { Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/sources.ts';
import {
  claimFolder,
  documentsIfWhole,
  markOf,
  namesIn,
  newName,
  readCopies,
  removeLeftovers,
  unfinishedName,
} from './copies-folder.ts';
import { requireSpace } from './disk.ts';
import type { ListedDocument } from './document-list.ts';
import {
  copyDocuments,
  documentName,
  documentsIn,
  filesIn,
  noteErased,
  type ReadDocument,
} from './documents.ts';
import { suffixOf } from './encryption.ts';
import { stateOf } from './erasure-list.ts';
import { completeList, followErasures } from './erasures.ts';
import {
  DOCUMENT_LIST,
  FORMAT,
  MANIFEST,
  type Manifest,
  type Part,
  type TablePart,
  textOf,
} from './manifest.ts';
import { OWN_FILES, ownFiles, ownLines } from './own-files.ts';
import { readPart, type Stored, writePart } from './part-file.ts';
import { OWN_ROWS, type Rows, takeSnapshot } from './snapshot.ts';

/** A site that is copied: our own (`ownSite`), or a project of Supabase. */
export type Origin = {
  /** The owner's connection, which must not pipeline and holds `lockBackups`; used by nothing else meanwhile. */
  client: pg.Client;
  installation: Pick<Installation, 'id' | 'geracao'>;
  /** The version whose data it is, where that is not this one. */
  versao?: string;
  /** Its data folder on this machine; null: it has none. */
  home: string | null;
  /** Where its documents are, as a warning says it. */
  where: string;
  /** Called once the folder of copies is claimed, before the snapshot. */
  prepare?: () => Promise<void>;
  rows: Rows;
  read: ReadDocument;
  /** Writes the tables that say what the documents were found to be. */
  lastTables?: (folder: string, documents: readonly ListedDocument[]) => Promise<TablePart[]>;
};

/** Our own server's database and data folder. */
export function ownSite(client: pg.Client, dataDir: string, installation: Origin['installation']): Origin {
  return {
    client,
    installation,
    home: dataDir,
    where: 'DATA_DIR/documents',
    rows: OWN_ROWS,
    read: filesIn(documentsIn(dataDir)),
  };
}

/** Where a copy goes. */
export type CopyOrder = {
  /** Plain tables are written here before they are encrypted. */
  dataDir: string;
  /** The folder of copies. */
  folder: string;
  /** The public key (age) that its parts are encrypted for; null: they are not. */
  recipient: string | null;
  /** Gets the copy before its tables are encrypted: in `path` lies `tabelas/`. */
  beforeEncrypting?: (staged: Omit<MadeCopy, 'name'>) => Promise<void>;
};

/** `documents` with `falta` are those that the site had lost. */
export type MadeCopy = { name: string; path: string; manifest: Manifest; documents: ListedDocument[] };

/** Another process makes a copy of this database or restores it: tried again later, it goes well. */
export class CopyUnderWay extends Refused {
  override name = 'CopyUnderWay';
}

/**
 * Takes the lock that allows one backup or restore of a database at a time, for as long as this connection
 * lasts. Throws CopyUnderWay while another has it, but not for one that was killed just now: PostgreSQL looks every
 * second whether it is there (on Windows it cannot).
 */
export async function lockBackups(client: pg.ClientBase): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => {});
  await client.query(`set lock_timeout = '3s'`);
  await client
    .query(`select pg_advisory_lock(hashtext('construindo-campeoes backup'))`)
    .catch((error: { code?: string }) => {
      if (error.code !== '55P03') throw error;
      throw new CopyUnderWay(
        'Outra cópia de segurança deste site está em andamento. Nada foi mudado. Espere que ela termine e rode de novo.',
      );
    });
  await client.query('reset lock_timeout');
}

/** Plain tables wait here to be encrypted; the folder is in DATA_DIR, which nobody else reads. */
const STAGING = /^copia-a-cifrar-[0-9a-f]{8}$/;

/**
 * Makes a copy of the site, whether a server runs or not. The folder gets its name at the end, so a folder of that
 * name is a whole copy; what a killed run leaves is removed by the next one. Throws Refused, with nothing copied,
 * when the folder cannot be used or the disk is too small. The caller holds `lockBackups`.
 */
export async function makeCopy(origin: Origin, order: CopyOrder): Promise<MadeCopy> {
  const { client, installation } = origin;
  const { dataDir, folder, recipient } = order;
  claimFolder(folder, { ...installation, pasta: origin.home ? markOf(origin.home) : undefined });
  await removeLeftovers(folder);
  for (const name of namesIn(dataDir).filter((name) => STAGING.test(name)))
    await rm(join(dataDir, name), { recursive: true });
  await requireRoom(client, order);

  const name = newName(new Date(), randomBytes(2).toString('hex'));
  const making = join(folder, unfinishedName(name));
  const staging = recipient ? join(dataDir, `copia-a-cifrar-${randomBytes(4).toString('hex')}`) : making;
  try {
    await mkdir(making, { mode: 0o700 });
    if (staging !== making) await mkdir(staging, { mode: 0o700 });
    await origin.prepare?.();
    const { documents, ...snapshot } = await takeSnapshot(client, staging, origin.rows);
    const isHashed = documents.every(({ claro }) => claro.sha256 !== '');
    const stored =
      recipient || !isHashed ? await storedBefore(folder, installation.id, recipient) : new Map();
    await copyDocuments(documents, { read: origin.read, folder, recipient, stored });
    snapshot.tabelas.push(...((await origin.lastTables?.(staging, documents)) ?? []));
    const query = client.query.bind(client) as never;
    await noteErased(query, documents);
    const list = await writePart(join(making, DOCUMENT_LIST), linesOf(documents), null);
    const own = await writeOwnFiles(making, recipient);
    if (origin.home) await completeList(query, origin.home, 'damaged');
    await followErasures({ query, copies: folder });
    const manifest: Manifest = {
      formato: FORMAT,
      instalacao: { id: installation.id, geracao: installation.geracao },
      versao: origin.versao ?? VERSION,
      ...snapshot,
      destinatario: recipient,
      documentos: { arquivo: DOCUMENT_LIST, linhas: documents.length, ...list },
      textos_e_fotos: own,
      apagamentos: stateOf(folder) ?? { linhas: 0, sha256: '' },
    };
    if (recipient) {
      await order.beforeEncrypting?.({ path: staging, manifest, documents });
      await encryptTables(staging, making, manifest, recipient);
    }
    writeDurably(join(making, MANIFEST), textOf(manifest));
    await rename(making, join(folder, name));
    syncFolder(folder);
    return { name, path: join(folder, name), manifest, documents };
  } finally {
    for (const unfinished of new Set([making, staging]))
      await rm(unfinished, { recursive: true, force: true });
  }
}

async function writeOwnFiles(making: string, recipient: string | null): Promise<Part> {
  const files = ownFiles();
  const arquivo = `${OWN_FILES}.jsonl${suffixOf(recipient)}`;
  return {
    arquivo,
    linhas: files.length,
    ...(await writePart(join(making, arquivo), ownLines(files), recipient)),
  };
}

/** The whole database stands for the text of its tables: its indexes for what compressed values and numbers are longer as text. */
async function requireRoom(client: pg.ClientBase, { dataDir, folder, recipient }: CopyOrder): Promise<void> {
  const { rows } = await client.query<{ tables: string; documents: string }>(
    `select pg_database_size(current_database())::text as tables,
       coalesce(sum((metadata ->> 'size')::bigint), 0)::text as documents
     from storage.objects where version || $1 <> all ($2)`,
    [suffixOf(recipient), namesIn(documentsIn(folder))],
  );
  const [tables, documents] = [Number(rows[0]?.tables), Number(rows[0]?.documents)];
  await requireSpace(folder, tables + documents);
  if (recipient) await requireSpace(dataDir, tables);
}

/** What the documents that earlier copies list are, by name: encrypting again would give other bytes. */
async function storedBefore(
  folder: string,
  id: string,
  recipient: string | null,
): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>();
  for (const copy of readCopies(folder, id))
    if (copy.manifest.destinatario === recipient)
      for (const { versao, claro, guardado } of (await documentsIfWhole(copy)) ?? [])
        if (guardado) stored.set(documentName(versao, recipient), { claro, guardado });
  return stored;
}

/** Encrypts the staged tables into the copy; their parts in the manifest say then how they are stored. */
async function encryptTables(
  staging: string,
  making: string,
  { tabelas }: Pick<Manifest, 'tabelas'>,
  recipient: string,
): Promise<void> {
  await mkdir(join(making, 'tabelas'), { mode: 0o700 });
  for (const part of tabelas) {
    const plain = join(staging, part.arquivo);
    part.arquivo += '.age';
    Object.assign(part, await writePart(join(making, part.arquivo), readPart(plain), recipient));
    await rm(plain);
  }
  syncFolder(join(making, 'tabelas'));
}

async function* linesOf(documents: readonly ListedDocument[]): AsyncGenerator<Uint8Array> {
  for (const document of documents) yield Buffer.from(`${JSON.stringify(document)}\n`);
}
