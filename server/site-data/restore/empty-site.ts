import type pg from 'pg';
import { readInstallation } from '../../core/installation.ts';
import { Refused } from '../../core/refused.ts';
import { countRows, hasTable } from '../copy/client.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { documentsIn, versionOf } from '../copy/documents.ts';

// A restore replaces what it finds, so it works only on a site in which nothing ever was,
// and on one that an unfinished restore left.

/** Also marks the database: a `restaurando` of the data folder alone could meet another database than before. */
const MARK = 'volta de uma cópia, em andamento: ';

/** What `restaurando` of instalacao.json says while a restore runs. */
export const unfinishedInWords = (copy: string, word: string) => `${copy} ${word}`;

/** The random word of an unfinished restore of this data folder, which its database knows too. */
export function wordOfUnfinished(dataDir: string): string | null {
  return readInstallation(dataDir)?.restaurando?.split(' ').at(-1) ?? null;
}

/**
 * Throws Refused, with nothing changed, unless the data folder and its database are empty: no
 * enrolment, document or erasure; or hold nothing but an unfinished restore.
 */
export async function requireEmptySite(client: pg.ClientBase, dataDir: string): Promise<void> {
  const unfinished = wordOfUnfinished(dataDir);
  if (unfinished !== null && (await markOf(client)) === MARK + unfinished) return;
  const refused = (found: string) =>
    new Refused(
      `${found} Uma cópia só volta para um lugar vazio. Nada foi mudado. ` +
        'Use uma DATA_DIR nova (e, com DATABASE_URL, um banco novo); o que está aqui continua como está.',
    );
  if (await isFilled(client))
    throw refused(`O banco de ${dataDir} já tem inscrições, documentos ou o registro de apagados.`);
  const files = namesIn(documentsIn(dataDir)).filter(versionOf).length;
  if (files > 0 && unfinished === null) throw refused(`A pasta ${dataDir} já tem ${files} documentos.`);
}

/** Tables of which one row says that a site is there. */
const FILLED = ['public.inscricoes_projeto', 'storage.objects', 'private.apagamentos'];

async function isFilled(client: pg.ClientBase): Promise<boolean> {
  for (const table of FILLED)
    if ((await hasTable(client, table)) && (await countRows(client, table)) > 0) return true;
  return false;
}

/** Marks a database as being filled by the restore that `word` identifies; null removes the mark, at its end. */
export async function markRestoring(client: pg.Client, word: string | null): Promise<void> {
  const text = word === null ? 'null' : client.escapeLiteral(MARK + word);
  await client.query(`comment on schema servidor is ${text}`);
}

async function markOf(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'servidor'`,
  );
  return rows[0]?.mark ?? null;
}
