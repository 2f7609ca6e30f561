import { resolve } from 'node:path';
import { todayInBrazil } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { isRoot } from '../core/platform.ts';
import { liveOwner } from '../postgres/ownership.ts';
import { checkLogin, loginOf } from '../site-data/open/own-postgres.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import type { SupabaseProject } from '../site-data/open/supabase-project.ts';
import { examineCopies } from './copies.ts';
import { examineDatabase } from './database.ts';
import { type Finding, inWords, note, todo } from './finding.ts';
import { examineFolder } from './folder.ts';
import { examineMachine, examineSettings } from './settings.ts';
import { examineSite } from './site.ts';
import { examineStaticSite } from './static-site.ts';
import { examineProjectDatabase } from './supabase-database.ts';
import { examineProject } from './supabase-project.ts';

/** A Supabase project: from outside, its published site, and from inside where DATABASE_URL says how. */
export async function examineSupabase(
  project: SupabaseProject,
  { siteUrl, databaseUrl }: Pick<Config, 'siteUrl' | 'databaseUrl'>,
): Promise<Finding[]> {
  return [
    ...(await examineProject(project)),
    ...(siteUrl === null
      ? note('Sem SITE_URL no .env, o site publicado não foi conferido.')
      : await examineStaticSite(siteUrl, project)),
    ...(databaseUrl === null
      ? note('Sem DATABASE_URL, o bucket, as políticas, a limpeza e quem administra não foram conferidos.')
      : await examineProjectDatabase(databaseUrl, project)),
  ];
}

/**
 * Examines machine, settings, data folder, copies, running site and database. Throws ConfigError when there
 * is no site in the data folder; of a Supabase project it only says how that is examined. The other parameters are for tests.
 */
export async function examine(
  config: Config,
  { now = new Date(), node = process.version, envFile = resolve('.env'), free, samples }: ExamineOptions = {},
): Promise<Finding[]> {
  if (await isOfProject(config))
    return todo(
      'O banco de DATABASE_URL é de um projeto do Supabase: rode npm run doctor -- --supabase ENDEREÇO CHAVE, com o endereço do projeto e a chave pública dele.',
    );
  try {
    requireSite(config);
  } catch (error) {
    if ((error as Error).name !== 'Refused') throw error;
    return todo(inWords(error, ''));
  }
  const { installation, findings } = examineFolder(config, envFile, free);
  const day = todayInBrazil(now);
  const site = await examineSite(config, liveOwner(config.dataDir));
  const database = await examineDatabase(config, { installation, ...site }, day); // says what was published
  return [
    ...examineMachine(node, day, isRoot()),
    ...examineSettings(config, samples),
    ...findings,
    ...examineCopies(config, installation),
    ...site.findings,
    ...database,
  ];
}

/** False too where nobody answers: `examineDatabase` says so. */
async function isOfProject({ databaseUrl }: Config): Promise<boolean> {
  if (databaseUrl === null) return false;
  try {
    return (await checkLogin(loginOf(databaseUrl))).supabase;
  } catch {
    return false;
  }
}

type ExamineOptions = { now?: Date; node?: string; envFile?: string; free?: number; samples?: boolean };
