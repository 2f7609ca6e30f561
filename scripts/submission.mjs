// What a family and an administrator do with a server: for the proofs and the benchmarks.

import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ADMIN } from './server.mjs';

export const BUCKET = 'cadastro_unico_uploads';

/** An artificial enrolment, of somebody else each time, and its document of 20 to 60 kB, or of `size` bytes. */
export function makeSubmission(number, size = 20_000 + randomInt(40_000)) {
  const id = randomUUID();
  const bytes = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(size - 16), Buffer.from('\n%%EOF\n')]);
  return {
    id,
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
    path: `public/${id}_documento.pdf`,
    row: {
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
    },
  };
}

/** Signed in as the administrator: every row of the list, page by page, and the bytes behind one path. */
export async function asAdministrator({ url, key }) {
  const session = await (
    await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    })
  ).json();
  const headers = { apikey: key, Authorization: `Bearer ${session.access_token}` };
  return {
    headers,
    rows: async () => {
      const rows = [];
      for (;;) {
        const page = await (
          await fetch(
            `${url}/rest/v1/inscricoes_projeto?select=*&order=created_at.desc,id.desc&limit=500&offset=${rows.length}`,
            { headers },
          )
        ).json();
        if (!Array.isArray(page)) throw new Error(`list: ${JSON.stringify(page)}`);
        if (page.length === 0) return rows;
        rows.push(...page);
      }
    },
    document: async (path) => {
      const { signedURL } = await (
        await fetch(`${url}/storage/v1/object/sign/${BUCKET}/${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: '{"expiresIn":60}',
        })
      ).json();
      return Buffer.from(await (await fetch(`${url}/storage/v1${signedURL}`)).arrayBuffer());
    },
  };
}
