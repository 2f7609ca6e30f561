import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused } from '../core/refused.ts';
import { documentsIfWhole, readCopiedSite, readCopies } from './copies-folder.ts';
import { documentName, documentsIn } from './documents.ts';
import {
  appendErasures,
  type Erasure,
  hasErasureList,
  readErasures,
  readGoodErasures,
  setListAside,
} from './erasure-list.ts';

/** Runs one statement as the owner, as `Database` and a client of pg do. */
type Query = <Row extends object>(sql: string, values?: unknown[]) => Promise<{ rows: Row[] }>;

/** A folder that should be followed is not there, as when its disk is unplugged. */
export class FolderMissing extends Error {
  override name = 'FolderMissing';

  constructor(folder: string) {
    super(`a pasta ${folder} não está lá: o que foi apagado não chegou às cópias dela`);
  }
}

/**
 * Makes `apagamentos.jsonl` of the data folder and of a folder of copies say everything that
 * was erased: what the database and either file know is appended where it is missing. Then
 * removes the erased documents from the copies. `dataDir` is null for a project of Supabase. Call it at the start, after each erasure, at
 * each backup and every hour; it does nothing when nothing is new. `copies` is null when
 * there is no BACKUP_DIR; a folder without copies yet is left alone. Returns how many erasures
 * there are. Throws FolderMissing when either folder is away, and never makes one; Refused
 * for a list that was changed.
 */
export async function followErasures({
  query,
  dataDir,
  copies,
}: {
  query: Query;
  dataDir: string | null;
  copies: string | null;
}): Promise<number> {
  for (const folder of [dataDir, copies])
    if (folder !== null && !existsSync(folder)) throw new FolderMissing(folder);
  const copied = copies === null ? null : readCopiedSite(copies);
  const folders = [...(dataDir === null ? [] : [dataDir]), ...(copies !== null && copied ? [copies] : [])];
  const { rows: recorded } = await query<Erasure>(
    `select inscricao_id::text as inscricao, o_que, envio::text as envio,
       to_char(apagado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as apagado_em
     from private.apagamentos order by apagado_em, inscricao_id, o_que`,
  );
  const lists = folders.map((folder) => ({
    folder,
    listed: folder === dataDir ? readOrMend(folder) : readErasures(folder),
  }));
  const all = union([recorded, ...lists.map(({ listed }) => listed)]);
  for (const { folder, listed } of lists) {
    const known = new Set(listed.map(keyOf));
    const missing = all.filter((erasure) => !known.has(keyOf(erasure)));
    if (missing.length > 0 || !hasErasureList(folder)) appendErasures(folder, missing);
  }
  if (copies !== null && copied) await removeErased(query, copies, copied.id, all);
  return all.length;
}

/** A damaged list of the data folder is set aside: the database and the copies' list know what it said. */
function readOrMend(dataDir: string): Erasure[] {
  try {
    return readErasures(dataDir);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const good = readGoodErasures(dataDir);
    setListAside(dataDir);
    appendErasures(dataDir, good);
    return good;
  }
}

/** Each erasure once; something may have been erased twice, the second time with another time. */
export function union(lists: readonly (readonly Erasure[])[]): Erasure[] {
  return [...new Map(lists.flat().map((erasure) => [keyOf(erasure), erasure])).values()];
}

function keyOf({ inscricao, o_que, envio, apagado_em }: Erasure): string {
  return [inscricao, o_que, envio, apagado_em].join(' ');
}

/** When a document was last erased, by its `envio`. */
export function erasedAt(erasures: readonly Erasure[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const { envio, apagado_em } of erasures)
    if (envio !== null && (last.get(envio) ?? '') < apagado_em) last.set(envio, apagado_em);
  return last;
}

/** Removes erased documents that lie in a folder of copies; one that the database still has was sent again. */
async function removeErased(
  query: Query,
  folder: string,
  id: string,
  erasures: readonly Erasure[],
): Promise<void> {
  const times = erasedAt(erasures);
  const found = new Map<string, string>();
  for (const copy of times.size > 0 ? readCopies(folder, id) : [])
    for (const { versao, envio, criado_em } of (await documentsIfWhole(copy)) ?? []) {
      const path = join(documentsIn(folder), documentName(versao, copy.manifest.destinatario));
      const erased = envio !== null && (times.get(envio) ?? '') >= criado_em;
      if (erased && existsSync(path)) found.set(path, versao);
    }
  if (found.size === 0) return;
  const { rows } = await query<{ version: string }>(
    'select version from storage.objects where version = any ($1)',
    [[...found.values()]],
  );
  const there = new Set(rows.map(({ version }) => version));
  for (const [path, versao] of found) if (!there.has(versao)) await rm(path, { force: true });
}
