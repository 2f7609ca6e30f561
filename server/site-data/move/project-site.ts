import { createHash } from 'node:crypto';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import type { ListedDocument } from '../copy/document-list.ts';
import type { Origin } from '../copy/make-copy.ts';
import { writeTable } from '../copy/snapshot.ts';
import { NOT_COPIED, readSequences, readTables, SAME_TEXT } from '../copy/tables.ts';
import { HASHES } from '../open/migrate.ts';
import { PLATFORM_COLUMNS, queryOf } from './columns.ts';
import type { OpenProject } from './project.ts';

/** The documents of the snapshot: a project knows their hash only once they were read. */
const OBJECTS = 'pg_temp.objetos_da_copia';

/** True for the product's own tables and sequences, which are the same in every home of the data. */
export function isProducts(nome: string): boolean {
  return /^(public|private)\./.test(nome);
}

/**
 * A project as a site that is copied, in the format of our own server's: the rows in one
 * snapshot, accounts and documents in the columns of server/platform.
 */
export function projectSite({ client, api, url }: OpenProject, installation: Origin['installation']): Origin {
  const names = new Map<string, string>();
  const objects = queryOf('storage.objects', `bucket_id = '${DOCUMENT_BUCKET}'`);
  return {
    client,
    installation,
    pasta: createHash('sha256').update(url).digest('hex').slice(0, 16),
    listed: null,
    where: 'o projeto',
    prepare: async () => {
      await client.query(`drop table if exists ${OBJECTS}`);
      await client.query(`create temp table objetos_da_copia as ${queryOf('storage.objects', 'false')}`);
    },
    rows: {
      migrations: async () => [...HASHES].map(([nome, impressao]) => ({ nome, impressao })),
      documents: async (snapshot) => {
        await snapshot.query(`insert into ${OBJECTS} ${objects} order by created_at, version`);
        const { rows } = await snapshot.query<
          { name: string } & Omit<ListedDocument, 'claro'> & { size: string }
        >(
          `select name, version as versao, private.envio_do_documento(name)::text as envio, metadata ->> 'size' as size,
             to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as criado_em from ${OBJECTS}`,
        );
        return rows.map(({ name, versao, envio, criado_em, size }) => {
          names.set(versao, name);
          return { versao, envio, criado_em, claro: { bytes: Number(size), sha256: '' }, guardado: null };
        });
      },
      tables: async (snapshot) => [
        ...['auth.users', 'auth.identities'].map((nome) => ofPlatform(nome)),
        ofPlatform('storage.buckets', `id = '${DOCUMENT_BUCKET}'`),
        ...(await readTables(snapshot)).filter(({ nome }) => isProducts(nome) && !NOT_COPIED.has(nome)),
      ],
      sequences: async (snapshot) => (await readSequences(snapshot)).filter(({ nome }) => isProducts(nome)),
    },
    // a version never gets other bytes: what an earlier copy lists is not read again
    read: async ({ versao }, held) => {
      const bytes = held ? null : await api.download(names.get(versao) ?? '');
      return bytes && once(bytes);
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

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const columnsOf = (nome: string) => ({ nome, colunas: [...(PLATFORM_COLUMNS[nome] ?? [])] });

function ofPlatform(nome: string, where?: string) {
  return { ...columnsOf(nome), query: queryOf(nome, where) };
}
