// `npm run retention`: erases what has had its time, now. The server does it daily
// by itself; this is for a home without our server: with SUPABASE_URL and
// SUPABASE_KEY (the public key) it works through that project's own calls, as the
// administrator of ADMIN_EMAIL and ADMIN_PASSWORD.

import { built, ensureBuilt, ensureInstalled, failInWords, readEnvironmentFile } from './ensure.mjs';

const BUCKET = 'cadastro_unico_uploads';

/** One run against a project: batches until nothing is left, each followed by the bytes of its documents. */
async function retainThere({
  SUPABASE_URL: url,
  SUPABASE_KEY: key,
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}) {
  for (const [name, value] of Object.entries({
    SUPABASE_KEY: key,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  }))
    if (!value) throw new Error(`${name}: falta, com SUPABASE_URL`);
  const call = async (method, path, body, bearer = key) => {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: { apikey: key, Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new Error('SUPABASE_URL: sem resposta deste endereço');
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path.replace(/\?.*/, '')}: ${response.status} ${text.slice(0, 200)}`);
    return text ? JSON.parse(text) : null;
  };
  const { access_token: token } = await call('POST', '/auth/v1/token?grant_type=password', {
    email,
    password,
  });
  const done = { inscricoes: 0, documentos: 0, envios: 0 };
  for (let before = ''; ; ) {
    const { inscricoes, documentos, remover } = await call('POST', '/rest/v1/rpc/aplicar_prazos', {}, token);
    done.inscricoes += inscricoes;
    done.documentos += documentos;
    if (inscricoes + documentos + remover.length === 0) break;
    if (inscricoes + documentos === 0 && remover.join() === before)
      throw new Error('os documentos não puderam ser removidos');
    before = remover.join();
    if (remover.length > 0)
      done.envios += (
        await call('DELETE', `/storage/v1/object/${BUCKET}`, { prefixes: remover }, token)
      ).length;
  }
  await call('POST', '/rest/v1/rpc/concluir_prazos', done, token);
  await call('POST', '/auth/v1/logout?scope=local', {}, token);
  console.log(
    `Apagado: ${done.inscricoes} inscrições pelo prazo, ${done.documentos} documentos pelo prazo, ${done.envios} arquivos.`,
  );
}

try {
  readEnvironmentFile();
  const args = process.argv.slice(2);
  if (process.env.SUPABASE_URL && args.length === 0) {
    await retainThere(process.env);
    process.exit(0);
  }
  ensureInstalled();
  await ensureBuilt();
  const { command } = await built('command.js');
  process.exit(await command('retention', args, process.env));
} catch (error) {
  failInWords(error);
}
