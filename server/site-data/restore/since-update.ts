import type pg from 'pg';
import { actionsThat } from '../../../content/audit.ts';
import type { Config } from '../../core/context.ts';
import { Refused } from '../../core/refused.ts';
import { readCopies } from '../copy/copies-folder.ts';
import { type Manifest, readManifest } from '../copy/manifest.ts';
import { updateFolder } from '../open/backup-before-update.ts';
import { hasAllMigrations } from '../open/migrations.ts';
import { readRows } from './copied-rows.ts';
import type { WholeCopy } from './restore-copy.ts';

/**
 * The newest copy of what this database was before this version's migrations, or the `given` one.
 * Throws Refused when there is none, or the given one is another.
 */
export async function findCopyBefore(
  client: pg.ClientBase,
  config: Config,
  id: string,
  given: string | null,
): Promise<string> {
  if (given !== null) {
    const manifest = readManifest(given);
    if (manifest.instalacao.id === id && (await isOfThePast(client, manifest))) return given;
    throw new Refused(
      `A cópia ${given} não é deste site, de antes de atualizar. Nada foi mudado. Use a que o início desta versão disse.`,
    );
  }
  const folders = [...new Set([updateFolder(config), config.backupDir ?? updateFolder(config)])];
  const copies = folders.flatMap((folder) => readCopies(folder, id));
  for (const { path, manifest } of copies.sort((one, other) =>
    one.manifest.momento < other.manifest.momento ? 1 : -1,
  ))
    if (await isOfThePast(client, manifest)) return path;
  throw new Refused(
    `Não há uma cópia de antes de atualizar em ${folders.join(' nem em ')}. Nada foi mudado. ` +
      'Se ela está noutro lugar, diga onde: npm run backup -- --voltar PASTA/copia-…',
  );
}

/** Whether this database has gone on from that copy, with more migrations: the end of the copy's audit chain is in its own. */
async function isOfThePast(client: pg.ClientBase, { migracoes, auditoria }: Manifest): Promise<boolean> {
  if (hasAllMigrations(migracoes)) return false;
  const { rows } = await client.query(
    `select from private.auditoria where numero = $1 and elo = decode($2, 'hex')
     union all select from private.auditoria_pontas where antes = $1 and elo_antes = decode($2, 'hex')`,
    [auditoria.ultimo, auditoria.elo],
  );
  return rows.length > 0;
}

/** What a database has that a copy of its past has not. */
export type Losses = { enrolments: number; documents: number; decisions: number; others: number };

/** What people did, apart from looking. */
const DONE = [
  ...actionsThat('change'),
  'preparou_mensagem',
  'criou_conta',
  'deu_acesso',
  'tirou_acesso',
  'trocou_senha',
  'mudou_configuracao',
  'mudou_turma',
];

/**
 * Counts what a site would lose by going back to a copy: enrolments and documents (not those in the bin) that the
 * copy does not have, and acts with a higher number in the audit log than its last. Clocks may be wrong: it compares no times.
 */
export async function countLosses(client: pg.ClientBase, copy: WholeCopy): Promise<Losses> {
  const { rows } = await client.query<Losses>(
    `with feitas as (
       select coalesce(detalhes ->> 'que', '') as que from private.auditoria where numero > $3 and acao = any ($4))
     select
       (select count(*)::integer from public.inscricoes_projeto i
         where not private.na_lixeira(i.id)
         and not exists (select from unnest($1::uuid[]) as c (id) where c.id = i.id)) as enrolments,
       (select count(*)::integer from storage.objects o
         where not private.documento_na_lixeira(o.name)
         and not exists (select from unnest($2::text[]) as c (version) where c.version = o.version)) as documents,
       (select count(*)::integer from feitas where que = 'situacao') as decisions,
       (select count(*)::integer from feitas
         where que not in ('situacao', 'documento-novo', 'documento-anexado')) as others`, // a document is counted as one
    [await idsIn(copy), copy.documents.map(({ versao }) => versao), copy.manifest.auditoria.ultimo, DONE],
  );
  return rows[0] as Losses;
}

/** The ids of a copy's enrolments. */
async function idsIn(copy: WholeCopy): Promise<string[]> {
  const ids: string[] = [];
  for await (const [id = ''] of readRows(copy, 'public.inscricoes_projeto', ['id'])) ids.push(id);
  return ids;
}
