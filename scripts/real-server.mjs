// A real server over its own folder, and what a family and an administrator do
// with it: for the proofs and the benchmarks.

import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

export const BUCKET = 'cadastro_unico_uploads';
export const ADMIN = { email: 'administracao@example.com', password: 'uma senha só de teste' };

/** Starts a server in a process group of its own, so that the whole group can be killed. */
export async function startServer(dataDir, port) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LIMITS: 'relaxed',
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const ready = /Pronto: (\S+)/.exec(said);
      if (ready) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const { supabaseKey } = await (await fetch(`${url}/config.json`)).json();
  return { child, url, key: supabaseKey, readyMs: Math.round(performance.now() - began) };
}

/** An artificial enrolment and its document of 20 to 60 kB, or of `size` bytes. */
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
