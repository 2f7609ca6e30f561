import type pg from 'pg';
import type { Config } from '../../core/context.ts';
import { withClient } from '../copy/client.ts';
import {
  isElsewhere,
  keyOfCopies,
  noteUse,
  readCopies,
  refuseEmptied,
  removeOldCopies,
  removeUnlisted,
} from '../copy/copies-folder.ts';
import { inPortuguese } from '../copy/disk.ts';
import { type Erasure, readErasures } from '../copy/erasure-list.ts';
import { type MadeCopy, makeCopy, type Origin } from '../copy/make-copy.ts';
import { CopyDamaged, inShort } from '../copy/manifest.ts';
import { CopyRefused, isDrillDue, type Outcome, recordOutcome } from '../copy/record.ts';
import { checkCopy, tablesOf } from './check-copy.ts';
import { drill, hasEmbedded } from './drill.ts';

/** The backup to make. */
export type BackupOrder = {
  config: Config;
  folder: string;
  /** To BACKUP_DIR: old copies are removed, and once a week the new one is drilled. */
  nightly: boolean;
  print: (line: string) => void;
};

/** The copy's folder; `good` is false when documents are lost or the drill failed. */
export type Finished = { path: string; good: boolean };

/**
 * Makes a copy, records what came of it, and says what it holds. `login` is for a connection of
 * its own, which records a failure also when the site's is broken. Throws what stopped it, in Portuguese.
 */
export async function copyAndRecord(
  login: pg.ClientConfig,
  site: Origin,
  { config, folder, nightly, print }: BackupOrder,
): Promise<Finished> {
  const { client } = site;
  const { dataDir, backupKey } = config;
  const tipo = nightly ? 'copia' : 'avulsa';
  const erasures = () => readErasures(folder);
  const began = performance.now();
  const due = nightly && (await isDrillDue(client));
  let drilled = true;
  const rehearse = async (copy: Omit<MadeCopy, 'name'>) => {
    drilled = await drillAndRecord(client, copy, erasures(), config, print);
  };
  let copy: MadeCopy;
  try {
    if (nightly) refuseEmptied(dataDir, folder);
    copy = await makeCopy(site, {
      dataDir,
      folder,
      recipient: backupKey,
      beforeEncrypting: async (staged) => {
        if (due) await rehearse(staged);
      },
    });
  } catch (error) {
    const codigo = error instanceof CopyRefused ? error.codigo : 'falha';
    await withClient(login, (other) => recordOutcome(other, { tipo, codigo })).catch(() => {}); // said below
    throw inPortuguese(error);
  }
  const fora = site.home === null || isElsewhere(folder, dataDir); // a project's data is on no disk of this machine
  const took = performance.now() - began;
  const whole = await tellAndRecord(client, { tipo, fora }, copy, took, site.where, print);
  const copies = readCopies(folder, site.installation.id);
  const key = keyOfCopies(copies);
  if (!backupKey && key !== null)
    print(
      `Atenção: esta cópia não está cifrada, e as de antes nesta pasta estão. Para as próximas, ponha no .env BACKUP_KEY=${key}`,
    );
  const left = nightly ? await removeOldCopies(copies, config.backupCopies, copy.name) : copies;
  await removeUnlisted(folder, left); // also what a killed backup had copied and no list names
  if (folder === config.backupDir) noteUse(dataDir, folder);
  if (due && !backupKey) await rehearse(copy);
  if (due) drilled = (await tellDamaged(client, copy, erasures(), print)) && drilled;
  return { path: copy.path, good: whole && drilled };
}

/** Records a copy and says what it holds; false when the site has lost documents. */
async function tellAndRecord(
  client: pg.Client,
  kind: Pick<Outcome, 'tipo' | 'fora'>,
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
  await recordOutcome(client, { ...kind, codigo, inscricoes, documentos });
  const seconds = (took / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  print(`Cópia feita em ${seconds} s: ${inscricoes} inscrições e ${documentos} documentos.`);
  if (manifest.textos_e_fotos?.linhas === 0)
    print('Atenção: os textos e as fotos (content/ e fotos/) não estão na cópia: rode na pasta do projeto.');
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
  copy: Omit<MadeCopy, 'name'>,
  erasures: readonly Erasure[],
  config: Config,
  print: (line: string) => void,
): Promise<boolean> {
  if (!hasEmbedded(config)) {
    print('O ensaio ficou de fora: não há PostgreSQL embutido para este sistema.');
    return true;
  }
  try {
    const openTable = tablesOf({ path: copy.path, identity: null });
    const since = { erasures, giveBackFrom: null };
    const { enrolments, documents, missing } = await drill({ ...copy, openTable }, since, config);
    const counts = { inscricoes: enrolments, documentos: documents.length - missing.length };
    await recordOutcome(client, { tipo: 'ensaio', codigo: null, ...counts });
    print(`Ensaio: a cópia foi carregada num banco à parte e conferida (${enrolments} inscrições).`);
    if (missing.length === 0) return true;
    await recordOutcome(client, { tipo: 'ensaio', codigo: 'documentos', ...counts });
    print(`O ensaio achou a cópia incompleta: faltam ${missing.length} documentos.`);
    return false;
  } catch (error) {
    const codigo = error instanceof CopyDamaged ? 'parte' : 'falha';
    await recordOutcome(client, { tipo: 'ensaio', codigo });
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
  await recordOutcome(client, { tipo: 'ensaio', codigo: 'parte' });
  print(`O ensaio achou partes estragadas: ${inShort(damaged)}.`);
  return false;
}
