import { randomUUID } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import type pg from 'pg';
import type { Installation } from '../../core/installation.ts';
import { named, Refused } from '../../core/refused.ts';
import { readCopiedSite, readCopies, writeCopiedSite } from '../copy/copies-folder.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import { readIdentity } from '../copy/encryption.ts';
import { appendErasures, type Erasure, hasErasureList, readErasures } from '../copy/erasure-list.ts';
import { missingIn } from '../copy/erasures.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { type Manifest, readManifest } from '../copy/manifest.ts';
import type { Progress } from '../copy/progress.ts';
import { HASHES, sinceBaseline } from '../open/migrations.ts';
import { erasuresFor, requireWhole, tablesOf } from './check-copy.ts';
import { readRows } from './copied-rows.ts';
import { type Loaded, type LoadTarget, load } from './load.ts';
import { type ErasuresSince, whatOf } from './repeat-erasures.ts';
import { findMissing, type MissingDocument } from './restore-documents.ts';

/** How the text of a COPY writes it. */
const NULL = '\\N';

/** A copy that was read to its end and whose parts are whole; of its documents some may be withheld. */
export type WholeCopy = ErasuresSince & {
  path: string;
  manifest: Manifest;
  documents: ListedDocument[];
  /** Opens its parts; null when they are not encrypted. */
  identity: string | null;
};

/** Which site a place holds, and whether a restore of it there has not ended. */
export type PresentSite = Pick<Installation, 'id' | 'geracao'> & { restaurando?: unknown };

/** Where a copy goes: an empty site of our own, or an empty project of Supabase. */
export type Target = {
  client: pg.Client;
  /** Not the site itself but one of its own, with another id. */
  separate: boolean;
  /** What is held there; throws Refused, with nothing changed, unless that is nothing, or an unfinished restore. */
  held: (copy: WholeCopy) => Promise<PresentSite | null>;
  /** Marks the place as unfinished, and makes it ready for `load`. */
  begin: (copy: WholeCopy, site: PresentSite) => Promise<void>;
  /** Where it is loaded otherwise than our own server's database. */
  place?: LoadTarget;
  /** Brings what is not in the tables. */
  complete: (copy: WholeCopy, loaded: Loaded) => Promise<void>;
  /** Makes the place say that it is this site; the last thing done. */
  finish?: (site: PresentSite, missing: number) => Promise<void>;
};

/** What was restored, for the receipt. */
export type Restored = Loaded & {
  site: PresentSite;
  missing: MissingDocument[];
  /** E-mails of those of the direção whom the copy brought. */
  direcao: string[];
};

/**
 * Reads a whole copy, every byte of it, and compares it with its manifest. Throws Refused,
 * in one sentence, for a copy that is none, damaged, of another version, or whose identity or
 * erasure list is missing. Documents that are gone or spoilt are withheld.
 */
export async function readWholeCopy(
  given: string,
  options: {
    dataDir: string;
    identityFile: string | null;
    withoutList: boolean;
    giveBackFrom: string | null;
    progress: Progress;
  },
): Promise<WholeCopy> {
  const path = resolve(given);
  const manifest = readManifest(path);
  const applied = sinceBaseline(new Map(manifest.migracoes.map(({ nome, impressao }) => [nome, impressao])));
  if (!applied)
    throw new Refused(
      `A cópia ${basename(path)} é de uma versão anterior à 1.2${named(manifest.versao)}. Nada foi mudado. Volte-a com essa versão, e passe o site por 1.2.0 para esta.`,
    );
  if ([...applied].some(([name, hash]) => HASHES.get(name) !== hash))
    throw new Refused(
      `A cópia ${basename(path)} foi feita por outra versão do site${named(manifest.versao)}. Nada foi mudado. Volte-a com essa versão.`,
    );
  const erasures = erasuresFor(path, manifest, { dataDir: options.dataDir, without: options.withoutList });
  const documents = await requireWhole(path, manifest, erasures, options.progress);
  const identity = await identityOf(path, manifest, options.identityFile);
  const newest = erasures.length > 0 ? await readNewest(path, manifest, identity) : null;
  return { path, manifest, documents, erasures, giveBackFrom: options.giveBackFrom, identity, newest };
}

