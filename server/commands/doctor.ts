import { resolve } from 'node:path';
import { todayInBrazil } from '../../domain/dates.ts';
import type { Config } from '../core/context.ts';
import { examineCopies } from '../doctor/copies.ts';
import { examineDatabase } from '../doctor/database.ts';
import { type Finding, inWords, note, todo } from '../doctor/finding.ts';
import { examineFolder } from '../doctor/folder.ts';
import { examineMachine, examineSettings } from '../doctor/settings.ts';
import { examineSite } from '../doctor/site.ts';
import { examineStaticSite } from '../doctor/static-site.ts';
import { examineProjectDatabase } from '../doctor/supabase-database.ts';
import { examineProject } from '../doctor/supabase-project.ts';
import { liveOwner } from '../postgres/ownership.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { readProject, type SupabaseProject } from '../site-data/open/supabase-project.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run doctor
     npm run doctor -- --supabase ENDEREÇO CHAVE

Confere tudo o que costuma dar errado, com o site no ar ou parado, e não muda nada:
configuração, pasta de dados, chaves, disco, porta, proxy, banco, cópias, limpeza.
Diz de cada coisa o que é e o que fazer. Código de saída: 0, tudo certo; 1, há o que fazer.

Com --supabase confere um projeto do Supabase, pelo endereço e pela chave pública dele; com
SITE_URL, também o site publicado; com o banco do projeto em DATABASE_URL, também por dentro.`;

const SUPABASE = '--supabase';

const MARKS: Record<Finding['level'], string> = { ok: '✓', todo: '✗', note: '–' };

/** Looks at everything that breaks in ordinary life and says what to do; changes nothing. */
export const doctor: Command = {
  summary: 'confere tudo e diz o que fazer; não muda nada',
  usage: USAGE,
  problem: ([option, ...project]) =>
    option === undefined || (option === SUPABASE && project.length === 2) ? null : USAGE,
  opens: 'nothing',
  run: async ([option, url = '', key = ''], { config, terminal }) => {
    const findings =
      option === SUPABASE ? await examineSupabase(readProject(url, key), config) : await examine(config);
    for (const { level, says } of findings) terminal.print(`${MARKS[level]} ${says}`);
    const open = findings.filter(({ level }) => level === 'todo').length;
    terminal.print(open === 0 ? '\nTudo certo.' : `\nA fazer: ${open}.`);
    return open === 0 ? 0 : 1;
  },
};

/** A Supabase project: from outside, its published site, and from inside where DATABASE_URL says how. */
export async function examineSupabase(
  project: SupabaseProject,
  { siteUrl, databaseUrl }: Pick<Config, 'siteUrl' | 'databaseUrl'>,
): Promise<Finding[]> {
  const outside = await examineProject(project);
  const site = siteUrl === null ? null : await examineStaticSite(siteUrl, project);
  const inside = databaseUrl === null ? null : await examineProjectDatabase(databaseUrl, project);
  return [
    ...outside,
    ...(site ?? [note('Sem SITE_URL no .env, o site publicado não foi conferido.')]),
    ...(inside ?? [
      note('Sem DATABASE_URL, o bucket, as políticas, a limpeza e quem administra não foram conferidos.'),
    ]),
  ];
}

/** Throws ConfigError when there is no site in the data folder. Tests give the other parameters. */
export async function examine(
  config: Config,
  { now = new Date(), node = process.version, envFile = resolve('.env'), free, samples }: Given = {},
): Promise<Finding[]> {
  try {
    requireSite(config);
  } catch (error) {
    if ((error as Error).name !== 'Refused') throw error;
    return [todo(inWords(error, ''))];
  }
  const { installation, findings } = examineFolder(config, envFile, free);
  const site = await examineSite(config, liveOwner(config.dataDir));
  return [
    ...examineMachine(node, todayInBrazil(now), process.getuid?.() === 0),
    ...examineSettings(config, samples),
    ...findings,
    ...examineCopies(config, installation, now),
    ...site.findings,
    ...(await examineDatabase(config, installation, site.running)),
  ];
}

type Given = { now?: Date; node?: string; envFile?: string; free?: number; samples?: boolean };
