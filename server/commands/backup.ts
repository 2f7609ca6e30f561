import { resolve } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { makeDataDir } from '../core/own-folder.ts';
import { isInside } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { refuseRootOfAnother } from '../postgres/account.ts';
import { isRecipient } from '../site-data/copy/encryption.ts';
import { ownSite } from '../site-data/copy/make-copy.ts';
import { findProject, inProject, namesProject } from '../site-data/move/project.ts';
import { projectSite } from '../site-data/move/project-site.ts';
import { updateFolder } from '../site-data/open/backup-before-update.ts';
import { noSite } from '../site-data/open/data-folder.ts';
import { otherSite, readRow } from '../site-data/open/installation.ts';
import { announceAlone } from '../site-data/open/live-server.ts';
import {
  openUnmigrated,
  reachUnmigrated,
  type Unmigrated,
  withUnmigrated,
} from '../site-data/open/open-unmigrated.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { type BackupOrder, copyAndRecord, type Finished } from '../site-data/restore/recorded-copy.ts';
import { goBack } from '../site-data/restore/way-back.ts';
import {
  type BareContext,
  type Command,
  type Environment,
  inArguments,
  notUnderstood,
  readOptions,
} from './command.ts';

const USAGE = `Uso: npm run backup [-- --to PASTA]
     npm run backup -- --voltar

Copia o site inteiro, no ar ou parado, para BACKUP_DIR (do .env): inscrições,
documentos, contas, registro de acessos, textos e fotos (content/ e fotos/). As chaves e o
.env não vão junto. Guarda as BACKUP_KEEP cópias mais novas e, uma vez por semana, ensaia a volta da última.

De um projeto do Supabase, com DATABASE_URL, SUPABASE_URL e SUPABASE_SERVICE_KEY dele, faz
uma cópia igual, que volta para qualquer dos dois.

  --to PASTA   copia para esta pasta; nada sai dela, e nada se ensaia
  --voltar     antes de voltar à versão anterior, com o site parado: copia-o como está, diz quanto
               chegou depois da cópia de antes de atualizar, e os passos. Nada é apagado`;

/** Makes a copy of everything; the last line it prints is the copy's folder, unless it was asked for the way back. */
export const backup: Command = {
  summary: 'faz uma cópia de segurança, com o site no ar ou parado',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const asked = readOptions(args, { to: { type: 'string' }, voltar: { type: 'boolean' } });
    if (!asked || asked.paths.length > 0) return notUnderstood(args);
    const { to = null, voltar = false } = asked.values;
    return (context) => run(to, voltar, context);
  },
};

async function run(
  to: string | null,
  back: boolean,
  { config, environment, terminal }: BareContext,
): Promise<number> {
  const given = to ?? (back ? updateFolder(config) : config.backupDir);
  if (!given) {
    terminal.print(inArguments('backup', 'Diga para onde: BACKUP_DIR no .env, ou --to PASTA.'));
    return 2;
  }
  const folder = resolve(given);
  if (isInside(config.dataDir, folder))
    throw new Refused(
      `A pasta ${folder} fica dentro de DATA_DIR, e se perderia com ela. Nada foi copiado. Escolha outra, de preferência em outro disco.`,
    );
  if (config.backupKey && !isRecipient(config.backupKey))
    throw new ConfigError('BACKUP_KEY', 'use a chave pública inteira, que começa com age1');
  const order = { config, folder, nightly: to === null && !back, print: terminal.print };
  terminal.background?.();
  const { path, good } = namesProject(environment)
    ? await backUpProject(environment, order)
    : await backUpSite(order, back);
  if (!back) terminal.print(path);
  return good ? 0 : 1;
}

async function backUpProject(environment: Environment, order: BackupOrder): Promise<Finished> {
  const found = await findProject(order.config, environment);
  makeDataDir(order.config.dataDir);
  return inProject(found, async (project) => copyAndRecord(found.login, await projectSite(project), order));
}

async function backUpSite(order: BackupOrder, back: boolean): Promise<Finished> {
  const { config } = order;
  requireSite(config);
  refuseRootOfAnother(config.dataDir);
  const work = async (client: pg.Client, { login, embedded }: Unmigrated) => {
    const installation = await siteOf(client, config);
    const copied = () => copyAndRecord(login, ownSite(client, config.dataDir, installation), order);
    if (!back) return copied();
    const announced = embedded ? null : await announceAlone(login); // no server starts on it meanwhile
    try {
      return await goBack(client, installation, config, order.print, copied);
    } finally {
      await announced?.end();
    }
  };
  return withUnmigrated(config, work, back ? openUnmigrated : reachUnmigrated);
}

/** The site of `config`, which the database must be of too. Throws Refused otherwise. */
async function siteOf(client: pg.Client, config: Config): Promise<Installation> {
  const { dataDir } = config;
  const installation = requireSite(config); // nothing is copied in the middle of a restore
  const row = await readRow(client);
  if (!installation) throw noSite(dataDir);
  const other = row && otherSite(dataDir, installation, row);
  if (other) throw new Refused(other);
  return installation;
}
