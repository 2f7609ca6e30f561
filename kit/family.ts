import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { newPersonalCode, uploadIdOf } from '../domain/personal-code.ts';
import { call, type Site } from './site.ts';

/** What makes a PDF of any bytes before it; viewers look for the objects themselves. */
const PDF_END = Buffer.from(
  '\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
);

/** The personal code of a family's link, and the uuid of its upload. */
export function newLink(): { code: string; id: string } {
  const code = newPersonalCode();
  return { code, id: uploadIdOf(code) };
}

export type Submission = ReturnType<typeof makeSubmission>;

/** An artificial enrolment, of another person each time, with a document of `size` bytes, by default 20 to 60 kB. */
export function makeSubmission(number: number, size = 20_000 + randomInt(40_000)) {
  const { code, id } = newLink();
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9 - PDF_END.length), PDF_END]);
  return {
    code,
    id,
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    path: `public/${id}_documento.pdf`,
    row: makeRow(number, id),
  };
}

/** An artificial enrolment of this name, with this document. */
export function submissionOf(name: string, bytes: Buffer, kind: 'pdf' | 'jpg' = 'pdf') {
  const { code, id } = newLink();
  return {
    code,
    id,
    bytes,
    path: `public/${id}_documento.${kind}`,
    row: { ...makeRow(0, id), nome_completo: name },
  };
}

/** What everybody is asked for, with plainly artificial answers. */
export const ROW = {
  nome_completo: 'Pessoa de Teste',
  data_nascimento: '2012-03-05',
  idade: 14,
  sexo: 'feminino',
  cpf: '529.982.247-25',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100, CEP 76000-000',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nivel_escolaridade: 'fundamental-incompleto',
  renda_familiar: 'ate-1',
  peso: 52.5,
  altura: 1.62,
  condicao_medica: 'nao',
};

/** The same of another person each time. */
export const makeRow = (number: number, id: string = randomUUID()) => ({
  ...ROW,
  nome_completo: `Pessoa de Teste ${number} ${id}`,
  cpf: String(randomInt(10 ** 11)).padStart(11, '0'),
  telefone_whatsapp: `6290${String(randomInt(10 ** 7)).padStart(7, '0')}`,
});

/** An artificial CPF with correct check digits, another for each number. */
export function validCpf(number: number): string {
  const digits = [...String(100_000_000 + ((number * 7919) % 800_000_000))].map(Number);
  for (const weights of [10, 11]) {
    const sum = digits.reduce((before, digit, at) => before + digit * (weights - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/** Where a document is, as the row of its enrolment says it. */
export const addressOf = (site: Site, path: string): string =>
  `${site.url}/storage/v1/object/public/${DOCUMENT_BUCKET}/${path}`;

/** The form that storage-js sends for a file. */
export function formOf(bytes: Uint8Array<ArrayBuffer>, type = 'application/pdf', name = 'blob'): FormData {
  const form = new FormData();
  form.append('cacheControl', '3600');
  form.append('', new Blob([bytes], { type }), name);
  return form;
}

type Headers = Record<string, string>;

/** One attempt to send the document, in a form as the page does, or `bare`. Throws when there is no answer at all. */
export const sendDocument = (
  site: Site,
  { path, bytes }: { path: string; bytes: Uint8Array },
  {
    type = 'application/pdf',
    bare = false,
    headers = {},
  }: { type?: string; bare?: boolean; headers?: Headers } = {},
): Promise<Response> =>
  call(site, `/storage/v1/object/${DOCUMENT_BUCKET}/${path}`, {
    body: bare ? new Uint8Array(bytes) : formOf(new Uint8Array(bytes), type),
    headers: { ...(bare && { 'Content-Type': type }), ...headers },
  });

/** One attempt to enrol, with a document that is there unless `path` is null. Throws when there is no answer at all. */
export const sendEnrolment = (
  site: Site,
  { path, row }: { path: string | null; row: object },
  headers: Headers = {},
): Promise<Response> =>
  call(site, '/rest/v1/inscricoes_projeto', {
    body: { ...row, cadastro_unico_url: path && addressOf(site, path) },
    headers: { Prefer: 'return=minimal', ...headers },
  });

/** Sends document and row, or the row alone, once. Throws when either is refused. */
export async function enrol(
  site: Site,
  submission: { path: string | null; bytes?: Uint8Array; row: object },
  { type, headers }: { type?: string; headers?: Headers } = {},
): Promise<void> {
  const { path, bytes } = submission;
  if (path && bytes) await done(sendDocument(site, { path, bytes }, { type, headers }));
  await done(sendEnrolment(site, submission, headers));
}

async function done(asked: Promise<Response>): Promise<void> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}

/**
 * Sends a submission, again with the same uuid until both calls succeed. `from`: the family's address, as a
 * gateway of Supabase forwards it.
 */
export async function submit(current: () => Site, submission: Submission, from?: string): Promise<void> {
  const headers: Headers = from ? { 'X-Forwarded-For': from } : {};
  for (;;) {
    const site = current();
    try {
      const upload = await sendDocument(site, submission, { headers: { 'x-upsert': 'false', ...headers } });
      const answer = (await upload.json()) as { statusCode?: string };
      if (!upload.ok && answer.statusCode !== '409') throw new Error(`upload: ${JSON.stringify(answer)}`);
      const insert = await sendEnrolment(site, submission, headers);
      if (insert.status === 201 || insert.status === 409) return;
      throw new Error(`insert: ${insert.status} ${await insert.text()}`);
    } catch (error) {
      const { message } = error as Error;
      if (/^(upload|insert): /.test(message) && !/"?(50[0-9])"?/.test(message)) throw error;
      await pause(25); // no server at the moment
    }
  }
}
