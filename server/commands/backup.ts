import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import type { OpenTable } from '../backup/check-copy.ts';
import {
  noteUse,
  readCopies,
  refuseEmptied,
  removeOldCopies,
  removeUnlisted,
} from '../backup/copies-folder.ts';
import { drill } from '../backup/drill.ts';
import { isRecipient } from '../backup/encryption.ts';
import { readErasures } from '../backup/erasure-list.ts';
import { lockBackups, type MadeCopy, makeCopy } from '../backup/make-copy.ts';
import { readPart } from '../backup/part-file.ts';
import { CopyRefused, isDrillDue, recordOutcome } from '../backup/record.ts';
import { ConfigError, isInside } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { Refused } from '../core/refused.ts';
import { readRow } from '../data/installation.ts';
import { requireInstallation } from '../data/open-database.ts';
import { reachUnmigrated } from '../data/open-unmigrated.ts';
import { requireSite } from '../data/stopped-site.ts';
import { postgresAccount } from '../postgres/account.ts';
import { backUpProject, findProject } from './backup-project.ts';
import type { Command, Terminal } from './command.ts';
import { inPortuguese } from './disk-faults.ts';
import { interruptible } from './interruptible.ts';
import { DRILL_TOOLS, drillAndRecord, tellAndRecord, tellDamaged, withClient } from './recorded-copy.ts';

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
    if (project) {
      const made = await backUpProject(project, { config, folder, nightly: to === undefined, terminal });
      terminal.print(made.copy.path);
      return made.good ? 0 : 1;
    }
    const opened = await reachUnmigrated(config, pino({ level: 'silent' }));
    return interruptible(opened.close, () =>
      withClient(opened.login, (client) => run(client, folder, opened.login)),
    );

    async function run(client: pg.Client, into: string, login: pg.ClientConfig): Promise<number> {
      const made = await copyAndRecord(client, login, config, into, terminal, to === undefined);
      terminal.print(made.copy.path);
      return made.good ? 0 : 1;
    }
  },
};

/** Throws Refused for root over a site of another account, which could not use what root makes. */
function refuseRootOfAnother(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0 || uid === postgresAccount()?.uid) return;
  throw new Refused(
    `O site de ${dataDir} é de outra conta, que não poderia usar a cópia que o root faz. Nada foi copiado. Rode com a conta do site, sem sudo.`,
  );
}

type Finished = { copy: MadeCopy; good: boolean };

/** Makes the copy and, for BACKUP_DIR, removes old ones and drills; records what came of it. */
async function copyAndRecord(
  client: pg.Client,
  login: pg.ClientConfig,
  config: Config,
  folder: string,
  { print }: Terminal,
  nightly: boolean,
): Promise<Finished> {
  const { dataDir, backupKey } = config;
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
  await lockBackups(client);
  const began = performance.now();
  const due = nightly && (await isDrillDue(client));
  const rehearse = async (of: Parameters<typeof drill>[0]) =>
    drillAndRecord(client, () => drill(of, readErasures(dataDir), dataDir, DRILL_TOOLS), print);
  let drilled = true;
  let copy: MadeCopy;
  try {
    if (nightly) refuseEmptied(dataDir, folder);
    copy = await makeCopy({
      client,
      dataDir,
      installation,
      folder,
      anyFolder: !nightly,
      recipient: backupKey,
      beforeEncrypting: async (staged, manifest, documents) => {
        const openTable: OpenTable = async ({ arquivo }) => readPart(join(staged, arquivo));
        if (due) drilled = await rehearse({ manifest, documents, openTable });
      },
    });
  } catch (error) {
    const codigo = error instanceof CopyRefused ? error.codigo : 'falha';
    const outcome = {
      tipo: nightly ? 'copia' : 'avulsa',
      codigo,
      inscricoes: null,
      documentos: null,
    } as const;
    await withClient(login, (other) => recordOutcome(other, outcome)).catch(() => {}); // said below
    throw inPortuguese(error);
  }
  const whole = await tellAndRecord(
    client,
    nightly ? 'copia' : 'avulsa',
    copy,
    performance.now() - began,
    print,
  );
  const copies = readCopies(folder, installation.id);
  const left = nightly ? await removeOldCopies(copies, config.backupCopies, copy.name) : copies;
  await removeUnlisted(folder, left); // also what a killed backup had copied and no list names
  if (nightly) {
    noteUse(dataDir, folder);
    if (due && !backupKey) {
      const openTable: OpenTable = async ({ arquivo }) => readPart(join(copy.path, arquivo));
      drilled = await rehearse({ ...copy, openTable });
    }
    if (due) drilled = (await tellDamaged(client, copy, readErasures(dataDir), print)) && drilled;
  }
  return { copy, good: whole && drilled };
}
