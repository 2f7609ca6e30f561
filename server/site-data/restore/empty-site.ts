import type pg from 'pg';
import { readInstallation } from '../../core/installation.ts';
import { Refused } from '../../core/refused.ts';
import { countRows, hasTable } from '../copy/client.ts';
import { namesIn } from '../copy/copies-folder.ts';
import { documentsIn, versionOf } from '../copy/documents.ts';

// A restore replaces what it finds, so it works only where nothing ever was, and where an unfinished restore
// left its documents.

/**
 * Throws Refused, with nothing changed, unless the data folder and its database are empty: no
 * enrolment, document or erasure; or hold nothing but an unfinished restore.
 */
export async function requireEmptySite(client: pg.ClientBase, dataDir: string): Promise<void> {
  const unfinished = readInstallation(dataDir)?.restaurando !== undefined;
  const files = unfinished ? [] : namesIn(documentsIn(dataDir)).filter(versionOf);
  if (files.length === 0 && !(await isFilled(client))) return;
  throw new Refused(
    `O site de ${dataDir} já tem inscrições, documentos ou o registro de apagados. Uma cópia só volta para um lugar vazio. Nada foi mudado. ` +
      'Use uma DATA_DIR nova (e, com DATABASE_URL, um banco novo); o que está aqui continua como está.',
  );
}

/** Tables of which one row says that a site is there. */
const FILLED = ['public.inscricoes_projeto', 'storage.objects', 'private.apagamentos'];

/** Whether a site is in a database, or rows are in one of the `others`. */
export async function isFilled(client: pg.ClientBase, others: readonly string[] = []): Promise<boolean> {
  for (const table of [...FILLED, ...others])
    if ((await hasTable(client, table)) && (await countRows(client, table)) > 0) return true;
  return false;
}
