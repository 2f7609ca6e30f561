import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { AppContext } from '../core/context.ts';
import type { Database, Transaction } from '../core/database.ts';
import { isUuid } from '../core/tokens.ts';
import { ERASED_AT_ONCE, isInProgress, PARTIAL, removeFiles } from './files.ts';
import { deleteOldOrigins } from './origins.ts';

type StorageContext = Pick<AppContext, 'database' | 'documentsDir' | 'log'>;

/** Longer than any upload takes. */
const LEFTOVER_AFTER_MS = 3_600_000;
const UNCLAIMED_AFTER_HOURS = 24;

/** Files that no row knows wait here, in a folder for each day, before they are removed. */
const ORPHANS = 'orfaos';
const ORPHAN_DAYS = 7;

/** More orphans at once than `ERASED_AT_ONCE` and this, or all files, are no leftovers: it is another database, or half of one. */
const ORPHANS_MAX_SHARE = 0.2;

/**
 * What is left of a process that was killed amid writing: half an upload, drafts of `writeDurably` and `ownDataDir`,
 * which end with its number, and lists of files that 1.2 was erasing.
 */
const UNFINISHED =
  /^([0-9a-f-]{36}\.part|apagando-[0-9a-f-]{36}|(owner(\.dead)?|instalacao|pasta-das-copias|documentos-que-faltam\.txt|[a-z]+\.json(\.nova)?)\.\d+)$/;

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
      if (!isInProgress(name.replace(PARTIAL, '')) && (await isOld(join(each, name))))
        await rm(join(each, name), { force: true });
  const versions = (await namesIn(folder)).filter(isUuid);
  const old: string[] = [];
  for (const version of versions)
    if (!isInProgress(version) && (await isOld(join(folder, version)))) old.push(version);
  await removeOldOrphans(folder, now);
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
  await setAside(folder, orphans, now);
  log.info({ orphans: orphans.length }, 'documents without a row set aside');
}

/** Puts files back that a row knows, as when the right database was away. Run before anything is served. */
export async function bringOrphansBack({
  documentsDir: folder,
  database,
  log,
}: StorageContext): Promise<void> {
  for (const day of await orphanDays(folder)) {
    const known = await withRow(database, (await namesIn(day)).filter(isUuid));
    for (const version of known) await move(join(day, version), join(folder, version));
    if (known.size > 0) log.info({ documents: known.size }, 'documents brought back');
  }
}

async function setAside(folder: string, versions: string[], now: Date): Promise<void> {
  const day = join(folder, ORPHANS, now.toISOString().slice(0, 10));
  await mkdir(day, { recursive: true, mode: 0o700 });
  for (const version of versions) await move(join(folder, version), join(day, version));
}

/** Empty for a folder that is missing or closed to us. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** Does nothing when the file is gone: somebody removed or moved it meanwhile. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function removeOldOrphans(folder: string, now: Date): Promise<void> {
  const last = new Date(now.getTime() - ORPHAN_DAYS * 24 * 3_600_000).toISOString().slice(0, 10);
  for (const day of await orphanDays(folder)) {
    if (day.slice(-last.length) >= last) continue;
    for (const version of (await namesIn(day)).filter(isUuid)) await rm(join(day, version), { force: true });
    await rmdir(day).catch(() => {}); // somebody else's file is in it
  }
}

async function orphanDays(folder: string): Promise<string[]> {
  const names = await namesIn(join(folder, ORPHANS));
  return names.filter((name) => /^\d{4}-\d\d-\d\d$/.test(name)).map((name) => join(folder, ORPHANS, name));
}

async function withRow(database: Pick<Database, 'query'>, versions: string[]): Promise<Set<string>> {
  if (versions.length === 0) return new Set();
  const { rows } = await database.query<{ version: string }>(
    'select version from storage.objects where version = any($1)',
    [versions],
  );
  return new Set(rows.map(({ version }) => version));
}

type UnclaimedOptions = { hours?: number; record?: (tx: Transaction, removed: number) => Promise<unknown> };

/**
 * Removes erased documents, and those that no enrolment claimed within `hours`; returns
 * how many. Rows are deleted first, so that a crash leaves only files without a row;
 * `record` runs in each batch's transaction. Row locks decide a race with an arriving
 * enrolment: it waits and then misses its document, or the document is skipped.
 */
export async function removeUnclaimed(
  context: Pick<AppContext, 'database' | 'documentsDir' | 'log'>,
  { hours = UNCLAIMED_AFTER_HOURS, record }: UnclaimedOptions = {},
): Promise<number> {
  for (let count = 0; ; ) {
    const deleteBatch = async (tx: Transaction) => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from storage.objects
         where bucket_id = $1 and name in (select private.documentos_a_remover($2))
           and not row_security_active('public.inscricoes_projeto') -- an owner who cannot see enrolments removes nothing
         order by created_at limit ${ERASED_AT_ONCE} for update skip locked`,
        [DOCUMENT_BUCKET, hours],
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
