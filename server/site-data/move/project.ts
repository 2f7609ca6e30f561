import type pg from 'pg';
import { DOCUMENT_BUCKET } from '../../../domain/document/document.ts';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import { Refused } from '../../core/refused.ts';
import { hasTable, withClient } from '../copy/client.ts';
import { MIGRATIONS } from '../open/migrate.ts';
import { checkLogin, loginOf } from '../open/own-postgres.ts';
import { openProjectApi, type ProjectApi, type ProjectSettings, readProjectSettings } from './api.ts';

/** A file of supabase/migrations, by the version and name that the CLI records. */
const MIGRATION = /^(\d{14})_(.+)\.sql$/;

/** How a command reaches a project. */
export type FoundProject = { login: pg.ClientConfig; settings: ProjectSettings };

/** A project that `requireProject` has accepted. */
export type OpenProject = { client: pg.Client; api: ProjectApi; url: string };

/**
 * The project that the environment names; null when DATABASE_URL is no project's and no
 * service key is given. Throws ConfigError naming what is missing.
 */
export async function findProject(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  environment: Record<string, string | undefined>,
): Promise<FoundProject | null> {
  const hasKey = Boolean(environment.SUPABASE_SERVICE_KEY?.trim());
  if (databaseUrl === null) {
    if (!hasKey) return null;
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, com SUPABASE_SERVICE_KEY');
  }
  const login = loginOf(databaseUrl);
  const { supabase } = await checkLogin(login).catch((error: unknown) => {
    if (hasKey) throw error;
    return { supabase: false }; // whoever opens it reports that
  });
  return supabase ? { login, settings: readProjectSettings(environment) } : null;
}

/** `findProject` for a command that needs a project: throws ConfigError also when there is none. */
export async function requireFound(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  environment: Record<string, string | undefined>,
): Promise<FoundProject> {
  if (databaseUrl === null)
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, que está no painel dele');
  const settings = readProjectSettings(environment);
  const login = loginOf(databaseUrl);
  if ((await checkLogin(login)).supabase) return { login, settings };
  throw new ConfigError('DATABASE_URL', 'este banco não é de um projeto do Supabase');
}

/** Runs `work` on a project, over a connection of its own. Throws what `requireProject` throws. */
export function inProject<T>(
  { login, settings }: FoundProject,
  work: (project: OpenProject) => Promise<T>,
): Promise<T> {
  const api = openProjectApi(settings);
  return withClient(login, async (client) => {
    await requireProject(client, api);
    return work({ client, api, url: settings.url });
  });
}

/**
 * Throws Refused, in one sentence, unless database and address are of one project of Supabase,
 * with exactly this version's migrations, a private bucket, and its service key. Changes nothing.
 */
export async function requireProject(
  client: pg.ClientBase,
  api: ProjectApi,
  migrations: readonly string[] = MIGRATIONS.map(({ name }) => name),
): Promise<void> {
  await requireMigrations(client, migrations);
  const { rows } = await client.query<{ publico: boolean; criado: string }>(
    `select public as publico, floor(extract(epoch from created_at) * 1000)::text as criado
     from storage.buckets where id = $1`,
    [DOCUMENT_BUCKET],
  );
  const [there] = rows;
  if (!there)
    throw new Refused(
      `O projeto não tem o bucket ${DOCUMENT_BUCKET}. Nada foi mudado. Rode no SQL Editor o insert de storage.buckets que está em supabase/migrations/20261122000002_documentos.sql.`,
    );
  if (there.publico)
    throw new Refused(
      `O bucket ${DOCUMENT_BUCKET} do projeto está público: qualquer pessoa abriria os documentos. Nada foi mudado. Torne-o privado no painel (Storage) e rode de novo.`,
    );
  const seen = await api.bucket();
  if (!seen || !(await api.maySeeAccounts()))
    throw new Refused(
      'A chave de SUPABASE_SERVICE_KEY não é a chave secreta deste projeto (service_role ou sb_secret_…). Nada foi mudado. Copie-a do painel.',
    );
  if (Math.abs(Date.parse(seen.created_at) - Number(there.criado)) > 1)
    throw new Refused(
      'SUPABASE_URL e DATABASE_URL são de projetos diferentes. Nada foi mudado. Copie os dois do painel do mesmo projeto.',
    );
}

/** The migrations that the CLI has recorded are those of this version, no more and no fewer. */
async function requireMigrations(client: pg.ClientBase, files: readonly string[]): Promise<void> {
  const ours = files.flatMap((file) => {
    const [, version, name] = MIGRATION.exec(file) ?? [];
    return version && name ? [{ version, name }] : [];
  });
  const applied = await readApplied(client);
  const isOurs = ({ version, name }: Applied) =>
    ours.some((each) => each.version === version && (name === null || each.name === name));
  const missing = ours.filter(({ version }) => !applied.some((each) => each.version === version));
  const others = applied.filter((each) => !isOurs(each));
  const push = 'Rode npx supabase@3 db push --remote com esta versão do site e tente de novo.';
  if (applied.length === 0)
    throw new Refused(`O projeto ainda não tem as migrações do site. Nada foi mudado. ${push}`);
  if (missing.length === ours.length)
    throw new Refused(
      `O projeto é de outro produto: as migrações dele (${others[0]?.version} ${others[0]?.name ?? ''}…) não são as deste site. Nada foi mudado. Use um projeto só para o site.`,
    );
  if (others.length > 0) {
    const [other] = others as [Applied];
    const newer = other.version > (ours.at(-1)?.version ?? '');
    throw new Refused(
      newer
        ? `O projeto é de uma versão mais nova do site (tem a migração ${other.version}). Nada foi mudado. Use essa versão.`
        : `O projeto tem uma migração que não é deste site (${other.version} ${other.name ?? ''}). Nada foi mudado. Use um projeto só para o site.`,
    );
  }
  if (missing.length > 0)
    throw new Refused(
      `O projeto é de uma versão mais antiga do site: faltam ${missing.length} migrações, da ${missing[0]?.version} em diante. Nada foi mudado. ${push}`,
    );
}

type Applied = { version: string; name: string | null };

async function readApplied(client: pg.ClientBase): Promise<Applied[]> {
  if (!(await hasTable(client, 'supabase_migrations.schema_migrations'))) return [];
  const { rows } = await client.query<Applied>(
    `select version, to_jsonb(m) ->> 'name' as name from supabase_migrations.schema_migrations m order by version`,
  );
  return rows;
}
