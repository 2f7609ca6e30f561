import type { House } from './core/house.ts';
import { scrub } from './scrub.ts';
import { removeUnclaimed } from './storage/files.ts';

/** What a run erased: enrolments, documents of enrolments that stay, files that belonged to nobody any more. */
export type Erased = { inscricoes: number; documentos: number; envios: number };

/** What a run needs of a house. */
type Kept = Pick<House, 'database' | 'documentsDir' | 'log'>;

/** Each batch is one transaction: whatever ends a run, the next one goes on where it stopped. */
const BATCH = 100;

/**
 * Erases what has had its time by the settings of private.configuracao: rows, then
 * bytes, then what PostgreSQL still holds of them. Writes what it did, and where
 * the audit trail ends, which the log then holds outside the database.
 */
export async function retain(house: Kept, batch = BATCH): Promise<Erased> {
  const { database, log } = house;
  const erased: Erased = { inscricoes: 0, documentos: 0, envios: 0 };
  for (;;) {
    const { rows } = await database.query<{ inscricoes: number; documentos: number }>(
      'select * from private.apagar_vencidas($1)',
      [batch],
    );
    const { inscricoes, documentos } = rows[0] ?? { inscricoes: 0, documentos: 0 };
    if (inscricoes + documentos === 0) break;
    erased.inscricoes += inscricoes;
    erased.documentos += documentos;
  }
  const removed = await removeUnclaimed(house);
  const since = await erasedSince(house);
  erased.envios = removed + since.envios;
  const scrubbed = (removed === 0 && !since.toScrub) || (await scrub(house));
  await database.query('select private.encerrar_prazos($1, $2, $3, $4)', [
    ...Object.values(erased),
    !scrubbed,
  ]);
  const { rows: ends } = await database.query<{ ultimo: string; elo: string }>(
    `select ultimo, encode(ultimo_elo, 'hex') as elo from private.auditoria_pontas`,
  );
  log.info({ ...erased, audit: ends[0] }, 'retention');
  return erased;
}

/** `retain`, unless today's run (by the centre's day) was already, here or on another server of the same database. */
export async function retainDaily(house: Kept): Promise<void> {
  await house.database.asOwner(async (tx) => {
    const { rows } = await tx.query<{ mine: boolean; done: boolean }>(`
      select pg_try_advisory_xact_lock(hashtext('construindo-campeoes retention')) as mine, exists (
        select from private.auditoria where acao = 'retencao' and quem is null
          and momento >= date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo') as done`);
    if (rows[0]?.mine && !rows[0].done) await retain(house);
  });
}

/**
 * Between the runs: removes the documents that nobody claimed and writes down how many,
 * in the same breath, so that the next run scrubs what is left of them and counts them.
 */
export async function sweepUnclaimed(house: Kept): Promise<void> {
  await removeUnclaimed(house, {
    note: (tx, envios) =>
      tx.query(`select private.anotar('apagou_documento_pelo_prazo', detalhes => $1)`, [{ envios }]),
  });
}

/**
 * Whether anything was erased, also by hand, since the last run that left nothing
 * behind: its rows are gone and PostgreSQL's pages may still hold them. A run that an
 * administrator only says was made (`quem`) does not count. And how many documents
 * `sweepUnclaimed` has removed since the last run of all.
 */
async function erasedSince({ database }: Kept): Promise<{ toScrub: boolean; envios: number }> {
  const { rows } = await database.query<{ toScrub: boolean; envios: number }>(`
    with corridas as (
      select coalesce(max(numero), 0) as ultima,
        coalesce(max(numero) filter (where not detalhes ? 'a_limpar'), 0) as limpa
      from private.auditoria where acao = 'retencao' and quem is null
    )
    select count(*) > 0 as "toScrub",
      coalesce(sum((detalhes ->> 'envios')::integer)
        filter (where acao = 'apagou_documento_pelo_prazo' and numero > ultima), 0)::integer as envios
    from private.auditoria, corridas
    where (acao like 'apagou%' or acao = 'retencao' and quem is null) and numero > limpa`);
  return rows[0] ?? { toScrub: false, envios: 0 };
}
