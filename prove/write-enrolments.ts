import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { makeRow } from '../kit/family.ts';

/** An enrolment and its document, as written. */
export type Written = { id: string; version: string };

/** Enrolments with documents, `days` old, straight into the tables and the folder: sending them would take an hour. */
export async function writeEnrolments(
  query: (sql: string, values: unknown[]) => Promise<unknown>,
  documents: string,
  { count, days = 0, bytesOf }: { count: number; days?: number; bytesOf: (version: string) => Buffer },
): Promise<Written[]> {
  const url = `https://x.test/storage/v1/object/public/${DOCUMENT_BUCKET}`;
  const made = Array.from({ length: count }, (_, at) => {
    const [id, version] = [randomUUID(), randomUUID()];
    const bytes = bytesOf(version);
    writeFileSync(join(documents, version), bytes);
    const eTag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
    const path = `public/${id}_documento.pdf`;
    // grown up: a minor without a guardian is not kept as long
    const row = {
      ...makeRow(at, id),
      id,
      data_nascimento: '1990-01-01',
      cadastro_unico_url: `${url}/${path}`,
    };
    return { id, version, path, row, metadata: { eTag, size: bytes.length, mimetype: 'application/pdf' } };
  });
  const [json, columns] = [JSON.stringify(made), Object.keys(made[0]?.row ?? {}).join(', ')];
  await query(
    `insert into storage.objects (bucket_id, name, version, metadata, created_at)
     select $2, path, version, metadata, now() - make_interval(days => $3)
     from jsonb_to_recordset($1::jsonb) as m (path text, version text, metadata jsonb)`,
    [json, DOCUMENT_BUCKET, days],
  );
  await query(
    `insert into public.inscricoes_projeto (created_at, ${columns})
     select now() - make_interval(days => $2), ${columns.replaceAll(/\w+/g, 'r.$&')}
     from jsonb_array_elements($1::jsonb) as m, jsonb_populate_record(null::public.inscricoes_projeto, m -> 'row') as r`,
    [json, days],
  );
  return made;
}
