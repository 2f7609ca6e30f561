import { basename } from 'node:path';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { Refused } from '../core/refused.ts';
import { type Progress, tellingProgress } from '../site-data/copy/progress.ts';
import { openProjectApi, readProjectSettings } from '../site-data/move/api.ts';
import { requireProject } from '../site-data/move/project.ts';
import { restoreToProject } from '../site-data/move/restore-project.ts';
import { MIGRATIONS } from '../site-data/open/migrate.ts';
import { checkLogin, loginOf } from '../site-data/open/own-postgres.ts';
import { withClient } from '../site-data/restore/recorded-copy.ts';
import type { WholeCopy } from '../site-data/restore/restore-copy.ts';
import type { Environment, Terminal } from './command.ts';
import { projectReceipt } from './restore-receipt.ts';

/** `npm run restore -- CÓPIA --to-supabase`. Returns the exit code. */
export async function moveToProject(
  read: (progress: Progress) => Promise<WholeCopy>,
  environment: Environment,
  config: Config,
  separate: boolean,
  terminal: Terminal,
): Promise<number> {
  const { databaseUrl } = config;
  if (databaseUrl === null)
    throw new ConfigError('DATABASE_URL', 'falta o endereço do banco do projeto, que está no painel dele');
  const settings = readProjectSettings(environment);
  const login = loginOf(databaseUrl);
  if (!(await checkLogin(login)).supabase)
    throw new ConfigError('DATABASE_URL', 'este banco não é de um projeto do Supabase');
  const api = openProjectApi(settings);
  return withClient(login, async (client) => {
    await requireProject(
      client,
      api,
      MIGRATIONS.map(({ name }) => name),
    );
    const { copy, moved } = await tellingProgress(terminal.tell, async (progress) => {
      const copy = await read(progress);
      requireSameVersion(copy);
      return { copy, moved: await restoreToProject(copy, { client, api, separate }, progress) };
    });
    return projectReceipt(copy, moved, { url: settings.url, separate, dataDir: config.dataDir }, terminal);
  });
}

/** Our own server migrates what an older version left; a project has this version's tables already. */
function requireSameVersion({ path, manifest: { migracoes, versao } }: WholeCopy): void {
  if (migracoes.length === MIGRATIONS.length) return; // each of them was compared
  throw new Refused(
    `A cópia ${basename(path)} é de uma versão mais antiga do site (${versao}). Nada foi mudado. ` +
      'Volte-a primeiro para uma DATA_DIR nova, rode npm start e npm run backup, e leve a cópia nova.',
  );
}
