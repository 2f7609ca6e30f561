import type { Caller, Database } from '../core/database.ts';
import { refuse } from './answers.ts';
import { operation } from './objects.ts';

/** The parameters of storage-js's list(). */
type Listing = {
  prefix: string;
  search: string;
  limit: number;
  offset: number;
  column: string;
  order: string;
};

const LIMIT_MAX = 1_000;
const OFFSET_MAX = 10_000_000;

/** A folder has no id, times or metadata. */
type Entry = {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: object | null;
};

/** The folders, then the objects, directly below `prefix` that the caller may see. */
export async function listFolder(
  database: Database,
  caller: Caller,
  bucket: string,
  fields: Record<string, unknown>,
): Promise<Entry[]> {
  const { prefix, search, limit, offset, column, order } = listingOf(fields);
  const under = prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`;
  const { rows } = await database.as(
    caller,
    (tx) =>
      tx.query<Entry>(
        `with below as (
           select *, substr(name, char_length($2) + 1) as rest from storage.objects
           where bucket_id = $1 and starts_with(name, $2))
         select * from (
           select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
             null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
           from below where position('/' in rest) > 0
           union all
           select rest, id, updated_at, created_at, last_accessed_at, metadata
           from below where position('/' in rest) = 0) as entries
         where starts_with(lower(name), lower($3))
         order by id is not null, ${column} ${order}, name limit $4 offset $5`,
        [bucket, under, search, limit, offset],
      ),
    { readOnly: true, settings: operation('object.list') },
  );
  return rows;
}

/** Throws 400 for a wrong type. Column and order, which become SQL, come from fixed lists. */
function listingOf(fields: Record<string, unknown>): Listing {
  const sort = (fields.sortBy ?? {}) as { column?: unknown; order?: unknown };
  const column = ['name', 'updated_at', 'created_at', 'last_accessed_at'].find(
    (known) => known === (sort.column ?? 'name'),
  );
  const order = ['asc', 'desc'].find((known) => known === (sort.order ?? 'asc'));
  if (!column || !order) throw refuse('badRequest', 'body/sortBy must be equal to one of the allowed values');
  return {
    prefix: textOf(fields, 'prefix'),
    search: textOf(fields, 'search'),
    limit: Math.min(wholeOf(fields, 'limit', 100, 1), LIMIT_MAX),
    offset: Math.min(wholeOf(fields, 'offset', 0, 0), OFFSET_MAX),
    column,
    order,
  };
}

function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw refuse('badRequest', `body/${name} must be string`);
  return value.replaceAll('\0', '');
}

/** A whole number of the body. Throws 400 unless it is one, and at least `least`. */
export function wholeOf(
  fields: Record<string, unknown>,
  name: string,
  otherwise: number,
  least: number,
): number {
  const value = fields[name] ?? otherwise;
  if (!Number.isInteger(value)) throw refuse('badRequest', `body/${name} must be integer`);
  if (Number(value) < least) throw refuse('badRequest', `body/${name} must be >= ${least}`);
  return Number(value);
}
