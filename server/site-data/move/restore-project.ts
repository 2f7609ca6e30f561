import { basename } from 'node:path';
import pg from 'pg';
import { Refused } from '../../core/refused.ts';
import { countRows } from '../copy/client.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { copyIn, quoted } from '../copy/tables.ts';
import { hasAllMigrations } from '../open/migrations.ts';
import { tablesOf } from '../restore/check-copy.ts';
import { isFilled } from '../restore/empty-site.ts';
import { load } from '../restore/load.ts';
import { noteRestore, type Restored, restoredOf, siteOf } from '../restore/restored.ts';
import type { WholeCopy } from '../restore/whole-copy.ts';
import { moveAccounts } from './accounts.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from './identity.ts';
import type { OpenProject } from './project.ts';
import { isProductTable } from './project-site.ts';
import { sendDocuments } from './send-documents.ts';

/** What is in the project now, for the receipt; `withoutPassword`: accounts that the project gave none. */
export type Moved = Restored & { withoutPassword: number };

/** Rows of the copy whose tables are not the product's: they go through the project's API. */
const ACCOUNTS = 'pg_temp.contas_da_copia';
const OBJECTS = 'pg_temp.objetos_da_copia';

/**
 * Puts a copy into an empty project, or finishes what an interrupted run began: the accounts
 * through GoTrue, then one transaction that loads and compares every table, sends and compares
 * every document through storage-api, and only then is committed. Until then the project shows
 * nothing: it has no row and no administrator, and who writes waits or is refused. Throws
 * Refused, with nothing changed, for a project that is not empty, ProjectFailed when it stops.
 */
export async function restoreToProject(
  copy: WholeCopy,
  { client, api }: Pick<OpenProject, 'client' | 'api'>,
  progress: Progress = SILENT,
): Promise<Moved> {
  const name = basename(copy.path);
  const found = await readIdentity(client);
  if (found?.copia === name && !found.restaurando) {
    noteRestore(copy, found);
    throw new Refused(`A cópia ${name} já tinha voltado inteira para este projeto. Nada foi mudado.`);
  }
  if (!hasAllMigrations(copy.manifest.migracoes))
    throw new Refused(
      `A cópia ${name} é de uma versão mais antiga do site (${copy.manifest.versao}), e o projeto é desta. Nada foi mudado. ` +
        'Volte-a primeiro para uma DATA_DIR nova, rode npm start e npm run backup, e leve a cópia nova.',
    );
  await lockBackups(client);
  await requireEmptyProject(client, found, name);
  const site = siteOf(copy, found, false);
  const identity = { ...site, copia: name };
  await writeIdentity(client, { ...identity, restaurando: true });
  await bring(client, copy, 'auth.users', ACCOUNTS);
  await bring(client, copy, 'storage.objects', OBJECTS);
  const withoutPassword = await moveAccounts(client, api, ACCOUNTS);
  const loaded = await load(client, copy, progress, {
    owns: isProductTable,
    objects: OBJECTS,
    beforeEmptying: () => refuseNewcomers(client),
    beforeCommit: async ({ documents }) => {
      await sendDocuments({ client, api, table: OBJECTS }, documents, copy, progress);
      await writeIdentity(client, identity);
    },
  });
  await client.query('analyze public.inscricoes_projeto, private.acompanhamentos');
  noteRestore(copy, site);
  return { ...(await restoredOf(client, loaded, site, OBJECTS)), withoutPassword };
}

/** Loads the rows of a copy's table into a temporary one, which has those columns and no rules of the project's. */
async function bring(client: pg.Client, copy: WholeCopy, table: string, into: string): Promise<void> {
  const part = copy.manifest.tabelas.find(({ tabela }) => tabela === table);
  if (!part) throw new Refused(`A cópia não tem ${table}. Nada foi mudado. Use outra cópia.`);
  await client.query(`drop table if exists ${into}`);
  const columns = part.colunas.map(pg.escapeIdentifier).join(', ');
  await client.query(
    `create temp table ${into.replace('pg_temp.', '')} as select ${columns} from ${quoted(table)} where false`,
  );
  await copyIn(client, { nome: into, colunas: part.colunas }, await tablesOf(copy)(part));
}

async function requireEmptyProject(
  client: pg.ClientBase,
  found: ProjectIdentity | null,
  name: string,
): Promise<void> {
  if (found?.restaurando && found.copia === name) return;
  if (found?.restaurando)
    throw new Refused(
      `A volta de outra cópia (${found.copia}) para este projeto não terminou. Nada foi mudado. Rode-a de novo até o fim, ou use um projeto novo.`,
    );
  if (await isFilled(client, ['auth.users']))
    throw new Refused(
      'Este projeto já tem inscrições, documentos, contas ou registros de apagados. Uma cópia só volta para um projeto vazio. Nada foi mudado. Use um projeto novo; o que está neste continua como está.',
    );
}

/** Families may have found the site meanwhile: what they sent is not thrown away. */
async function refuseNewcomers(client: pg.ClientBase): Promise<void> {
  const count = await countRows(client, 'public.inscricoes_projeto');
  if (count > 0)
    throw new Refused(
      `Chegaram ${count} inscrições a este projeto enquanto a cópia voltava, e a volta as apagaria. Nada da cópia foi servido. Tire o site do ar, guarde-as, use um projeto novo e rode de novo.`,
    );
}
