import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { isObject } from '../http/request-body.ts';
import { MIGRATIONS } from '../site-data/open/migrations.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { type Finding, note, ok, todo, unless } from './finding.ts';

const LIMIT_MS = 15_000;
const SOMEBODY = '00000000-0000-4000-8000-000000000000';

/** An answer of the project; `body` null where it is no JSON. */
type Answer = { status: number; body: unknown };

/** The project gave no answer, or broke off. */
class NoAnswer extends Error {}

/** The newest migration of this folder. */
const NEWEST = MIGRATIONS.at(-1)?.name.slice(0, 14) ?? '';

/** A Supabase project as anybody reaches it with the public key; nothing there is changed. */
export async function examineProject(project: SupabaseProject): Promise<Finding[]> {
  const ask: Ask = (...asked) => call(project, ...asked);
  try {
    const settings = await ask('GET', '/auth/v1/settings');
    const refused = unusable(settings, project.url);
    if (refused) return todo(refused);
    const version = await ask('POST', '/rest/v1/rpc/versao_do_banco', {});
    const migrations = examineVersion(version);
    return [
      ...ok(`O projeto ${project.url} responde, e a chave é a pública dele.`),
      ...(await examineSignIn(ask, settings.body)),
      ...migrations,
      ...(migrations.some(({ level }) => level === 'todo') && version.status !== 200
        ? []
        : await examineReads(ask)),
    ];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return todo(
      `${project.url} não respondeu: confira o endereço e a internet desta máquina; se o projeto está em pausa, reative-o no painel.`,
    );
  }
}

type Ask = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

/** Why nothing can be asked there, in words; null when it can. */
function unusable({ status, body }: Answer, url: string): string | null {
  if (status === 540) return 'O projeto está em pausa: reative-o no painel do Supabase.';
  if (status === 401 || status === 403)
    return 'O projeto não aceita esta chave: copie a pública dele, no painel, em Project Settings → API Keys.';
  if (status >= 500) return `O projeto responde com erro (${status}): veja o estado dele no painel.`;
  if (status === 200 && isObject(body) && isObject(body.external)) return null;
  return `Em ${url} não há um projeto do Supabase: confira o endereço, no painel, em Project Settings → Data API.`;
}

async function examineSignIn(ask: Ask, settings: unknown): Promise<Finding[]> {
  const { disable_signup, external } = settings as {
    disable_signup?: boolean;
    external: Record<string, boolean>;
  };
  // without a password GoTrue makes no account, also where sign-up is open
  const attempt = await ask('POST', '/auth/v1/signup', { email: 'ninguem@example.com' });
  const closed = disable_signup === true && codeOf(attempt.body) === 'signup_disabled';
  return unless('Quem administra entra por e-mail, e ninguém se cadastra.', [
    external.email !== true &&
      'O projeto não deixa entrar por e-mail, e ninguém administra: ligue-o, em Authentication → Sign In / Providers → Email.',
    !closed &&
      'Qualquer um pode criar uma conta no projeto (que não veria nada): desligue, em Authentication → Sign In / Providers, «Allow new users to sign up».',
    external.anonymous_users === true &&
      'O projeto aceita contas anônimas: desligue, em Authentication → Sign In / Providers, «Allow anonymous sign-ins».',
  ]);
}

function examineVersion({ status, body }: Answer): Finding[] {
  if (status !== 200)
    return todo(
      'O projeto não tem as tabelas deste site, ou tem as de uma versão antiga: se é novo ou antigo, rode npm run supabase -- push; se é de outro produto, crie um projeto só para este.',
    );
  if (body === null) return note('O projeto não tem a lista das migrações, e não se sabe de que versão é.');
  const version = String(body);
  return unless('O banco do projeto tem todas as migrações desta versão.', [
    version < NEWEST &&
      `O banco do projeto está na migração ${version}, e faltam as seguintes: rode npm run supabase -- push.`,
    version > NEWEST &&
      `O banco do projeto é de uma versão mais nova (${version}) que a desta pasta: traga a versão nova.`,
  ]);
}

/** What a stranger may see: nothing. */
async function examineReads(ask: Ask): Promise<Finding[]> {
  const rows = await ask('GET', '/rest/v1/inscricoes_projeto?select=id&limit=1');
  const desk = await ask('POST', '/rest/v1/rpc/contagem_de_inscricoes', { filtro: {} });
  const listed = await ask('POST', `/storage/v1/object/list/${DOCUMENT_BUCKET}`, {
    prefix: 'public',
    limit: 1,
  });
  const opened = await ask('GET', `/storage/v1/object/public/${DOCUMENT_BUCKET}/public/${SOMEBODY}_x.pdf`);
  // in a schema that is not exposed PostgREST answers 406; the other address is pg_graphql's own
  const schema = await ask('GET', '/rest/v1/', undefined, { 'Accept-Profile': 'graphql_public' });
  const graphql = await ask('POST', '/graphql/v1', { query: '{ __typename }' });
  return unless('Sem entrar, ninguém lê inscrições nem documentos.', [
    rows.status < 300 &&
      'PERIGO: qualquer um pode ler as inscrições. Tire o site do ar; veja com DATABASE_URL qual direito está a mais. O que fazer está em docs/plano-de-incidente.md.',
    desk.status < 300 &&
      'PERIGO: qualquer um usa as funções da secretaria. Tire o site do ar; veja com DATABASE_URL qual direito está a mais.',
    listed.status < 300 &&
      !isEmpty(listed.body) &&
      'PERIGO: qualquer um vê a lista dos documentos. Tire o site do ar; veja com DATABASE_URL qual política do bucket está a mais.',
    opened.status < 300 &&
      `PERIGO: o bucket ${DOCUMENT_BUCKET} é público. No painel, em Storage, edite-o e desligue «Public bucket».`,
    (schema.status < 300 ||
      (graphql.status < 300 && isObject(graphql.body) && isObject(graphql.body.data))) &&
      'O projeto responde também por GraphQL, que o site não usa e que mostra a qualquer um o que há no banco: no painel, em Project Settings → Data API → Exposed schemas, tire «graphql_public».',
  ]);
}

async function call(
  { url, key }: SupabaseProject,
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: {
        apikey: key,
        Authorization: `Bearer ${key}`,
        'X-Supabase-Api-Version': '2024-01-01',
        ...(body && { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: jsonOf(await response.text()) };
  } catch (error) {
    throw new NoAnswer('no answer', { cause: error });
  }
}

/** Null for text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const codeOf = (value: unknown) => (isObject(value) ? (value.error_code ?? value.code) : null);
