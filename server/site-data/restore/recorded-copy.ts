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
import { readErasures } from '../copy/erasure-list.ts';
import { lockBackups, type MadeCopy, makeCopy, type Origin } from '../copy/make-copy.ts';
import { CopyDamaged, inShort } from '../copy/manifest.ts';
import { CopyRefused, isDrillDue, type Outcome, recordOutcome } from '../copy/record.ts';
import { checkCopy } from './check-copy.ts';
import { drill, hasEmbedded } from './drill.ts';
import type { WholeCopy } from './whole-copy.ts';

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
  await lockBackups(client);
  const due = nightly && (await isDrillDue(client));
  let drilled = true;
  const rehearse = async (copy: Omit<MadeCopy, 'name'>) => {
    const plain = { ...copy, erasures: erasures(), newest: null, identity: null };
    drilled = await drillAndRecord(client, plain, config, print);
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
  const { manifest, documents } = copy;
  const inscricoes = manifest.tabelas.find(({ tabela }) => tabela === 'public.inscricoes_projeto')?.linhas;
  const documentos = documents.filter(({ guardado }) => guardado).length;
  const lost = documents.filter(({ falta }) => falta === 'sumiu' || falta === 'diferente').length;
  const codigo = lost > 0 ? 'documentos' : null;
  const fora = site.home === null || isElsewhere(folder, dataDir); // a project's data is on no disk of this machine
  await recordOutcome(client, { tipo, fora, codigo, inscricoes, documentos });
  print(`Cópia feita: ${inscricoes} inscrições e ${documentos} documentos.`);
  if (manifest.textos_e_fotos?.linhas === 0)
    print('Atenção: os textos e as fotos (content/ e fotos/) não estão na cópia: rode na pasta do projeto.');
  if (lost > 0)
    print(
      `Atenção: ${lost} documentos do site faltam ou foram estragados em ${site.where}. O resto da cópia está inteiro.`,
    );
  const copies = readCopies(folder, site.installation.id);
  const key = keyOfCopies(copies);
  if (!backupKey && key !== null)
    print(
      `Atenção: esta cópia não está cifrada, e as de antes nesta pasta estão. Para as próximas, ponha no .env BACKUP_KEY=${key}`,
    );
  const left = nightly ? await removeOldCopies(copies, config.backupCopies, copy.name) : copies;
  await removeUnlisted(folder, left); // also what a killed backup had copied and no list names
  if (folder === config.backupDir) noteUse(dataDir, folder);
  if (due) {
    if (!backupKey) await rehearse(copy);
    const found = await checkCopy(copy.path, manifest, erasures()); // what it shares with earlier copies too
    const damaged = [...found.damaged, ...found.lost];
    if (damaged.length > 0) {
      drilled = false;
      await recordOutcome(client, { tipo: 'ensaio', codigo: 'parte' });
      print(`O ensaio achou partes estragadas: ${inShort(damaged)}.`);
    }
  }
  return { path: copy.path, good: lost === 0 && drilled };
}

/** Drills a copy, records that and says what came of it; false when it would not come back whole. */
async function drillAndRecord(
  client: pg.Client,
  copy: WholeCopy,
  config: Config,
  print: (line: string) => void,
): Promise<boolean> {
  if (!hasEmbedded(config)) {
    print('O ensaio ficou de fora: não há PostgreSQL embutido para este sistema.');
    return true;
  }
  const record = (codigo: string | null, counts?: Pick<Outcome, 'inscricoes' | 'documentos'>) =>
    recordOutcome(client, { tipo: 'ensaio', codigo, ...counts });
  try {
    const { enrolments, documents, missing } = await drill(copy, config);
    const counts = { inscricoes: enrolments, documentos: documents.length - missing.length };
    await record(null, counts);
    print(`Ensaio: a cópia foi carregada num banco à parte e conferida (${enrolments} inscrições).`);
    if (missing.length === 0) return true;
    await record('documentos', counts);
    print(`O ensaio achou a cópia incompleta: faltam ${missing.length} documentos.`);
  } catch (error) {
    await record(error instanceof CopyDamaged ? 'parte' : 'falha');
    print(`O ensaio falhou: ${(inPortuguese(error) as Error).message}`);
  }
  return false;
}
