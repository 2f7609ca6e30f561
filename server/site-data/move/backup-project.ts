import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type pg from 'pg';
import { ConfigError } from '../../core/config.ts';
import type { Config } from '../../core/context.ts';
import { Refused } from '../../core/refused.ts';
import { lockBackups } from '../copy/make-copy.ts';
import { hashOf, MIGRATIONS } from '../open/migrate.ts';
import { checkLogin, loginOf } from '../open/own-postgres.ts';
import { type BackupOrder, copyAndRecord, type Finished, withClient } from '../restore/recorded-copy.ts';
import { openProjectApi, type ProjectSettings, readProjectSettings } from './api.ts';
import { countForeignPasswords, sourceOfProject } from './copy-project.ts';
import { type ProjectIdentity, readIdentity, writeIdentity } from './identity.ts';
import { requireProject } from './project.ts';

/** How a command reaches a project. */
type FoundProject = { login: pg.ClientConfig; settings: ProjectSettings };

/**
 * The project that the environment names; null when DATABASE_URL is no project's and no
 * service key is given. Throws ConfigError naming what is missing.
 */
export async function findProject(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  environment: Record<string, string | undefined>,
): Promise<FoundProject | null> {
  if (databaseUrl === null) {
    if (!environment.SUPABASE_SERVICE_KEY?.trim()) return null;
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, com SUPABASE_SERVICE_KEY');
  }
  const login = loginOf(databaseUrl);
  const { supabase } = await checkLogin(login).catch((error: unknown) => {
    if (environment.SUPABASE_SERVICE_KEY?.trim()) throw error;
    return { supabase: false }; // said by who opens it
  });
  return supabase ? { login, settings: readProjectSettings(environment) } : null;
}

/** Makes a copy of a project, as of a site of our own. */
export async function backUpProject(
  { login, settings }: FoundProject,
  order: BackupOrder,
): Promise<Finished> {
  const api = openProjectApi(settings);
  mkdirSync(order.config.dataDir, { recursive: true, mode: 0o700 });
  return withClient(login, async (client) => {
    await requireProject(
      client,
      api,
      MIGRATIONS.map(({ name }) => name),
    );
    await lockBackups(client);
    const installation = await identityOf(client);
    const migrations = MIGRATIONS.map(({ name, sql }) => ({ nome: name, impressao: hashOf(sql) }));
    const project = () => sourceOfProject({ client, api, url: settings.url }, migrations);
    const finished = await copyAndRecord({ ...order, client, login, installation, project });
    const foreign = await countForeignPasswords(client);
    if (foreign > 0)
      order.print(
        `${foreign} pessoas da equipe têm senha feita no Supabase, que só ele confere: num site embutido, dê a elas uma nova (npm run admin).`,
      );
    return finished;
  });
}

/** Which site the project is; one that was begun empty is told now. */
async function identityOf(client: pg.Client): Promise<ProjectIdentity> {
  const found = await readIdentity(client);
  if (found?.restaurando)
    throw new Refused(
      `A volta da cópia ${found.copia} para este projeto não terminou. Nada foi copiado. Rode o mesmo npm run restore de novo.`,
    );
  if (found) return found;
  const identity = { id: randomUUID(), geracao: 1 };
  await writeIdentity(client, identity);
  return identity;
}
