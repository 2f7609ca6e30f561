import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type pg from 'pg';
import { brazilianMoment } from '../../../domain/dates.ts';
import type { Transaction } from '../../core/database.ts';
import { type Installation, readInstallation, writeInstallation } from '../../core/installation.ts';
import { Refused } from '../../core/refused.ts';
import { VERSION } from '../../core/sources.ts';
import { hasTable } from '../copy/client.ts';
import { folderNumber } from '../copy/copies-folder.ts';

/** The row of servidor.instalacao. */
type Row = {
  id: string;
  geracao: number;
  /** Databases of before 1.1.0 have no such column. */
  versao?: string;
  segredo: string;
  /** The data folder of the last start, by its number on its disk and by its name. */
  arquivo: string;
  pasta: string;
  desde: Date;
  faltam: number;
  sobram: number;
};

/** What is compared at a start. */
type StartFacts = {
  dataDir: string;
  /** What the folder says; null for a new one. */
  installation: Installation | null;
  /** Fingerprint of the keys in use; null before there are any. */
  secret: string | null;
  /** The database lies inside the data folder, so it came with it. */
  inside: boolean;
  /** Another server serves this database now. */
  live: boolean;
};

/**
 * Compares folder and database before anything of either is changed. Throws Refused, in
 * one sentence, when they are not of one site, one of them is older than the other, the folder is a
 * copy of the one in use, or a server with other keys is live on it.
 */
export async function refuseOtherSite(client: pg.ClientBase, facts: StartFacts): Promise<void> {
  const { dataDir, installation } = facts;
  if (installation?.restaurando)
    throw new Refused(
      `A volta da cópia ${installation.restaurando} para ${dataDir} não terminou, e nada é servido pela metade. ` +
        'Rode o mesmo npm run restore de novo, e depois inicie.',
    );
  const row = await readRow(client);
  if (!row) {
    if (!installation) return;
    throw new Refused(
      `A pasta ${dataDir} é de um site que já existe, mas este banco de dados está vazio ou não é o dele. Nada foi mudado. ` +
        'Confira DATABASE_URL; para levar o site para outro banco, use npm run backup e npm run restore, numa DATA_DIR nova.',
    );
  }
  if (installation && !existsSync(join(dataDir, 'documents'))) throw new Refused(noDocuments(dataDir));
  if (!installation) {
    if (facts.inside || isSameFolder(dataDir, row)) return;
    throw new Refused(
      `Este banco de dados é de um site cujas chaves e documentos estão em ${row.pasta}, e DATA_DIR é outra pasta (${dataDir}). Nada foi mudado. ` +
        'Use a pasta dele (de outra máquina, pela rede: os servidores de um site usam a mesma pasta); se ela se perdeu, volte uma cópia de segurança num banco vazio, ou rode npm run data -- --here.',
    );
  }
  const other = otherSite(dataDir, installation, row);
  if (other) throw new Refused(other);
  if (facts.live && row.segredo !== facts.secret)
    throw new Refused(
      `Outro servidor deste site está no ar com outras chaves (de ${row.pasta}). Nada foi mudado. ` +
        'Dê aos dois o mesmo JWT_SECRET e a mesma ANON_KEY, ou pare o outro.',
    );
  const elsewhere = !facts.inside && folderHere(row) === null; // nothing here can say whether it is in use
  if (!isSameFolder(dataDir, row) && (facts.live || isThere(row) || elsewhere))
    throw new Refused(
      `Os documentos deste banco estão em ${row.pasta} (desde ${brazilianMoment(row.desde)}), e ${dataDir} é uma cópia dessa pasta. Nada foi mudado. ` +
        'Use aquela; para um site de teste, npm run backup e npm run restore -- CÓPIA --copy, noutra DATA_DIR; se é esta a certa, npm run data -- --here.',
    );
}

/** Why a folder and a database do not belong together, as a sentence; null when they do. */
export function otherSite(
  dataDir: string,
  { id, geracao }: Pick<Installation, 'id' | 'geracao'>,
  row: Row,
): string | null {
  if (id !== row.id)
    return `A pasta ${dataDir} é de um site e este banco de dados é de outro (o de ${row.pasta}). Nada foi mudado. Confira DATA_DIR e DATABASE_URL: cada banco só serve com a sua pasta.`;
  if (geracao === row.geracao) return null;
  return `A pasta ${dataDir} e este banco de dados são do mesmo site, mas uma cópia de segurança voltou só num dos dois. Nada foi mudado. Use a pasta e o banco da volta mais nova, juntos.`;
}

