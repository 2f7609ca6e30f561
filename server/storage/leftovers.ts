import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { AppContext } from '../core/context.ts';
import type { Database, Transaction } from '../core/database.ts';
import { isUuid } from '../core/tokens.ts';
import { ERASED_AT_ONCE, removeFiles } from './files.ts';
import { deleteOldOrigins } from './origins.ts';

type StorageContext = Pick<AppContext, 'database' | 'documentsDir' | 'log'>;

/** Longer than any upload takes. */
const LEFTOVER_AFTER_MS = 3_600_000;
const UNCLAIMED_AFTER_HOURS = 24;

/** Files that no row knows wait here, in a folder for each day, before they are removed. */
const ORPHANS = 'orfaos';
const ORPHAN_DAYS = 7;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** More orphans at once than `ERASED_AT_ONCE` and this, or all files, are no leftovers: it is another database, or half of one. */
const ORPHANS_MAX_SHARE = 0.2;

/**
 * What is left of a process that was killed amid writing: half an upload, drafts of `writeDurably` and `ownDataDir`,
 * which end with its number, and what 1.2 left: lists of files that it was erasing, and keys that `keys.json`, with
 * which this server opened the database, was to have.
 */
const UNFINISHED =
  /^([0-9a-f-]{36}\.part|apagando-[0-9a-f-]{36}|keys\.json\.nova|(owner(\.dead)?|instalacao|pasta-das-copias|documentos-que-faltam\.txt|[a-z]+\.json(\.nova)?)\.\d+)$/;

/**
 * Removes what is unfinished an hour after a crash left it, beside the documents and in the data folder, and sets
 * files without a row aside, to be removed after seven days. When they are too many, or all files, none is moved:
 * the database is probably the wrong one.
 */
export async function sweepFiles(context: StorageContext, now = new Date()): Promise<void> {
  const { documentsDir: folder, database, log } = context;
  await bringOrphansBack(context);
  const isOld = async (path: string) => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    return mtimeMs < now.getTime() - LEFTOVER_AFTER_MS;
  };
  for (const each of [folder, dirname(folder)])
    for (const name of (await namesIn(each)).filter((one) => UNFINISHED.test(one)))
      if (await isOld(join(each, name))) await rm(join(each, name), { force: true });
  for (const { path, day } of await orphansOf(folder))
    if (day < dayOf(now, ORPHAN_DAYS)) await rm(path, { force: true });

  const versions = (await namesIn(folder)).filter(isUuid);
  const old: string[] = [];
  for (const version of versions) if (await isOld(join(folder, version))) old.push(version);
  const known = await withRow(database, old);
  const orphans = old.filter((version) => !known.has(version));
  if (orphans.length === 0) return;
  const tooMany = orphans.length > ERASED_AT_ONCE && orphans.length > versions.length * ORPHANS_MAX_SHARE;
  if (tooMany || orphans.length === versions.length) {
    log.error(
      { orphans: orphans.length, documents: versions.length },
      'too many documents without a row: none moved',
    );
    return;
  }
  const day = join(folder, ORPHANS, dayOf(now));
  await mkdir(day, { recursive: true, mode: 0o700 });
  for (const version of orphans) await move(join(folder, version), join(day, version));
  log.info({ orphans: orphans.length }, 'documents without a row set aside');
}

/** Puts files back that a row knows, as when the right database was away. Run before anything is served. */
export async function bringOrphansBack({
  documentsDir: folder,
  database,
  log,
}: StorageContext): Promise<void> {
  const waiting = await orphansOf(folder);
  const known = await withRow(
    database,
    waiting.map(({ version }) => version),
  );
  for (const { path, version } of waiting) if (known.has(version)) await move(path, join(folder, version));
  if (known.size > 0) log.info({ documents: known.size }, 'documents brought back');
}

/** Does nothing when the file is gone: somebody erased or moved it meanwhile. */
const move = (from: string, to: string) =>
  rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

/** The date of `now`, or of `before` days earlier. */
const dayOf = (now: Date, before = 0) =>
  new Date(now.getTime() - before * 24 * LEFTOVER_AFTER_MS).toISOString().slice(0, 10);

/** Empty for a folder that is missing or closed to us. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The files that wait, of all days; others' beside them are not ours. */
async function orphansOf(folder: string): Promise<{ path: string; day: string; version: string }[]> {
  const orphans = [];
  for (const day of (await namesIn(join(folder, ORPHANS))).filter((name) => DAY.test(name)))
    for (const version of (await namesIn(join(folder, ORPHANS, day))).filter(isUuid))
      orphans.push({ path: join(folder, ORPHANS, day, version), day, version });
  return orphans;
}

async function withRow(database: Pick<Database, 'query'>, versions: string[]): Promise<Set<string>> {
  const { rows } = await database.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  );
  return new Set(rows.map(({ version }) => version));
}

/**
 * Removes erased documents, and those that no enrolment claimed within a day; returns
 * how many. Rows are deleted first, so that a crash leaves only files without a row;
 * `record` runs in each batch's transaction. Row locks decide a race with an arriving
 * enrolment: it waits and then misses its document, or the document is skipped.
 */
export async function removeUnclaimed(
  context: StorageContext,
  record?: (tx: Transaction, removed: number) => Promise<unknown>,
): Promise<number> {
  for (let count = 0; ; ) {
    const deleteBatch = async (tx: Transaction) => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from storage.objects
         where bucket_id = $1 and name in (select private.documentos_a_remover($2))
           and not row_security_active('public.inscricoes_projeto') -- an owner who cannot see enrolments removes nothing
         order by created_at limit ${ERASED_AT_ONCE} for update skip locked`,
        [DOCUMENT_BUCKET, UNCLAIMED_AFTER_HOURS],
      );
      // A second statement sees the enrolments that were committed before the lock was taken.
      const removed = await tx.query<{ version: string }>(
        `delete from storage.objects where id = any($1) and not private.documento_em_uso(name) returning version`,
        [rows.map(({ id }) => id)],
      );
      if (removed.rows.length > 0) await record?.(tx, removed.rows.length);
      return removed.rows;
    };
    const batch = await context.database.asOwner(deleteBatch);
    await removeFiles(context.documentsDir, batch);
    if (batch.length === 0) {
      await deleteOldOrigins(context);
      return count;
    }
    count += batch.length;
    context.log.info({ removed: batch.length }, 'unclaimed documents removed');
  }
}
