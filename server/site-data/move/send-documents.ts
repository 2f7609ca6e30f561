import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { type ListedDocument, withhold } from '../copy/document-list.ts';
import { documentName, severalAtOnce } from '../copy/documents.ts';
import { type Contents, sameContents } from '../copy/part-file.ts';
import type { Progress } from '../copy/progress.ts';
import { type CopiedDocuments, readCopied } from '../restore/restore-documents.ts';
import { type ProjectApi, ProjectFailed } from './api.ts';

/** A document in the storage: its name there, and the type that it is sent as. */
type Stored = { versao: string; name: string; type: string };

/** How many were sent, and how many an earlier run had sent. */
export type SentDocuments = { sent: number; there: number };

/** So often the connection of an open transaction says something: a pooler closes silent ones. */
const SPEAK_AFTER_MS = 20_000;

/**
 * Sends documents to the project, reads each back and compares its hash. One that an earlier
 * run sent is only read; one of the copy that is not whole is withheld. `table` has the rows of
 * the copy's storage.objects. Throws ProjectFailed when the project stops, saying how many are there.
 */
export async function sendDocuments(
  { client, api, table }: { client: pg.Client; api: ProjectApi; table: string },
  documents: readonly ListedDocument[],
  from: CopiedDocuments,
  progress: Progress,
): Promise<SentDocuments> {
  const { rows } = await client.query<Stored>(
    `select version as versao, name, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type from ${table}`,
  );
  const stored = new Map(rows.map((row) => [row.versao, row]));
  const { rows: objects } = await client.query<{ name: string }>(
    'select name from storage.objects where bucket_id = $1',
    [DOCUMENT_BUCKET],
  );
  const before = new Set(objects.map(({ name }) => name));
  const done = { sent: 0, there: 0 };
  const wanted = documents.filter(({ guardado }) => guardado !== null);
  const step = progress.step('Enviando os documentos', wanted.length, 'documentos');
  const speak = setInterval(() => void client.query('select').catch(() => {}), SPEAK_AFTER_MS);
  try {
    await severalAtOnce(wanted, async (document) => {
      step.more();
      const { versao, claro } = document;
      const { name, type } = stored.get(versao) as Stored;
      const isThere = async () => sameContents(contentsOf(await api.download(name)), claro);
      if (before.has(name) && (await isThere())) {
        done.there += 1;
        return;
      }
      const bytes = await readWhole(readCopied(versao, from)).catch(() => null);
      if (bytes === null || !sameContents(contentsOf(bytes), claro)) {
        withhold(document, 'estragado_na_copia');
        return;
      }
      await api.upload(name, type, bytes);
      if (!(await isThere()))
        throw new ProjectFailed(
          `o projeto do Supabase guardou outra coisa no lugar de ${documentName(versao, from.recipient)}`,
        );
      done.sent += 1;
    });
  } catch (error) {
    if (!(error instanceof ProjectFailed)) throw error;
    throw new ProjectFailed(
      `${error.message}, no meio: ${done.sent + done.there} de ${wanted.length} documentos já estão lá, e nada é servido pela metade. Rode o mesmo comando de novo`,
      { cause: error },
    );
  } finally {
    clearInterval(speak);
  }
  return done;
}

async function readWhole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

function contentsOf(bytes: Buffer | null): Contents | null {
  return bytes && { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
