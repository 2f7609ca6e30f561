import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { isObject } from '../http/request-body.ts';
import { MIGRATIONS } from '../site-data/open/migrations.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { type Finding, ok, todo, unless } from './finding.ts';

const LIMIT_MS = 15_000;
const SOMEBODY = '00000000-0000-4000-8000-000000000000';

/** An answer of the project; `body` null where it is no JSON. */
type Answer = { status: number; body: unknown };

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
    return [
      ...ok(`O projeto ${project.url} responde, e a chave é a pública dele.`),
      ...examineSignIn(settings.body as Settings),
      ...examineVersion(version),
      ...(version.status === 200 ? await examineReads(ask) : []),
    ];
  } catch {
    return todo(
      `${project.url} não respondeu: confira o endereço e a internet desta máquina; se o projeto está em pausa, reative-o no painel.`,
    );
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** Why nothing can be asked there, in words; null when it can. */
function unusable({ status, body }: Answer, url: string): string | null {
  if (status === 401 || status === 403)
    return 'O projeto não aceita esta chave: copie a pública dele, no painel, em Project Settings → API Keys.';
  if (status >= 500)
    return `O projeto responde com erro (${status}): veja no painel se está em pausa, e reative-o.`;
  if (status === 200 && isObject(body) && isObject(body.external)) return null;
  return `Em ${url} não há um projeto do Supabase: confira o endereço, no painel, em Project Settings → Data API.`;
}

type Settings = { disable_signup?: boolean; external: Record<string, boolean> };

function examineSignIn({ disable_signup, external }: Settings): Finding[] {
  return unless('Quem administra entra por e-mail, e ninguém se cadastra.', [
    external.email !== true &&
      'O projeto não deixa entrar por e-mail, e ninguém administra: ligue-o, em Authentication → Sign In / Providers → Email.',
    (disable_signup !== true || external.anonymous_users === true) &&
      'Qualquer um pode criar uma conta no projeto (que não veria nada): desligue, em Authentication → Sign In / Providers, «Allow new users to sign up» e «Allow anonymous sign-ins».',
  ]);
}

function examineVersion({ status, body }: Answer): Finding[] {
  return unless('O banco do projeto tem todas as migrações desta versão.', [
    status !== 200
      ? 'O projeto não tem as tabelas deste site, ou tem as de uma versão antiga: se é novo ou antigo, rode npm run supabase -- push; se é de outro produto, crie um projeto só para este.'
      : body !== NEWEST &&
        `O banco do projeto está na migração ${body}, e esta versão é a ${NEWEST}: rode npm run supabase -- push ou, se ele é mais novo, traga a versão nova do site.`,
  ]);
}

/** What a stranger may not do: each by what is asked for it, and whether the answer gives it. */
const CLOSED: readonly [what: string, path: string, body?: object, gives?: (body: unknown) => boolean][] = [
  ['ler as inscrições', '/rest/v1/inscricoes_projeto?select=id&limit=1'],
  ['usar as funções da secretaria', '/rest/v1/rpc/contagem_de_inscricoes', { filtro: {} }],
  [
    'ver a lista dos documentos',
    `/storage/v1/object/list/${DOCUMENT_BUCKET}`,
    { prefix: 'public', limit: 1 },
    (body) => !Array.isArray(body) || body.length > 0,
  ],
  [
    'abrir os documentos («Public bucket» ligado, em Storage)',
    `/storage/v1/object/public/${DOCUMENT_BUCKET}/public/${SOMEBODY}_x.pdf`,
  ],
  [
    'perguntar por GraphQL (tire «graphql_public», em Project Settings → Data API → Exposed schemas)',
    '/graphql/v1',
    { query: '{ __typename }' },
    (body) => isObject(body) && isObject(body.data),
  ],
];

async function examineReads(ask: Ask): Promise<Finding[]> {
  const open = await Promise.all(
    CLOSED.map(async ([what, path, body, gives = () => true]) => {
      const answer = await ask(body ? 'POST' : 'GET', path, body);
      return (
        answer.status < 300 &&
        gives(answer.body) &&
        `PERIGO: qualquer um pode ${what}. Tire o site do ar; veja com DATABASE_URL o que está a mais; siga docs/plano-de-incidente.md.`
      );
    }),
  );
  return unless('Sem entrar, ninguém lê inscrições nem documentos.', open);
}

/** Throws when no answer comes. */
async function call(
  { url, key }: SupabaseProject,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      apikey: key,
      Authorization: `Bearer ${key}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: jsonOf(await response.text()) };
}

/** Null for text that is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
