import { createHash } from 'node:crypto';
import { type SqlFile, sqlFilesOf } from '../../core/sources.ts';
import { PUBLIC_FUNCTIONS } from './public-functions.ts';

/** What changes a database for good: what Supabase brings itself, then the product's tables; each in the order of its name. */
export const MIGRATIONS: readonly SqlFile[] = [
  ...sqlFilesOf('server/platform'),
  ...sqlFilesOf('supabase/migrations'),
];

/** Each migration's hash, by its name. */
export const HASHES: ReadonlyMap<string, string> = new Map(
  MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql)]),
);

/** What is made anew whenever its text changes: functions, views, triggers, policies and grants. */
export const CODE: readonly SqlFile[] = [
  ...sqlFilesOf('supabase/schemas'),
  { name: 'domain/functions.ts', sql: PUBLIC_FUNCTIONS },
];

/** What drops the code that a database has. */
export const [DROP_CODE] = sqlFilesOf('server/site-data/open') as [SqlFile];

/** The hash of all of `CODE`. */
export const CODE_HASH = hashOf(CODE.map(({ sql }) => sql).join(''));

/** Whether a migration is the product's own (`supabase/migrations`), which also a project of Supabase applies. */
export const isProductFile = (name: string): boolean => /^\d{14}_/.test(name);

/** The tables of 1.2.0, and the last migration by which that version made them. */
export const BASELINE = '20261127000151_base.sql';
const LAST_OF_1_2 = '20261127000151_resposta_do_pedido.sql';

/** Names of what was applied, with hashes; null where none was recorded. */
export type Applied = ReadonlyMap<string, string | null>;

/** What was applied, with the baseline in place of the migrations of 1.2.0; null for an older version. */
export function sinceBaseline(applied: Applied): Applied | null {
  const before = [...applied.keys()].filter((name) => isProductFile(name) && name <= LAST_OF_1_2);
  if (before.length === 0 || applied.has(BASELINE)) return applied;
  if (!applied.has(LAST_OF_1_2)) return null;
  const others = [...applied].filter(([name]) => !before.includes(name));
  return new Map([...others, [BASELINE, HASHES.get(BASELINE) ?? null]]);
}

/** True when exactly this version's migrations were applied. */
export function hasAllMigrations(applied: readonly { nome: string; impressao: string }[]): boolean {
  const since = sinceBaseline(new Map(applied.map(({ nome, impressao }) => [nome, impressao])));
  return HASHES.size === since?.size && [...since].every(([name, hash]) => HASHES.get(name) === hash);
}

/** The same whichever line ends a checkout writes. */
export function hashOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
