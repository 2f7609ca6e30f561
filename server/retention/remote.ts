import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { ERASED_AT_ONCE } from '../storage/files.ts';
import type { Batch, Erased } from './retention.ts';

/** What is wrong where a project refuses with this code; a gateway that does not know the key has none. */
const REFUSALS: Record<string, string> = {
  invalid_credentials: 'ADMIN_EMAIL, ADMIN_PASSWORD: o projeto não deixa entrar com este e-mail e esta senha',
  email_provider_disabled: 'o projeto não deixa entrar por e-mail: ligue-o no painel, em Authentication',
  42501:
    'ADMIN_EMAIL: esta conta não é da direção (42501), e só ela roda a limpeza; dê-lhe este papel (docs/supabase.md)',
  PGRST202: 'SUPABASE_URL: este projeto não tem as tabelas deste site, ou tem as de uma versão antiga',
  'Invalid API key': 'SUPABASE_KEY: este projeto não aceita esta chave; copie a pública dele do painel',
};

function refusalOf(text: string): string | undefined {
  try {
    const { error_code, code, message } = JSON.parse(text) as Record<string, string | undefined>;
    return REFUSALS[error_code ?? code ?? message ?? ''];
  } catch {
    return undefined;
  }
}

/** `remover`: the objects whose bytes are to be removed next. */
type RemoteBatch = Batch & { remover: string[] };

/**
 * One retention run against a Supabase project, through its API: batches until none
 * is left, each followed by the bytes of its documents. Reads SUPABASE_URL,
 * SUPABASE_KEY, ADMIN_EMAIL and ADMIN_PASSWORD; throws naming a missing or a wrong one,
 * and with status and answer at the first call that is refused otherwise. `confirmed`: a person says
 * that the date is right, so the run does not wait for that.
 */
export async function retainRemotely(
  environment: Record<string, string | undefined>,
  confirmed = false,
): Promise<Erased> {
  const required = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`${name}: falta, com SUPABASE_URL`);
    return value;
  };
  const [url, key] = [required('SUPABASE_URL').replace(/\/$/, ''), required('SUPABASE_KEY')];
  const [email, password] = [required('ADMIN_EMAIL'), required('ADMIN_PASSWORD')];

  const call = async <Answer>(method: string, path: string, body: object, token = key): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { apikey: key, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => {
      throw new Error('SUPABASE_URL: sem resposta deste endereço');
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(
        refusalOf(text) ?? `${method} ${path.replace(/\?.*/, '')}: ${response.status} ${text.slice(0, 200)}`,
      );
    return (text ? JSON.parse(text) : null) as Answer;
  };

  const { access_token: token } = await call<{ access_token: string }>(
    'POST',
    '/auth/v1/token?grant_type=password',
    { email, password },
  );
  const erased: Erased = { inscricoes: 0, documentos: 0, envios: 0 };
  for (let before = '', mayConfirm = confirmed; ; ) {
    const batch = await call<RemoteBatch>('POST', '/rest/v1/rpc/limpar_vencidas', {}, token);
    const { inscricoes, documentos, remover, freio } = batch;
    if (freio && mayConfirm) {
      mayConfirm = false;
      await call('POST', '/rest/v1/rpc/confirmar_dia', { dia: freio.today }, token);
      continue;
    }
    if (freio) {
      await call('POST', '/auth/v1/logout?scope=local', {}, token);
      return { ...erased, freio };
    }
    erased.inscricoes += inscricoes;
    erased.documentos += documentos;
    if (inscricoes + documentos + remover.length === 0) break;
    if (inscricoes + documentos === 0 && remover.join() === before)
      throw new Error('os documentos não puderam ser removidos');
    before = remover.join();
    if (remover.length > 0) {
      const path = `/storage/v1/object/${DOCUMENT_BUCKET}`;
      const prefixes = remover.slice(0, ERASED_AT_ONCE); // the others are named again
      erased.envios += (await call<unknown[]>('DELETE', path, { prefixes }, token)).length;
    }
  }
  await call('POST', '/rest/v1/rpc/concluir_prazos', erased, token);
  await call('POST', '/auth/v1/logout?scope=local', {}, token);
  return erased;
}
