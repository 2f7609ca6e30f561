import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { Installation } from '../../core/installation.ts';
import { readCopiedSite, writeCopiedSite } from '../copy/copies-folder.ts';
import type { Loaded } from './load.ts';
import { findMissing, type MissingDocument } from './restore-documents.ts';
import type { WholeCopy } from './whole-copy.ts';

// What every restore does, whatever it goes into: which site it becomes, and what is said of it.

/** Which site a place holds. */
export type HeldSite = Pick<Installation, 'id' | 'geracao'>;

/** What was restored, for the receipt. */
export type Restored = Loaded & {
  site: HeldSite;
  missing: MissingDocument[];
  /** E-mails of those of the direção whom the copy brought. */
  direcao: string[];
};

/** What a copy becomes: the site itself, in a generation above all that is known of it, or one of its own. */
export function siteOf(
  { path, manifest: { instalacao } }: WholeCopy,
  held: HeldSite | null,
  separate: boolean,
): HeldSite {
  if (separate) return { id: randomUUID(), geracao: 1 };
  const known = [instalacao, readCopiedSite(dirname(path)), held].flatMap((each) =>
    each?.id === instalacao.id ? [each.geracao] : [],
  );
  return { id: instalacao.id, geracao: Math.max(...known) + 1 };
}

/**
 * Records a restore in the folder of its copy: backups of a data folder with an older generation are refused
 * from now on. A folder that cannot be written stays as it is.
 */
export function noteRestore({ path }: Pick<WholeCopy, 'path'>, { id, geracao }: HeldSite): void {
  try {
    if (readCopiedSite(dirname(path))?.id === id) writeCopiedSite(dirname(path), { id, geracao });
  } catch {
    // copies on a disk that is only read
  }
}

/** What is in a place once a copy was loaded there. `objects` is the table that has its documents. */
export async function restoredOf(
  client: pg.ClientBase,
  loaded: Loaded,
  site: HeldSite,
  objects = 'storage.objects',
): Promise<Restored> {
  const missing = await findMissing(client, loaded.documents, objects);
  const { rows } = await client.query<{ email: string }>(
    `select u.email from private.administradores a join auth.users u on u.id = a.user_id
     where a.papel = 'direcao' and a.desativado_em is null order by u.email`,
  );
  return { ...loaded, site, missing, direcao: rows.map(({ email }) => email) };
}
