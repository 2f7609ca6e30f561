import type pg from 'pg';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import type { Config } from '../../core/context.ts';
import { Refused } from '../../core/refused.ts';
import { withClient } from '../copy/client.ts';
import { PROJECT_LEDGER } from '../open/ledger.ts';
import { hasCode, missingMigrations } from '../open/migrate.ts';
import { projectLogin } from '../open/own-postgres.ts';
import { openProjectApi, type ProjectApi, type ProjectSettings, readProjectSettings } from './api.ts';

/** How a command reaches a project. */
export type FoundProject = { login: pg.ClientConfig; settings: ProjectSettings };

/** A project that `requireProject` has accepted. */
export type OpenProject = { client: pg.Client; api: ProjectApi };

/** The project that the environment names. Throws ConfigError naming what is missing. */
export async function findProject(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  environment: Record<string, string | undefined>,
): Promise<FoundProject> {
  return { login: await projectLogin(databaseUrl), settings: readProjectSettings(environment) };
}

/** Whether a copy is wanted of a project, and not of a site of our own. */
export const namesProject = ({ SUPABASE_SERVICE_KEY }: Record<string, string | undefined>): boolean =>
  Boolean(SUPABASE_SERVICE_KEY?.trim());

/** Runs `work` on a project, over a connection of its own. Throws what `requireProject` throws. */
export function inProject<T>(
  { login, settings }: FoundProject,
  work: (project: OpenProject) => Promise<T>,
): Promise<T> {
  const api = openProjectApi(settings);
  return withClient(login, async (client) => {
    await requireProject(client, api);
    return work({ client, api });
  });
}

/**
 * Throws Refused, in one sentence, unless database and address are of one project of Supabase,
 * of exactly this version, a private bucket, and its service key. Changes nothing.
 */
export async function requireProject(client: pg.ClientBase, api: ProjectApi): Promise<void> {
  await requireVersion(client);
  const { rows } = await client.query<{ publico: boolean; criado: string }>(
    `select public as publico, floor(extract(epoch from created_at) * 1000)::text as criado
     from storage.buckets where id = $1`,
    [DOCUMENT_BUCKET],
  );
  const [there] = rows;
  if (!there || there.publico)
    throw new Refused(
      `O bucket ${DOCUMENT_BUCKET} do projeto falta ou está público: qualquer pessoa abriria os documentos. Nada foi mudado. Faça-o privado no painel (Storage) e rode de novo.`,
    );
  const seen = await api.bucket();
  if (!seen)
    throw new Refused(
      'A chave de SUPABASE_SERVICE_KEY não é a chave secreta de SUPABASE_URL (service_role ou sb_secret_…), ou ali não há um projeto. Nada foi mudado. Copie as duas linhas do painel.',
    );
  if (Math.abs(Date.parse(seen.created_at) - Number(there.criado)) > 1)
    throw new Refused(
      'SUPABASE_URL e DATABASE_URL são de projetos diferentes. Nada foi mudado. Copie os dois do painel do mesmo projeto.',
    );
}

/** Throws Refused unless a project has exactly this version's tables and code. */
async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { length } = await missingMigrations(client, PROJECT_LEDGER);
  if (length === 0 && (await hasCode(client))) return;
  throw new Refused(
    'O projeto não tem as tabelas desta versão do site. Nada foi mudado. Rode npm run supabase -- push com ela e tente de novo.',
  );
}
