import { resolve } from 'node:path';
import type pg from 'pg';
import { ConfigError } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { isInside } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';
import { refuseRootOfAnother } from '../postgres/account.ts';
import { isRecipient } from '../site-data/copy/encryption.ts';
import { lockBackups, ownSite } from '../site-data/copy/make-copy.ts';
import { backUpProject } from '../site-data/move/backup-project.ts';
import { findProject } from '../site-data/move/project.ts';
import { updateFolder } from '../site-data/open/backup-before-update.ts';
import { otherSite, readRow } from '../site-data/open/installation.ts';
import { requireInstallation } from '../site-data/open/open-database.ts';
import { withUnmigrated } from '../site-data/open/open-unmigrated.ts';
import { requireSite } from '../site-data/open/stopped-site.ts';
import { type BackupOrder, copyAndRecord, type Finished } from '../site-data/restore/recorded-copy.ts';
import { goBack, type WayBack } from '../site-data/restore/way-back.ts';
import { type BareContext, type Command, inArguments, notUnderstood } from './command.ts';

const USAGE = `Uso: npm run backup [-- --to PASTA]
     npm run backup -- --voltar [CÓPIA] [--identity ARQUIVO] [--to PASTA] [--perder-N]

Copia o site inteiro, no ar ou parado, para BACKUP_DIR (do .env): inscrições,
documentos, contas, registro de acessos, textos e fotos (content/ e fotos/). As chaves e o
.env não vão junto. Guarda as BACKUP_KEEP cópias mais novas e, uma vez por semana, ensaia a volta da última.

De um projeto do Supabase, com DATABASE_URL, SUPABASE_URL e SUPABASE_SERVICE_KEY dele, faz
uma cópia igual, que volta para qualquer dos dois.

  --to PASTA   copia para esta pasta; nada sai dela, e nada se ensaia
  --voltar     antes de voltar à versão anterior: copia o site como está, diz quantas inscrições,
               documentos e decisões chegaram depois da cópia de antes de atualizar (a que o
               início fez, ou CÓPIA; cifrada, com a chave que a abre) e, repetido com esse
               número em --perder-N e o site parado, diz os passos. Nada é apagado`;

/** Makes a copy of everything; the last line it prints is the copy's folder, unless it was asked for the way back. */
export const backup: Command = {
  summary: 'faz uma cópia de segurança, com o site no ar ou parado',
  usage: USAGE,
  opens: 'nothing',
  order: (args) => {
    const asked = parse(args);
    return asked ? (context) => run(asked, args, context) : notUnderstood(args);
  },
};

async function run(
  asked: Asked,
  args: readonly string[],
  { config, environment, terminal }: BareContext,
): Promise<number> {
  const to = asked.back ? (asked.to ?? updateFolder(config)) : asked.to;
  const folder = to === null ? config.backupDir : resolve(to);
  if (folder === null) {
    terminal.print(inArguments('backup', 'Diga para onde: BACKUP_DIR no .env, ou --to PASTA.'));
    return 2;
  }
  const project = await findProject(config, environment);
  if (project && asked.back)
    throw new Refused(
      'Num projeto do Supabase o banco não volta de versão: este comando não tem o que fazer. Nada foi mudado.',
    );
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
  const order = { config, folder, nightly: to === null, print: terminal.print };
  if (asked.back) {
    const typed = args.filter((arg) => !arg.startsWith('--perder-')).join(' ');
    const way = { ...asked, command: `npm run backup -- ${typed}` };
    return withUnmigrated(config, async (client, opened) =>
      goBack(client, opened, await siteOf(client, config), way, { ...order, tell: terminal.tell }),
    );
  }
  terminal.background?.();
  const { path, good } = project ? await backUpProject(project, order) : await backUpSite(order);
  terminal.print(path);
  return good ? 0 : 1;
}

type Asked = Omit<WayBack, 'command'> & { back: boolean; to: string | null };

/** What is asked for; null when the arguments are wrong. */
function parse(args: readonly string[]): Asked | null {
  const asked = {
    back: false,
    to: null as string | null,
    copy: null as string | null,
    identityFile: null as string | null,
    lose: null as number | null,
  };
  const rest = [...args];
  while (rest.length > 0) {
    const arg = rest.shift() as string;
    if (arg === '--voltar') asked.back = true;
    else if (arg === '--to' || arg === '--identity') {
      const value = rest.shift();
      if (!value || value.startsWith('--')) return null;
      asked[arg === '--to' ? 'to' : 'identityFile'] = value;
    } else if (/^--perder-\d{1,9}$/.test(arg)) asked.lose = Number(arg.slice('--perder-'.length));
    else if (arg === '' || arg.startsWith('--') || asked.copy !== null) return null;
    else asked.copy = resolve(arg);
  }
  return asked.back || (asked.copy ?? asked.identityFile ?? asked.lose) === null ? asked : null;
}

function backUpSite(order: BackupOrder): Promise<Finished> {
  return withUnmigrated(order.config, async (client, { login }) => {
    const installation = await siteOf(client, order.config);
    await lockBackups(client);
    return copyAndRecord(login, ownSite(client, order.config.dataDir, installation), order);
  });
}

/** The site of `config`, which the database must be of too. Throws Refused otherwise. */
async function siteOf(client: pg.Client, config: Config): Promise<Installation> {
  const { dataDir } = config;
  const installation = requireSite(config); // nothing is copied in the middle of a restore
  const row = await readRow(client);
  if (!installation)
    throw new Refused(
      `A pasta ${dataDir} ainda não diz de que site é (falta instalacao.json). Nada foi copiado. Inicie o site uma vez com esta versão (npm start).`,
    );
  const other = row && otherSite(dataDir, installation, row);
  if (other) throw new Refused(other);
  return installation;
}
