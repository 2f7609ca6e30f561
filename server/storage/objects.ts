import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { ActiveContent } from '../../domain/document/pdf-structure.ts';
import { recordRemoval } from '../core/audit.ts';
import type { Caller, Database } from '../core/database.ts';
import { refuse } from './answers.ts';
import type { StoredFile } from './files.ts';

/** What answers need of `storage.objects`. */
export type StoredObject = {
  id: string;
  name: string;
  version: string | null;
  metadata: { mimetype?: string } | null;
};

/** The columns of a new object. */
export type NewObject = { id: string; key: string; version: string; metadata: object | null };

const COLUMNS = 'id, name, version, metadata';

/** Inserts the row as the caller. Without RETURNING, which needs the right to read. */
export async function insertObject(
  database: Database,
  caller: Caller,
  { id, key, version, metadata }: NewObject,
): Promise<void> {
  const owner = caller.claims.sub ?? null;
  const insert = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata)
    values ($1, $2, $3, $4, $5, $6, $7)`;
  const values = [id, DOCUMENT_BUCKET, key, owner, owner, version, metadata];
  await database.as(caller, (tx) => tx.query(insert, values), {
    single: true,
    settings: operation('object.upload'),
  });
}

/** The object, read as the caller. Throws the same 404 for a missing object and an invisible one. */
export async function findObject(
  database: Database,
  caller: Caller,
  key: string | null,
  reason: string,
): Promise<StoredObject> {
  if (key === null) throw refuse('objectNotFound');
  const found = `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const { rows } = await database.as(caller, (tx) => tx.query<StoredObject>(found, [DOCUMENT_BUCKET, key]), {
    readOnly: true,
    single: true,
    settings: operation(reason),
  });
  if (!rows[0]) throw refuse('objectNotFound');
  return rows[0];
}

/**
 * Removes the objects that the caller may remove, and returns their rows. The policy
 * does not see an enrolment that claimed one of them while this waited for its lock:
 * then nothing is removed and 403 is thrown.
 */
export async function removeObjects(
  database: Database,
  caller: Caller,
  keys: string[],
): Promise<StoredObject[]> {
  return database.as(
    caller,
    async (tx) => {
      const { rows } = await tx.query<StoredObject>(
        `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${COLUMNS}`,
        [DOCUMENT_BUCKET, keys],
      );
      // Asked as the owner in a new statement, which sees what was committed while this waited for the lock.
      const { rowCount } = await database.query(
        'select from unnest($1::text[]) as removed (name) where private.documento_em_uso(removed.name)',
        [rows.map(({ name }) => name)],
      );
      if (rowCount !== 0) throw refuse('writeRefused');
      for (const { name } of rows) await recordRemoval(database, caller, name);
      return rows;
    },
    { settings: operation('object.delete') },
  );
}

/** The setting by which policies know the operation, as storage-api sets it. Source: docs/contract.md §3. */
function operation(name: string): Record<string, string> {
  return { 'storage.operation': `storage.${name}` };
}

/** What the row of a stored file says of it. */
export function metadataOf(
  { size, sha256 }: StoredFile,
  type: string,
  active: readonly ActiveContent[],
): object {
  return {
    eTag: `"${sha256}"`,
    size,
    mimetype: type,
    ...(active.length > 0 && { conteudoAtivo: active }),
  };
}
