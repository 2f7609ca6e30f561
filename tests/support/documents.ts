import { randomUUID } from 'node:crypto';
import { DOCUMENT_BUCKET, documentPath } from '../../domain/document/document.ts';

/** A file that begins as a PDF does and is `size` bytes long, no two the same. */
export function pdf(size = 2_000): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(0x20);
  bytes.set(Buffer.from(`%PDF-1.4\n% ${randomUUID()}`).subarray(0, size));
  return bytes;
}

/** The signature of a PNG, then anything. */
export const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);
/** The signature of a JPEG, then anything. */
export const JPG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);

/** A key that an applicant may create. */
export function newKey(name = 'comprovante.pdf'): string {
  return documentPath(randomUUID(), name);
}

/** Where a key is uploaded, as a path of the site. */
export function objectUrl(key: string, word = ''): string {
  return `/storage/v1/object/${word}${DOCUMENT_BUCKET}/${encodeURI(key)}`;
}

/** The form that storage-js sends for a file. */
export function formOf(bytes: Uint8Array<ArrayBuffer>, type = 'application/pdf', name = 'blob'): FormData {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob([bytes], { type }), name);
  return form;
}

/** An enrolment that points to the document; `row` are its other answers. */
export async function enrol(
  { query }: { query: (sql: string, values: unknown[]) => Promise<unknown> },
  row: object,
  key: string,
): Promise<void> {
  const cadastro_unico_url = `https://x.test${objectUrl(key, 'public/')}`;
  const answers = Object.entries({ ...row, cadastro_unico_url });
  await query(
    `insert into public.inscricoes_projeto (${answers.map(([column]) => column)})
     values (${answers.map((_, at) => `$${at + 1}`)})`,
    answers.map(([, answer]) => answer),
  );
}
