import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { checkCopy, type OpenTable } from '../backup/check-copy.ts';
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
import { CopyDamaged, inShort } from '../backup/manifest.ts';
import { readPart } from '../backup/part-file.ts';
import { CopyRefused, isDrillDue, recordOutcome } from '../backup/record.ts';
import { ConfigError, isInside } from '../core/config.ts';
import type { Config } from '../core/context.ts';
import { Refused } from '../core/refused.ts';
import { readRow } from '../data/installation.ts';
import { migrate } from '../data/migrate.ts';
import { requireInstallation } from '../data/open-database.ts';
import { reachUnmigrated } from '../data/open-unmigrated.ts';
import { requireSite } from '../data/stopped-site.ts';
import { hasEmbedded, removeThrowAway, startThrowAway } from '../data/throw-away-database.ts';
import { postgresAccount } from '../postgres/account.ts';
import type { Command, Terminal } from './command.ts';
import { inPortuguese } from './disk-faults.ts';
import { interruptible } from './interruptible.ts';

const USAGE = `Uso: npm run backup [-- --to PASTA]

Copia o site inteiro, no ar ou parado, para BACKUP_DIR (do .env): inscrições,
documentos, contas, registro de acessos. As chaves não vão junto. Guarda as BACKUP_KEEP
cópias mais novas e, uma vez por semana, ensaia a volta da última.

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
  run: async ([, to], { config, terminal }) => {
    const folder = to ? resolve(to) : config.backupDir;
    if (folder === null) {
      terminal.print(`Diga para onde: BACKUP_DIR no .env, ou --to PASTA.\n\n${USAGE}`);
      return 2;
    }
    requireInstallation(config);
    refuseRootOfAnother(config.dataDir);
    if (isInside(config.dataDir, folder))
      throw new Refused(
        `A pasta ${folder} fica dentro de DATA_DIR, e se perderia com ela. Nada foi copiado. Escolha outra, de preferência em outro disco.`,
      );
    if (config.backupKey && !isRecipient(config.backupKey))
      throw new ConfigError('BACKUP_KEY', 'use a chave pública inteira, que começa com age1');
    terminal.background?.();
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

/** A connection of its own; `work` gets it to itself. */
export async function withClient<T>(
  login: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(login);
  client.on('error', () => {}); // the query rejects
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {}); // it was broken
  }
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
    if (due) drilled = (await tellDamaged(client, copy, dataDir, print)) && drilled;
  }
  return { copy, good: whole && drilled };
}

/** The server's PostgreSQL and migrations, for `drill`. */
export const DRILL_TOOLS = { start: startThrowAway, remove: removeThrowAway, migrate, interruptible };

async function tellAndRecord(
  client: pg.Client,
  tipo: 'copia' | 'avulsa',
  { manifest, documents }: MadeCopy,
  took: number,
  print: Terminal['print'],
): Promise<boolean> {
  const inscricoes =
    manifest.tabelas.find(({ tabela }) => tabela === 'public.inscricoes_projeto')?.linhas ?? 0;
  const documentos = documents.filter(({ guardado }) => guardado).length;
  const lost = documents.filter(({ falta }) => falta === 'sumiu' || falta === 'diferente');
  const codigo = lost.length > 0 ? 'documentos' : null;
  await recordOutcome(client, { tipo, codigo, inscricoes, documentos });
  const seconds = (took / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  print(`Cópia feita em ${seconds} s: ${inscricoes} inscrições e ${documentos} documentos.`);
  if (lost.length === 0) return true;
  const nowhere = lost.filter(({ guardado }) => !guardado).length;
  print(
    `Atenção: ${lost.length} documentos do site faltam ou foram estragados em DATA_DIR/documents; ` +
      `${nowhere} deles esta cópia também não tem. O resto da cópia está inteiro.`,
  );
  for (const { versao, envio, falta } of lost.slice(0, 10))
    print(
      `  ${versao} (envio ${envio ?? '?'}): ${falta === 'sumiu' ? 'sumiu' : 'está diferente do que foi enviado'}`,
    );
  return false;
}

/** Records a drill and says what came of it; false when the copy is damaged. */
async function drillAndRecord(
  client: pg.Client,
  work: () => ReturnType<typeof drill>,
  print: Terminal['print'],
): Promise<boolean> {
  if (!hasEmbedded()) {
    print('O ensaio ficou de fora: não há PostgreSQL embutido para este sistema.');
    return true;
  }
  try {
    const { enrolments, documents } = await work();
    await recordOutcome(client, {
      tipo: 'ensaio',
      codigo: null,
      inscricoes: enrolments,
      documentos: documents.length,
    });
    print(`Ensaio: a cópia foi carregada num banco à parte e conferida (${enrolments} inscrições).`);
    return true;
  } catch (error) {
    const codigo = error instanceof CopyDamaged ? 'parte' : 'falha';
    await recordOutcome(client, { tipo: 'ensaio', codigo, inscricoes: null, documentos: null });
    print(`O ensaio falhou: ${(inPortuguese(error) as Error).message}`);
    return false;
  }
}

/** Reads every file of the newest copy again; false, with the names, when one is damaged. */
async function tellDamaged(
  client: pg.Client,
  { path, manifest }: MadeCopy,
  dataDir: string,
  print: Terminal['print'],
): Promise<boolean> {
  const { damaged } = await checkCopy(path, manifest, readErasures(dataDir));
  if (damaged.length === 0) return true;
  await recordOutcome(client, { tipo: 'ensaio', codigo: 'parte', inscricoes: null, documentos: null });
  print(`O ensaio achou partes estragadas: ${inShort(damaged)}.`);
  return false;
}
