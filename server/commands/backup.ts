import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type pg from 'pg';
import { ConfigError, isInside } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { Refused } from '../core/refused.ts';
import { postgresAccount } from '../postgres/account.ts';
import { isRecipient } from '../site-data/copy/encryption.ts';
import { lockBackups, ownSite } from '../site-data/copy/make-copy.ts';
import { backUpProject } from '../site-data/move/backup-project.ts';
import { findProject } from '../site-data/move/project.ts';
import { readRow } from '../site-data/open/installation.ts';
import { requireInstallation } from '../site-data/open/open-database.ts';
import { withUnmigrated } from '../site-data/open/open-unmigrated.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { type BackupOrder, copyAndRecord, type Finished } from '../site-data/restore/recorded-copy.ts';
import type { Command } from './command.ts';

const USAGE = `Uso: npm run backup [-- --to PASTA]

Copia o site inteiro, no ar ou parado, para BACKUP_DIR (do .env): inscrições,
documentos, contas, registro de acessos. As chaves não vão junto. Guarda as BACKUP_KEEP
cópias mais novas e, uma vez por semana, ensaia a volta da última.

De um projeto do Supabase, com DATABASE_URL, SUPABASE_URL e SUPABASE_SERVICE_KEY dele, faz
uma cópia igual, que volta para qualquer dos dois.

  --to PASTA   copia para esta pasta; nada sai dela, e nada se ensaia`;

/** Makes a copy of everything; the last line it prints is the copy's folder. */
export const backup: Command = {
  summary: 'faz uma cópia de segurança, com o site no ar ou parado',
  usage: USAGE,
  problem: ([option, folder, ...rest]) =>
    option === undefined || (option === '--to' && folder && !folder.startsWith('--') && rest.length === 0)
      ? null
      : USAGE,
  opens: 'nothing',
  run: async ([, to], { config, environment, terminal }) => {
    const folder = to ? resolve(to) : config.backupDir;
    if (folder === null) {
      terminal.print(`Diga para onde: BACKUP_DIR no .env, ou --to PASTA.\n\n${USAGE}`);
      return 2;
    }
    const project = await findProject(config, environment);
    if (!project) {
      await requireInstallation(config);
      refuseRootOfAnother(config.dataDir);
    }
    if (isInside(config.dataDir, folder))
      throw new Refused(
        `A pasta ${folder} fica dentro de DATA_DIR, e se perderia com ela. Nada foi copiado. Escolha outra, de preferência em outro disco.`,
      );
    if (config.backupKey && !isRecipient(config.backupKey))
      throw new ConfigError('BACKUP_KEY', 'use a chave pública inteira, que começa com age1');
    terminal.background?.();
    const order = { config, folder, nightly: to === undefined, print: terminal.print };
    const { path, good } = project ? await backUpProject(project, order) : await backUpSite(order);
    terminal.print(path);
    return good ? 0 : 1;
  },
};

function backUpSite(order: BackupOrder): Promise<Finished> {
  return withUnmigrated(order.config, async (client, { login }) => {
    const installation = await siteOf(client, order.config);
    await lockBackups(client);
    return copyAndRecord(login, ownSite(client, order.config.dataDir, installation), order);
  });
}

/** Throws Refused for root over a site of another account, which could not use what root makes. */
function refuseRootOfAnother(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0 || uid === postgresAccount()?.uid) return;
  throw new Refused(
    `O site de ${dataDir} é de outra conta, que não poderia usar a cópia que o root faz. Nada foi copiado. Rode com a conta do site, sem sudo.`,
  );
}

/** The site of `config`, which the database must be of too. Throws Refused otherwise. */
async function siteOf(client: pg.Client, config: Config): Promise<Installation> {
  const { dataDir } = config;
  const installation = requireSite(config); // nothing is copied in the middle of a restore
  const row = await readRow(client);
  if (installation && row && (row.id !== installation.id || row.geracao !== installation.geracao))
    throw new Refused(
      `A pasta ${dataDir} é de um site e este banco de dados é de outro (o de ${row.pasta}). Nada foi copiado. Confira DATA_DIR e DATABASE_URL.`,
    );
  if (!installation)
    throw new Refused(
      `A pasta ${dataDir} ainda não diz de que site é (falta instalacao.json). Nada foi copiado. Inicie o site uma vez com esta versão (npm start).`,
    );
  return installation;
}
