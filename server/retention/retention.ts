import type { RetentionBrake } from '../../domain/desk/brake.ts';
import type { AppContext } from '../core/context.ts';
import { removeUnclaimed } from '../storage/leftovers.ts';
import { purgeErasedBytes } from './purge-erased-bytes.ts';

/**
 * How many a run erased: enrolments, documents of enrolments that stay, unclaimed files.
 * With `freio` it stopped there, and why; with `toPurge` the erased bytes are still in PostgreSQL's files.
 */
export type Erased = {
  inscricoes: number;
  documentos: number;
  envios: number;
  freio?: RetentionBrake;
  toPurge?: true;
};

/** What one batch erased; with `freio` nothing, because a person has to confirm the date. */
export type Batch = Pick<Erased, 'inscricoes' | 'documentos'> & { freio: RetentionBrake | null };

type RetentionContext = Pick<AppContext, 'database' | 'documentsDir' | 'log'>;

/** Rows per transaction; an interrupted run is continued by the next one. */
const BATCH = 100;

/**
 * Erases what has expired by the settings of private.configuracao: rows, then files,
 * then their remains in PostgreSQL's own files. Records the run, and logs the end of
 * the audit chain, so that it is stored outside the database too. A run that waits for a
 * person does nothing of that.
 */
export async function retain(context: RetentionContext, batch = BATCH): Promise<Erased> {
  const { database } = context;
  const erased: Erased = { inscricoes: 0, documentos: 0, envios: 0 };
  for (;;) {
    const { rows } = await database.query<Batch>('select * from private.apagar_vencidas($1)', [batch]);
    const { inscricoes, documentos, freio } = rows[0] ?? { inscricoes: 0, documentos: 0, freio: null };
    if (freio) return { ...erased, freio };
    if (inscricoes + documentos === 0) break;
    erased.inscricoes += inscricoes;
    erased.documentos += documentos;
  }
  const removed = await removeUnclaimed(context);
  const since = await erasedSince(context);
  erased.envios = removed + since.envios;
  const purged = (removed === 0 && !since.toPurge) || (await purgeErasedBytes(context));
  if (!purged) erased.toPurge = true;
  await recordRun(context, erased);
  return erased;
}

/** Writes a run's audit entry, and the end of the audit chain to the log. */
async function recordRun(
  { database, log }: Pick<RetentionContext, 'database' | 'log'>,
  erased: Erased,
): Promise<void> {
  const { inscricoes, documentos, envios, toPurge = false } = erased;
  const counted = [inscricoes, documentos, envios, toPurge];
  await database.query('select private.encerrar_prazos($1, $2, $3, $4)', counted);
  const { rows: ends } = await database.query<{ ultimo: string; elo: string }>(
    `select ultimo, encode(ultimo_elo, 'hex') as elo from private.auditoria_pontas`,
  );
  log.info({ ...erased, audit: ends[0] }, 'retention');
}

/**
 * `retain`, unless a server of this database has done it today (day in Brazil); once more
 * when somebody has confirmed the date since. A run in the future, where a wrong clock was, is not
 * today's. Where today's run left erased bytes, only those are purged, and recorded once they are.
 * False while some are left.
 */
export async function retainDaily(context: RetentionContext): Promise<boolean> {
  return context.database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean; done: boolean; toPurge: boolean }>(`
      select pg_try_advisory_xact_lock(hashtext('construindo-campeoes retention')) as mine,
        not exists (select from private.freio) and count(*) > 0 as done,
        coalesce((array_agg(detalhes ? 'a_limpar' order by numero desc))[1], false) as "toPurge"
      from private.auditoria where acao = 'retencao' and quem is null
        and (momento at time zone 'America/Sao_Paulo')::date = (now() at time zone 'America/Sao_Paulo')::date`);
    const { mine, done, toPurge } = rows[0] ?? { mine: false, done: false, toPurge: false };
    if (!mine) return true;
    if (!done) return !(await retain(context)).toPurge;
    if (!toPurge) return true;
    if (!(await purgeErasedBytes(context))) return false;
    await recordRun(context, { inscricoes: 0, documentos: 0, envios: 0 });
    return true;
  });
}

/**
 * Between the runs: removes unclaimed documents and records how many in the same
 * transaction, so that the next run counts them and purges their remains.
 */
export async function removeUnclaimedDocuments(context: RetentionContext): Promise<void> {
  await removeUnclaimed(context, (tx, envios) =>
    tx.query(`select private.anotar('apagou_documento_pelo_prazo', detalhes => $1)`, [{ envios }]),
  );
}

/**
 * `toPurge`: something was erased, also by hand, since the last run that purged
 * everything. Runs recorded for an administrator (`quem`) do not count: those are
 * Supabase's, which purge nothing. `envios`: documents that
 * `removeUnclaimedDocuments` has removed since the last run.
 */
async function erasedSince({ database }: RetentionContext): Promise<{ toPurge: boolean; envios: number }> {
  const { rows } = await database.query<{ toPurge: boolean; envios: number }>(`
    with corridas as (
      select coalesce(max(numero), 0) as ultima,
        coalesce(max(numero) filter (where not detalhes ? 'a_limpar'), 0) as limpa
      from private.auditoria where acao = 'retencao' and quem is null
    )
    select count(*) > 0 as "toPurge",
      coalesce(sum((detalhes ->> 'envios')::integer)
        filter (where acao = 'apagou_documento_pelo_prazo' and numero > ultima), 0)::integer as envios
    from private.auditoria, corridas
    where (acao like 'apagou%' or acao = 'retencao' and quem is null) and numero > limpa`);
  return rows[0] ?? { toPurge: false, envios: 0 };
}
