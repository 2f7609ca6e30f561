import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET } from '../domain/document/document.ts';
import { ADMIN } from './server.ts';

/** What makes a PDF of any bytes before it; viewers look for the objects themselves. */
const PDF_END = Buffer.from(
  '\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
);

export type Submission = ReturnType<typeof makeSubmission>;

/** An artificial enrolment, of another person each time, with a document of `size` bytes, by default 20 to 60 kB. */
export function makeSubmission(number: number, size = 20_000 + randomInt(40_000)) {
  const id = randomUUID();
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 9 - PDF_END.length), PDF_END]);
  return {
    id,
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    path: `public/${id}_documento.pdf`,
    row: makeRow(number, id),
  };
}

/** The answers of an artificial enrolment, of another person each time. */
export function makeRow(number: number, id: string = randomUUID()) {
  return {
    nome_completo: `Pessoa de Teste ${number} ${id}`,
    data_nascimento: '2012-03-05',
    idade: 14,
    sexo: 'feminino',
    cpf: String(randomInt(10 ** 11)).padStart(11, '0'),
    cidade: 'Cidade Exemplo',
    endereco_completo: 'Rua Exemplo, 100, CEP 76000-000',
    telefone_whatsapp: `6290${String(randomInt(10 ** 7)).padStart(7, '0')}`,
    email: 'pessoa@example.com',
    nivel_escolaridade: 'fundamental-incompleto',
    renda_familiar: 'ate-1',
    peso: 52.5,
    altura: 1.62,
    condicao_medica: 'nao',
  };
}

/** Sends a submission, again with the same uuid until both calls succeed. `from` is the address that a gateway of Supabase's takes the family to have. */
export async function submit(
  current: () => { url: string; key: string },
  submission: Submission,
  from?: string,
): Promise<void> {
  for (;;) {
    const { url, key } = current();
    const headers = {
      apikey: key,
      Authorization: `Bearer ${key}`,
      ...(from && { 'X-Forwarded-For': from }),
    };
    try {
      const form = new FormData();
      form.append('cacheControl', '3600');
      form.append('', new Blob([submission.bytes], { type: 'application/pdf' }), 'documento.pdf');
      const upload = await fetch(`${url}/storage/v1/object/${DOCUMENT_BUCKET}/${submission.path}`, {
        method: 'POST',
        headers: { ...headers, 'x-upsert': 'false' },
        body: form,
      });
      const answer = (await upload.json()) as { statusCode?: string };
      if (!upload.ok && answer.statusCode !== '409') throw new Error(`upload: ${JSON.stringify(answer)}`);
      const insert = await fetch(`${url}/rest/v1/inscricoes_projeto`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
        body: JSON.stringify({
          ...submission.row,
          cadastro_unico_url: `${url}/storage/v1/object/public/${DOCUMENT_BUCKET}/${submission.path}`,
        }),
      });
      if (insert.status === 201 || insert.status === 409) return;
      throw new Error(`insert: ${insert.status} ${await insert.text()}`);
    } catch (error) {
      const { message } = error as Error;
      if (/^(upload|insert): /.test(message) && !/"?(50[0-9])"?/.test(message)) throw error;
      await pause(25); // no server at the moment
    }
  }
}

type Row = { id: string; nome_completo: string; cadastro_unico_url: string | null };

/** Signs in as the administrator. `rows` reads the whole list, page by page; `document` the bytes at a path. */
export async function asAdministrator({ url, key }: { url: string; key: string }) {
  const session = (await (
    await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
  ).json()) as { access_token: string };
  const headers = { apikey: key, Authorization: `Bearer ${session.access_token}` };
  return {
    headers,
    rows: async (): Promise<Row[]> => {
      const rows: Row[] = [];
      for (;;) {
        const page: unknown = await (
          await fetch(
            `${url}/rest/v1/inscricoes_projeto?select=*&order=created_at.desc,id.desc&limit=500&offset=${rows.length}`,
            { headers },
          )
        ).json();
        if (!Array.isArray(page)) throw new Error(`list: ${JSON.stringify(page)}`);
        if (page.length === 0) return rows;
        rows.push(...(page as Row[]));
      }
    },
    document: async (path: string): Promise<Buffer> => {
      const { signedURL } = (await (
        await fetch(`${url}/storage/v1/object/sign/${DOCUMENT_BUCKET}/${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: '{"expiresIn":60}',
        })
      ).json()) as { signedURL: string };
      return Buffer.from(await (await fetch(`${url}/storage/v1${signedURL}`)).arrayBuffer());
    },
  };
}