/** What is said of a data folder whose folder of documents is gone. */
export const noDocuments = (dataDir: string) =>
  `A pasta dos documentos, ${join(dataDir, 'documents')}, não existe. Nada foi mudado. ` +
  'Traga-a de onde a pasta de dados veio, ou volte uma cópia de segurança numa DATA_DIR nova; se ela se perdeu, npm run data -- --here segue sem os documentos.';

/**
 * Claims database and folder for this start: writes the identity into both. With `above` the generation becomes
 * higher than it and than both present ones, so that every other folder is refused. `missing` and `unknown`: how many
 * documents without a file, and files without a row, later starts accept.
 */
export async function claim(
  client: pg.ClientBase,
  site: Omit<StartFacts, 'inside' | 'secret'> & {
    secret: string;
    /** The id of a new site. */
    id: string;
    place: string;
    above?: number;
    missing?: number;
    unknown?: number;
  },
): Promise<Installation> {
  const { dataDir, installation, secret, live, id, place, above } = site;
  const row = await readRow(client);
  const now: Installation = {
    id: installation?.id ?? row?.id ?? id,
    geracao:
      Math.max(installation?.geracao ?? 1, row?.geracao ?? 1, above ?? 1) + (above === undefined ? 0 : 1),
    versao: VERSION,
    segredo: secret,
    banco: place,
  };
  mkdirSync(join(dataDir, 'documents'), { recursive: true, mode: 0o700 });
  if (!live)
    await client.query(
      // marca is not asked any more
      `insert into servidor.instalacao (id, geracao, versao, segredo, marca, arquivo, pasta, faltam, sobram)
       values ($1, $2, $3, $4, gen_random_uuid(), $5, $6, $7, $8)
       on conflict (unica) do update set id = excluded.id, geracao = excluded.geracao, versao = excluded.versao,
         segredo = excluded.segredo, arquivo = excluded.arquivo, pasta = excluded.pasta, desde = now(),
         faltam = excluded.faltam, sobram = excluded.sobram`,
      [
        now.id,
        now.geracao,
        now.versao,
        now.segredo,
        folderNumber(dataDir),
        folderInWords(dataDir),
        site.missing ?? row?.faltam ?? 0,
        site.unknown ?? row?.sobram ?? 0,
      ],
    );
  if (isAbsolute(place)) writeInstallation(dirname(resolve(dataDir, place)), now);
  if (!same(installation, now)) writeInstallation(dataDir, now);
  return now;
}

/** A disk's own folder has the same number on every disk, and so says nothing: 1 or 2. */
const DISK_NUMBERS = ['1', '2'];

/**
 * True when `row` was written for this very folder, not for one that it was copied from: by its name, or by its number,
 * as once renamed or on another machine by the network.
 */
export function isSameFolder(dataDir: string, row: Pick<Row, 'arquivo' | 'pasta'>): boolean {
  if (row.pasta === folderInWords(dataDir)) return true;
  if (row.arquivo !== folderNumber(dataDir) || DISK_NUMBERS.includes(row.arquivo)) return false;
  const [recorded, folder] = [folderHere(row), statSync(dataDir)];
  const there = recorded && statSync(recorded, { throwIfNoEntry: false });
  return !there || (there.dev === folder.dev && there.ino === folder.ino);
}

/** True when the folder that a row was written for is another one of this machine, with the same site in it: it was not renamed. */
function isThere(row: Pick<Row, 'pasta' | 'id'>): boolean {
  const folder = folderHere(row);
  return folder !== null && readInstallation(folder)?.id === row.id;
}

/** The folder that a row was written for; null on another machine. */
function folderHere({ pasta }: Pick<Row, 'pasta'>): string | null {
  const [host, folder = ''] = pasta.split(/:(.*)/s);
  return host === hostname() ? folder : null;
}

/** Machine and folder, for the sentences above. */
function folderInWords(dataDir: string): string {
  return `${hostname()}:${realpathSync(dataDir)}`;
}

/** Null before the first start. */
export async function readRow(client: Pick<Transaction, 'query'>): Promise<Row | null> {
  if (!(await hasTable(client, 'servidor.instalacao'))) return null;
  const { rows } = await client.query<Row>('select * from servidor.instalacao');
  return rows[0] ?? null;
}

function same(one: Installation | null, other: Installation): boolean {
  return one !== null && JSON.stringify({ ...one, ...other }) === JSON.stringify(one);
}
