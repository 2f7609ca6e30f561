import { randomUUID } from 'node:crypto';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import type { RunningServer } from '../server.ts';
import { makeSubmission } from '../submission.ts';

/** An artificial enrolment of this name, with a PDF, through the API. */
export async function enrolWithPdf(server: RunningServer, name: string, bytes: Buffer): Promise<void> {
  const { row } = makeSubmission(0);
  const path = `public/${randomUUID()}_documento.pdf`;
  const headers = { apikey: server.key, Authorization: `Bearer ${server.key}` };
  const form = new FormData();
  form.append('', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'documento.pdf');
  const upload = await fetch(`${server.url}/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
    method: 'POST',
    headers,
    body: form,
  });
  const insert = await fetch(`${server.url}/rest/v1/inscricoes_projeto`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...row,
      nome_completo: name,
      cadastro_unico_url: `${server.url}/storage/v1/object/public/${DOCUMENT_BUCKET}/${path}`,
    }),
  });
  if (!upload.ok || !insert.ok) throw new Error(`${name}: ${await upload.text()} ${await insert.text()}`);
}
