import { DOCUMENT_BUCKET, DOCUMENT_TYPES } from '../../domain/document/document.ts';
import type { RunningServer } from '../server.ts';
import { makeSubmission } from '../submission.ts';

/** An artificial enrolment of this name with a document, through the API. */
export async function enrolWithFile(
  { url, key }: RunningServer,
  nome_completo: string,
  bytes: Buffer,
  kind: 'pdf' | 'jpg',
): Promise<void> {
  const { row, id } = makeSubmission(0);
  const path = `public/${id}_documento.${kind}`;
  const headers = { apikey: key, Authorization: `Bearer ${key}` };
  const form = new FormData();
  form.append('', new Blob([new Uint8Array(bytes)], { type: DOCUMENT_TYPES[kind] }), `documento.${kind}`);
  const upload = await fetch(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
    method: 'POST',
    headers,
    body: form,
  });
  const insert = await fetch(`${url}/rest/v1/inscricoes_projeto`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...row,
      nome_completo,
      renda_familiar: '1-2',
      cadastro_unico_url: `${url}/storage/v1/object/public/${DOCUMENT_BUCKET}/${path}`,
    }),
  });
  if (!upload.ok || !insert.ok) throw new Error(`${await upload.text()} ${await insert.text()}`);
}