/** What the newest copy of this site beside this one has; null when this is the newest, or that cannot be read. */
async function readNewest(path: string, { momento, instalacao }: Manifest, identity: string | null) {
  const last = readCopies(dirname(path), instalacao.id).at(-1);
  if (!last || last.manifest.momento <= momento) return null;
  const has = new Map<string, string>();
  const rowsOf = (table: string, ...columns: string[]) =>
    readRows({ ...last, identity: last.manifest.destinatario === null ? null : identity }, table, columns);
  try {
    for await (const row of rowsOf('private.acompanhamentos', 'inscricao_id', 'apagada_em', 'documento')) {
      const [inscricao = '', binned = NULL, document] = row;
      has.set(
        whatOf({ o_que: 'inscricao', inscricao }),
        binned === NULL ? '' : `${binned.replace(' ', 'T')}:00`,
      ); // '+00' is UTC
      if (document === 't') has.set(whatOf({ o_que: 'documento', inscricao }), '');
    }
    for await (const [envio = ''] of rowsOf('private.documentos_novos', 'envio'))
      has.set(whatOf({ o_que: 'documento', inscricao: envio }), '');
    for await (const [inscricao = ''] of rowsOf('private.apagamentos', 'inscricao_id'))
      has.delete(whatOf({ o_que: 'documento', inscricao }));
  } catch {
    return null; // damaged, or another key's
  }
  return { momento: last.manifest.momento, has };
}

async function identityOf(path: string, { destinatario }: Manifest, file: string | null) {
  if (destinatario === null) return null;
  if (file !== null) return readIdentity(file, destinatario);
  throw new Refused(
    `A cópia ${basename(path)} está cifrada. Nada foi mudado. Diga o arquivo da chave que a abre: --identity ARQUIVO.`,
  );
}

/**
 * Puts a copy into an empty place, or finishes what an interrupted restore began. Until it is
 * done the place serves nothing. Throws Refused, with nothing changed, when it is not empty or
 * another backup or restore works on it.
 */
export async function restoreCopy(copy: WholeCopy, target: Target, progress: Progress): Promise<Restored> {
  const { client, separate, place } = target;
  const folder = dirname(copy.path);
  await lockBackups(client);
  const held = await target.held(copy);
  const site = {
    id: separate ? randomUUID() : copy.manifest.instalacao.id,
    geracao: separate ? 1 : nextGeneration(copy.manifest, folder, held),
  };
  await target.begin(copy, site);
  const loaded = await load(client, { ...copy, openTable: tablesOf(copy) }, copy, progress, place);
  await target.complete(copy, loaded);
  if (!separate) noteRestore(folder, site, loaded);
  const missing = await findMissing(client, loaded.documents, place?.objects ?? 'storage.objects');
  await target.finish?.(site, missing.length);
  const { rows } = await client.query<{ email: string }>(
    `select u.email from private.administradores a join auth.users u on u.id = a.user_id
     where a.papel = 'direcao' and a.desativado_em is null order by u.email`,
  );
  return { ...loaded, site, missing, direcao: rows.map(({ email }) => email) };
}

/**
 * The lines for the erasure list by which no restore, of an old or a new copy, erases again what this one
 * brought back.
 */
export function undone({ returned }: Pick<Loaded, 'returned'>): Erasure[] {
  return (returned?.lines ?? []).map((line) => ({ ...line, devolvida: true }));
}

/** Above the copy's own, above what the folder of copies has seen, and not below an unfinished restore's. */
function nextGeneration({ instalacao }: Manifest, folder: string, held: PresentSite | null): number {
  const [here, copied] = [held, readCopiedSite(folder)].map((each) =>
    each?.id === instalacao.id ? each : null,
  );
  return Math.max(
    Math.max(instalacao.geracao, copied?.geracao ?? 0) + 1,
    (here?.geracao ?? 0) + (held?.restaurando ? 0 : 1),
  );
}

/**
 * Records a restore in the folder of copies: backups of a data folder with an older generation are refused
 * from now on, and what was brought back is not erased by the next restore. A folder that cannot be written
 * stays as it is.
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
