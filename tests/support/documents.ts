import { randomUUID } from 'node:crypto';
import { DOCUMENT_BUCKET, documentPath } from '../../domain/document/document.ts';
import { jpegOf, pdfOf, pngOf } from '../../kit/document-bytes.ts';
import { newLink } from '../../kit/family.ts';
import { insertOf } from './people.ts';

/** A whole PDF of `size` bytes, at least some 500, no two the same. */
export function pdf(size = 2_000): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(pdfOf({ catalogue: `/Unico(${randomUUID()})`, size })));
}

export const PNG = pngOf();
export const JPG = jpegOf();

/** The personal codes of the keys that were made, which a family's browser keeps and nothing stores. */
const codes = new Map<string, string>();

/** A key that an applicant may create. */
export function newKey(name = 'comprovante.pdf'): string {
  const { code, id } = newLink();
  const key = documentPath(id, name);
  codes.set(key, code);
  return key;
}

/** The personal code that belongs to a document's key, which `newKey` made. */
export function codeOf(key: string): string {
  const code = codes.get(key);
  if (!code) throw new Error(`${key} was made elsewhere`);
  return code;
}

/** Where a key is uploaded, as a path of the site. */
export function objectUrl(key: string, word = ''): string {
  return `/storage/v1/object/${word}${DOCUMENT_BUCKET}/${encodeURI(key)}`;
}

/** The address of a document, as an enrolment has it. */
export const addressOf = (key: string): string => `https://x.test${objectUrl(key, 'public/')}`;

/** An enrolment that points to the document; `row` are its other answers. */
export async function enrol(
  { query }: { query: (sql: string, values: unknown[]) => Promise<unknown> },
  row: object,
  key: string,
): Promise<void> {
  await query(...insertOf({ ...row, cadastro_unico_url: addressOf(key) }));
}
