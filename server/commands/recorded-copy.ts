import pg from 'pg';
import { checkCopy } from '../backup/check-copy.ts';
import type { drill } from '../backup/drill.ts';
import type { Erasure } from '../backup/erasure-list.ts';
import type { MadeCopy } from '../backup/make-copy.ts';
import { CopyDamaged, inShort } from '../backup/manifest.ts';
import { recordOutcome } from '../backup/record.ts';
import { migrate } from '../data/migrate.ts';
import { hasEmbedded, removeThrowAway, startThrowAway } from '../data/throw-away-database.ts';
import type { Terminal } from './command.ts';
import { inPortuguese } from './disk-faults.ts';
import { interruptible } from './interruptible.ts';

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

/** Records a copy and says what it holds; false when the site has lost documents. */
export async function tellAndRecord(
  client: pg.Client,
  tipo: 'copia' | 'avulsa',
  { manifest, documents }: MadeCopy,
  took: number,
  print: Terminal['print'],
  where = 'DATA_DIR/documents',
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
export async function drillAndRecord(
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
export async function tellDamaged(
  client: pg.Client,
  { path, manifest }: MadeCopy,
  erasures: readonly Erasure[],
  print: Terminal['print'],
): Promise<boolean> {
  const { damaged } = await checkCopy(path, manifest, erasures);
  if (damaged.length === 0) return true;
  await recordOutcome(client, { tipo: 'ensaio', codigo: 'parte', inscricoes: null, documentos: null });
  print(`O ensaio achou partes estragadas: ${inShort(damaged)}.`);
  return false;
}
