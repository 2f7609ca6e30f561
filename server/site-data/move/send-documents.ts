import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { type ListedDocument, withhold } from '../copy/document-list.ts';
import { severalAtOnce } from '../copy/documents.ts';
import { type Contents, sameContents } from '../copy/part-file.ts';
import type { Progress } from '../copy/progress.ts';
import { type CopiedDocuments, readCopied } from '../restore/restore-documents.ts';
import { type ProjectApi, ProjectFailed } from './api.ts';

/** A document in the storage: its name there, and the type that it is sent as. */
type Stored = { versao: string; name: string; type: string };

/** So often the connection of an open transaction says something: a pooler closes silent ones. */
const SPEAK_AFTER_MS = 20_000;

/**
 * Sends documents to the project, over those of an earlier run, reads each back and compares its hash; one of
 * the copy that is not whole is withheld. `table` has the rows of the copy's storage.objects. Throws
 * ProjectFailed when the project stops, saying how many are there.
 */
export async function sendDocuments(
  { client, api, table }: { client: pg.Client; api: ProjectApi; table: string },
  documents: readonly ListedDocument[],
  from: CopiedDocuments,
  progress: Progress,
): Promise<void> {
  const { rows } = await client.query<Stored>(
    `select version as versao, name, coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type from ${table}`,
  );
  const stored = new Map(rows.map((row) => [row.versao, row]));
  let sent = 0;
  const wanted = documents.filter(({ guardado }) => guardado !== null);
  const step = progress.step('Enviando os documentos', wanted.length, 'documentos');
  const speak = setInterval(() => void client.query('select').catch(() => {}), SPEAK_AFTER_MS);
  try {
    await severalAtOnce(wanted, async (document) => {
      step.more();
      const { versao, claro } = document;
      const { name, type } = stored.get(versao) as Stored;
      const bytes = await buffer(readCopied(versao, from)).catch(() => null);
      if (bytes === null || !sameContents(contentsOf(bytes), claro)) {
        withhold(document, 'estragado_na_copia');
        return;
      }
      await api.upload(name, type, bytes);
      if (!(await api.download(name))?.equals(bytes))
        throw new ProjectFailed(`o projeto do Supabase guardou outra coisa no lugar do documento ${versao}`);
      sent += 1;
    });
  } catch (error) {
    if (!(error instanceof ProjectFailed)) throw error;
    throw new ProjectFailed(
      `${error.message}, no meio: ${sent} de ${wanted.length} documentos já estão lá, e nada é servido pela metade. Rode o mesmo comando de novo`,
      { cause: error },
    );
  } finally {
    clearInterval(speak);
  }
}

function contentsOf(bytes: Buffer): Contents {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
