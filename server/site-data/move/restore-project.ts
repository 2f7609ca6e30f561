import { basename, dirname } from 'node:path';
import pg from 'pg';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { Refused } from '../../core/refused.ts';
import { countRows } from '../copy/client.ts';
import { type Progress, SILENT } from '../copy/progress.ts';
import { copyIn, quoted } from '../copy/tables.ts';
import { tablesOf } from '../restore/check-copy.ts';
import { noteRestore, type Restored, restoreCopy, type WholeCopy } from '../restore/restore-copy.ts';
import { type MovedAccounts, moveAccounts } from './accounts.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from './identity.ts';
import type { OpenProject } from './project.ts';
import { isProductTable } from './project-site.ts';
import { type SentDocuments, sendDocuments } from './send-documents.ts';

/** What is in the project now, for the receipt; null: this copy was restored into it before. */
export type Moved = (Restored & MovedAccounts & SentDocuments) | null;

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
  { client, api, separate }: Pick<OpenProject, 'client' | 'api'> & { separate: boolean },
  progress: Progress = SILENT,
): Promise<Moved> {
  const [name, folder] = [basename(copy.path), dirname(copy.path)];
  const found = await readIdentity(client);
  if (found?.copia === name && !found.restaurando) {
    noteRestore(folder, found);
    return null;
  }
  let identity: ProjectIdentity;
  let accounts: MovedAccounts = { accounts: 0, withoutPassword: 0 };
  let sent: SentDocuments = { sent: 0, there: 0 };
  const restored = await restoreCopy(
    copy,
    {
      client,
      separate,
      held: async () => {
        await requireEmptyProject(client, found, name);
        return found;
      },
      begin: async (_, { id, geracao }) => {
        identity = { id, geracao, copia: name };
        await writeIdentity(client, { ...identity, restaurando: true });
        await bring(client, copy, 'auth.users', ACCOUNTS);
        await bring(client, copy, 'storage.objects', OBJECTS);
        accounts = await moveAccounts(client, api, ACCOUNTS);
      },
      place: {
        owns: isProductTable,
        objects: OBJECTS,
        beforeEmptying: () => refuseNewcomers(client),
        beforeCommit: async ({ documents }) => {
          const from = { folder, recipient: copy.manifest.destinatario, identity: copy.identity };
          sent = await sendDocuments({ client, api, table: OBJECTS }, documents, from, progress);
          await writeIdentity(client, identity);
        },
      },
      complete: async () =>
        void (await client.query('analyze public.inscricoes_projeto, private.acompanhamentos')),
    },
    progress,
  );
  return { ...restored, ...accounts, ...sent };
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

/** What the project has of its own, one, several; in the words of a refusal. */
const COUNTED: readonly [from: string, one: string, several: string][] = [
  ['public.inscricoes_projeto', 'inscrição', 'inscrições'],
  [`storage.objects where bucket_id = '${DOCUMENT_BUCKET}'`, 'documento', 'documentos'],
  ['auth.users', 'conta', 'contas'],
  ['private.apagamentos', 'registro de apagado', 'registros de apagados'],
];

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
  const there: string[] = [];
  for (const [from, one, several] of COUNTED) {
    const count = await countRows(client, from);
    if (count > 0) there.push(`${count} ${count === 1 ? one : several}`);
  }
  if (there.length > 0)
    throw new Refused(
      `Este projeto já tem ${there.join(', ')}. Uma cópia só volta para um projeto vazio. Nada foi mudado. Use um projeto novo; o que está neste continua como está.`,
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
