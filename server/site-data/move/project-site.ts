import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { Refused } from '../../core/refused.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import type { Origin } from '../copy/make-copy.ts';
import { LISTED, writeTable } from '../copy/snapshot.ts';
import { SAME_TEXT } from '../copy/tables.ts';
import { HASHES } from '../open/migrations.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from './identity.ts';
import type { OpenProject } from './project.ts';

/** The documents of the snapshot: a project knows their hash only once they were read. */
const OBJECTS = 'pg_temp.objetos_da_copia';

/** Whether a table or sequence, named with its schema, is the product's own and not one that Supabase brings. */
export function isProductTable(nome: string): boolean {
  return /^(public|private)\./.test(nome);
}

/**
 * A project as a site that is copied, in the format of our own server's: the rows in one
 * snapshot, accounts and documents in the columns of server/platform.
 */
export async function projectSite({ client, api }: OpenProject): Promise<Origin> {
  const installation = await identityOf(client);
  const names = new Map<string, string>();
  const objects = queryOf('storage.objects', `bucket_id = '${DOCUMENT_BUCKET}'`);
  return {
    client,
    installation,
    home: null,
    where: 'o projeto',
    prepare: async () => {
      await client.query(`drop table if exists ${OBJECTS}`);
      await client.query(`create temp table objetos_da_copia as ${queryOf('storage.objects', 'false')}`);
    },
    rows: {
      migrations: async () => [...HASHES].map(([nome, impressao]) => ({ nome, impressao })),
      documents: async (snapshot) => {
        await snapshot.query(`insert into ${OBJECTS} ${objects} order by created_at, version`);
        const { rows } = await snapshot.query<{ name: string } & ListedDocument>(
          `select name, ${LISTED} from ${OBJECTS}`,
        );
        return rows.map(({ name, claro, ...document }) => {
          names.set(document.versao, name);
          return { ...document, claro: { ...claro, sha256: '' } };
        });
      },
      queried: [
        ofPlatform('auth.users'),
        ofPlatform('auth.identities'),
        ofPlatform('storage.buckets', `id = '${DOCUMENT_BUCKET}'`),
      ],
      owns: isProductTable,
    },
    // a version never gets other bytes: what an earlier copy lists is not read again
    read: async ({ versao }, held) => {
      const bytes = held ? null : await api.download(names.get(versao) ?? '');
      return bytes && Readable.from([bytes]);
    },
    lastTables: async (folder, documents) => {
      const hashes = documents.map(({ versao, claro }) => ({ versao, sha256: claro.sha256 }));
      await client.query(
        `update ${OBJECTS} o set metadata = o.metadata || jsonb_build_object('eTag', '"' || h.sha256 || '"')
         from jsonb_to_recordset($1) as h (versao text, sha256 text) where h.versao = o.version`,
        [JSON.stringify(hashes)],
      );
      await client.query('begin');
      await client.query(SAME_TEXT);
      const part = await writeTable(client, columnsOf('storage.objects'), folder, `select * from ${OBJECTS}`);
      await client.query('commit');
      return [part];
    },
  };
}

/** Which site the project is; one that was begun empty is told now. */
async function identityOf(client: pg.Client): Promise<ProjectIdentity> {
  const found = await readIdentity(client);
  if (found?.restaurando)
    throw new Refused(
      `A volta da cópia ${found.copia} para este projeto não terminou. Nada foi copiado. Rode o mesmo npm run restore de novo.`,
    );
  const identity = found ?? { id: randomUUID(), geracao: 1 };
  if (!found) await writeIdentity(client, identity);
  return identity;
}

const columnsOf = (nome: string) => ({ nome, colunas: [...(PLATFORM_COLUMNS[nome] ?? [])] });

function ofPlatform(nome: string, where?: string) {
  return { ...columnsOf(nome), query: queryOf(nome, where) };
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Tokens, which stay in the project: '' in a copy. */
const TOKENS = words(`confirmation_token recovery_token email_change_token_new email_change phone_change
  phone_change_token email_change_token_current reauthentication_token`);

/** What a copy holds in the place of a column of the project; the others as they are. */
const EXPRESSIONS: Record<string, string> = {
  ...Object.fromEntries(TOKENS.map((column) => [column, `''`])),
  instance_id: `coalesce(instance_id, '00000000-0000-0000-0000-000000000000')`,
  raw_app_meta_data: `coalesce(raw_app_meta_data, '{"provider":"email","providers":["email"]}')`,
  raw_user_meta_data: `coalesce(raw_user_meta_data, '{}')`,
  created_at: 'coalesce(created_at, now())',
  updated_at: 'coalesce(updated_at, now())',
  version: 'coalesce(version, id::text)', // a document of before versions
};

/**
 * The columns of Supabase's own tables that a copy holds, which are those of server/platform
 * (project.test.ts compares them). Each table comes after those that it refers to.
 */
export const PLATFORM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'auth.users': words(`instance_id id aud role email encrypted_password email_confirmed_at invited_at
    confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change
    email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data is_super_admin created_at updated_at
    phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at email_change_token_current
    email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at
    is_anonymous`),
  'auth.identities': words(
    'id provider_id user_id identity_data provider last_sign_in_at created_at updated_at',
  ),
  'storage.buckets': words(`id name owner created_at updated_at public avif_autodetection file_size_limit
    allowed_mime_types owner_id type`),
  'storage.objects': words(`id bucket_id name owner created_at updated_at last_accessed_at metadata version
    owner_id user_metadata`),
};

/** The query that reads a project's table as a copy holds it; `where` narrows its rows. */
function queryOf(table: string, where = 'true'): string {
  const columns = (PLATFORM_COLUMNS[table] ?? []).map((name) =>
    EXPRESSIONS[name] ? `${EXPRESSIONS[name]} as ${name}` : name,
  );
  return `select ${columns.join(', ')} from ${table} where ${where}`;
}
