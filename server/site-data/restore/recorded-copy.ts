import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../core/context.ts';
import {
  noteUse,
  readCopies,
  refuseEmptied,
  removeOldCopies,
  removeUnlisted,
} from '../copy/copies-folder.ts';
import { inPortuguese } from '../copy/disk.ts';
import { type Erasure, readErasures } from '../copy/erasure-list.ts';
import { takeableSince } from '../copy/erasures.ts';
import { type CopyOrder, type MadeCopy, makeCopy, type Source } from '../copy/make-copy.ts';
import { CopyDamaged, inShort } from '../copy/manifest.ts';
import { readPart } from '../copy/part-file.ts';
import { CopyRefused, isDrillDue, recordOutcome } from '../copy/record.ts';
import type { OpenTable } from '../copy/tables.ts';
import { interruptible } from '../open/interruptible.ts';
import { migrate } from '../open/migrate.ts';
import { hasEmbedded, removeThrowAway, startThrowAway } from '../open/throw-away-database.ts';
import { checkCopy } from './check-copy.ts';
import { drill } from './drill.ts';

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

/** The server's PostgreSQL and migrations, for `drill`. */
export const DRILL_TOOLS = { start: startThrowAway, remove: removeThrowAway, migrate, interruptible };

/** What was asked for. */
export type BackupOrder = {
  config: Config;
  folder: string;
  /** To BACKUP_DIR: old copies are removed, and once a week the new one is drilled. */
  nightly: boolean;
  print: (line: string) => void;
};

/** What is copied. */
type Home = {
  /** Holds `lockBackups`. */
  client: pg.Client;
  /** For a connection of its own, which records a failure also when `client` is broken. */
  login: pg.ClientConfig;
  installation: CopyOrder['installation'];
  /** A project of Supabase; the site of DATA_DIR when it is not given. */
  project?: () => Promise<Source>;
};

/** `good` is false when documents are lost or the drill failed. */
export type Finished = { copy: MadeCopy; good: boolean };

/** Makes a copy, records what came of it, and says what it holds. Throws what stopped it, in Portuguese. */
export async function copyAndRecord({
  client,
  login,
  config,
  installation,
  folder,
  nightly,
  project,
  print,
}: BackupOrder & Home): Promise<Finished> {
  const { dataDir, backupKey } = config;
  const tipo = nightly ? 'copia' : 'avulsa';
  const erasures = () => readErasures(project ? folder : dataDir);
  const began = performance.now();
  const due = nightly && (await isDrillDue(client));
  const rehearse = (of: Parameters<typeof drill>[0]) =>
    drillAndRecord(
      client,
      () => drill(of, { erasures: erasures(), giveBackFrom: null }, dataDir, DRILL_TOOLS),
      print,
    );
  const partsIn =
    (path: string): OpenTable =>
    async ({ arquivo }) =>
      readPart(join(path, arquivo));
  let drilled = true;
  let copy: MadeCopy;
  try {
    if (nightly) refuseEmptied(dataDir, folder);
    copy = await makeCopy({
      client,
      dataDir,
      installation,
      ...(project && { source: await project() }),
      folder,
      anyFolder: !nightly,
      recipient: backupKey,
      beforeEncrypting: async (staged, manifest, documents) => {
        if (due) drilled = await rehearse({ manifest, documents, openTable: partsIn(staged) });
      },
    });
  } catch (error) {
    const codigo = error instanceof CopyRefused ? error.codigo : 'falha';
    const outcome = { tipo, codigo, inscricoes: null, documentos: null } as const;
    await withClient(login, (other) => recordOutcome(other, outcome)).catch(() => {}); // said below
    throw inPortuguese(error);
  }
  const where = project ? 'o projeto' : 'DATA_DIR/documents';
  const whole = await tellAndRecord(client, tipo, copy, performance.now() - began, where, print);
  const copies = readCopies(folder, installation.id);
  const left = nightly
    ? await removeOldCopies(copies, config.backupCopies, copy.name, takeableSince(erasures()))
    : copies;
  await removeUnlisted(folder, left); // also what a killed backup had copied and no list names
  if (folder === config.backupDir) noteUse(dataDir, folder);
  if (due && !backupKey) drilled = await rehearse({ ...copy, openTable: partsIn(copy.path) });
  if (due) drilled = (await tellDamaged(client, copy, erasures(), print)) && drilled;
  return { copy, good: whole && drilled };
}

/** Records a copy and says what it holds; false when the site has lost documents. */
async function tellAndRecord(
  client: pg.Client,
  tipo: 'copia' | 'avulsa',
  { manifest, documents }: MadeCopy,
  took: number,
  where: string,
  print: (line: string) => void,
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
    `Atenção: ${lost.length} documentos do site faltam ou foram estragados em ${where}; ` +
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
  print: (line: string) => void,
): Promise<boolean> {
  if (!hasEmbedded()) {
    print('O ensaio ficou de fora: não há PostgreSQL embutido para este sistema.');
    return true;
  }
  try {
    const { enrolments, documents, missing } = await work();
    const counts = { inscricoes: enrolments, documentos: documents.length - missing.length };
    await recordOutcome(client, { tipo: 'ensaio', codigo: null, ...counts });
    print(`Ensaio: a cópia foi carregada num banco à parte e conferida (${enrolments} inscrições).`);
    if (missing.length === 0) return true;
    await recordOutcome(client, { tipo: 'ensaio', codigo: 'documentos', ...counts });
    print(`O ensaio achou a cópia incompleta: faltam ${missing.length} documentos.`);
    return false;
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
  erasures: readonly Erasure[],
  print: (line: string) => void,
): Promise<boolean> {
  const { damaged, lost } = await checkCopy(path, manifest, erasures);
  damaged.push(...lost);
  if (damaged.length === 0) return true;
  await recordOutcome(client, { tipo: 'ensaio', codigo: 'parte', inscricoes: null, documentos: null });
  print(`O ensaio achou partes estragadas: ${inShort(damaged)}.`);
  return false;
}
