import type pg from 'pg';
import { actionsThat } from '../../../content/audit.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import type { Config } from '../../core/context.ts';
import type { Installation } from '../../core/installation.ts';
import { named, Refused } from '../../core/refused.ts';
import { type Copy, readCopies } from '../copy/copies-folder.ts';
import { countInWords, updateFolder } from '../open/backup-before-update.ts';
import { missingMigrations } from '../open/migrate.ts';
import { hasAllMigrations } from '../open/migrations.ts';
import { erasuresFor, requireWhole } from './check-copy.ts';
import type { Finished } from './recorded-copy.ts';

/**
 * The way back to the version before (decision 148): `copied` a stopped site as it is, tells what came since the
 * copy from before the update, and how that one is served again. Nothing of the site is changed. Throws Refused,
 * with nothing done, when there is no way.
 */
export async function goBack(
  client: pg.Client,
  installation: Installation,
  config: Config,
  print: (line: string) => void,
  copied: () => Promise<Finished>,
): Promise<Finished> {
  if ((await missingMigrations(client)).length > 0)
    throw new Refused(
      `Este banco ainda é da versão anterior${named(installation.versao)}, que o serve como está. Nada foi mudado.`,
    );
  const before = findCopyBefore(config, installation);
  const erasures = erasuresFor(before.path, before.manifest, { dataDir: config.dataDir, without: false });
  await requireWhole(before.path, before.manifest, erasures);
  const now = await copied();
  print(await wayInWords(client, before, now.path, config));
  return now;
}

/** The newest copy of this site with fewer migrations, where an update makes it: without BACKUP_DIR, or with it. */
function findCopyBefore(config: Config, { id, geracao }: Installation): Copy {
  const folders = [updateFolder(config), config.backupDir].filter((folder) => folder !== null);
  const [newest] = folders
    .flatMap((folder) => readCopies(folder, id))
    .filter(({ manifest }) => manifest.instalacao.geracao <= geracao && !hasAllMigrations(manifest.migracoes))
    .sort((one, other) => (one.manifest.momento < other.manifest.momento ? 1 : -1));
  if (newest) return newest;
  throw new Refused(
    `Não há uma cópia de antes de atualizar em ${folders.join(' nem em ')}. Nada foi mudado. Devolva-a à pasta em que estava.`,
  );
}

/** What a site would lose by going back to a copy, and how; what lies in the bin is no loss. */
async function wayInWords(
  client: pg.ClientBase,
  { path, manifest: { momento, auditoria, versao, destinatario } }: Copy,
  now: string,
  { dataDir, databaseUrl }: Config,
): Promise<string> {
  const { rows } = await client.query<{ enrolments: number; documents: number; acts: number }>(
    `select
       (select count(*)::integer from public.inscricoes_projeto i
         where i.created_at > $1 and not private.na_lixeira(i.id)) as enrolments,
       (select count(*)::integer from storage.objects o
         where o.created_at > $1 and not private.documento_na_lixeira(o.name)) as documents,
       (select count(*)::integer from private.auditoria where numero > $2 and acao = any ($3)) as acts`,
    [momento, auditoria.ultimo, actionsThat('change')],
  );
  const { enrolments = 0, documents = 0, acts = 0 } = rows[0] ?? {};
  const emptyDatabase = databaseUrl ? ' e, em DATABASE_URL, o endereço de um banco vazio' : '';
  const key = destinatario === null ? '' : ' --identity ARQUIVO';
  return (
    `Depois da cópia de antes de atualizar (${brazilianMoment(new Date(momento))}) vieram ${countInWords(enrolments, 'inscrição', 'inscrições')}, ` +
    `${countInWords(documents, 'documento', 'documentos')} e ${countInWords(acts, 'mudança', 'mudanças')} em inscrições: ` +
    `a versão anterior não as terá. Estão na cópia que acaba de ser feita, ${now}. Nada foi mudado; para ficar com elas, inicie de novo como estava.\n\n` +
    `Para ir adiante (docs/operar.md, «Voltar à versão anterior»): no .env, DATA_DIR=${dataDir}-de-volta${emptyDatabase}; ` +
    `git fetch --tags && git checkout v${versao}; npm run restore -- "${path}"${key}; npm start. ` +
    `${dataDir} fica como está, e não deve ser iniciada outra vez.`
  );
}
