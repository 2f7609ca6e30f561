import type pg from 'pg';
import { SPARED_DAYS } from '../../../content/retention.ts';
import type { Erasure } from '../copy/erasure-list.ts';
import { findLiving, isByHand } from '../copy/erasures.ts';

// What a restore does about the lists of erasures (decision 150): repeats them, puts again into the bin what lay
// there, and does not believe what copies contradict.

/** What was erased since the copy was made. */
export type ErasuresSince = {
  erasures: readonly Erasure[];
  /** The newest copy after this one; null: there is none that can be read. */
  newest: { momento: string; has: Contents } | null;
};

/** By `whatOf` what a copy has that lists may say was erased before it, with the time since when it lies in the bin; '': it does not. */
export type Contents = ReadonlyMap<string, string>;
export const whatOf = ({ o_que, inscricao }: Pick<Erasure, 'o_que' | 'inscricao'>) => `${o_que} ${inscricao}`;

/** What came of the lists. */
export type Repeated = {
  /** Enrolments and documents of the copy that were erased again. */
  erased: number;
  /** Put into the bin again. */
  binned: number;
  /** Enrolments and documents whose lines in the lists were not believed: the copy, or a newer one, contradicts them. */
  doubted: number;
};

/** A transaction's erasing has the time at which it began: so much may a copy's moment lie after it. */
const SLACK_MS = 60_000;
/** No line is believed against a copy that is so much later than now and every copy: clocks differ, not by days. */
const AHEAD_MS = 86_400_000;
const whole = ({ o_que }: Erasure) => o_que === 'inscricao';

/**
 * Does again, after a copy was loaded, what was erased since it was made: erases for good or puts into the bin;
 * takes out of the bin what was given back. Not believed is what a copy contradicts: it was made after that, or
 * that lies in the future, and the copy still has what is said to be erased. What was erased before the copy
 * its own tables have. `lost` and `objects` as `eraseAgain`.
 */
export async function repeatErasures(
  client: pg.Client,
  momento: string,
  { erasures, newest }: ErasuresSince,
  lost: readonly string[],
  objects: string,
): Promise<Repeated> {
  const copied = Date.parse(momento);
  const last = Date.parse(newest?.momento ?? momento);
  const ahead = Math.max(Date.now(), last) + AHEAD_MS;
  /** Whether a copy of that moment would know. */
  const isOutside = ({ apagado_em }: Erasure, moment: number) =>
    Date.parse(apagado_em) < moment - SLACK_MS || Date.parse(apagado_em) > ahead;
  const open = erasures.filter((line) => !line.devolvida);
  const early = open.filter((line) => isOutside(line, copied));
  const untrue = new Set(await findLiving(client.query.bind(client) as never, early));
  for (const line of open) {
    const since = newest?.has.get(whatOf(line));
    if (isOutside(line, last) && since !== undefined && Date.parse(since) !== Date.parse(line.apagado_em))
      untrue.add(line);
  }
  await takeOutGivenBack(client, erasures);
  const again = open.filter((line) => !isOutside(line, copied) && !untrue.has(line));
  const { rows: put } = await client.query<{ n: number }>(
    `select coalesce(sum(private.por_na_lixeira(array[l.inscricao], l.motivo, null, l.apagado_em)), 0)::integer as n
     from jsonb_to_recordset($1) as l (inscricao uuid, motivo text, apagado_em timestamptz)`,
    [JSON.stringify(again.filter(isForBin).filter(whole))],
  );
  const forGood = again.filter((line) => !isForBin(line));
  const erased = await eraseAgain(client, forGood, lost, objects);
  return { erased, binned: put[0]?.n ?? 0, doubted: new Set([...untrue].map(whatOf)).size };
}

/** Takes enrolments out of the bin that lie there since a moment whose line says that they were given back. */
async function takeOutGivenBack(client: pg.ClientBase, erasures: readonly Erasure[]): Promise<void> {
  await client.query(
    `select private.tirar_da_lixeira(array_agg(a.inscricao_id)) from private.acompanhamentos a
       join jsonb_to_recordset($1) as l (inscricao uuid, apagado_em timestamptz)
         on l.inscricao = a.inscricao_id and l.apagado_em = a.apagada_em
     having count(*) > 0`,
    [JSON.stringify(erasures.filter(({ devolvida }) => devolvida))],
  );
}

/** True for what lies in the bin until its days are over: put away by a person, with its documents. */
export function isForBin(line: Erasure): boolean {
  const age = Math.abs(Date.now() - Date.parse(line.apagado_em));
  const isOfMany = line.motivo === 'enxurrada' || line.motivo === 'importacao';
  return (isByHand(line) || isOfMany) && age < SPARED_DAYS * 86_400_000;
}

/**
 * Erases what was erased since the copy was made, as private.apagar_inscricao and retention
 * would (a reason that only a later version knows is none here); and the rows of documents that were removed, unclaimed, while it was made (`lost`).
 */
export async function eraseAgain(
  client: pg.Client,
  erasures: readonly Erasure[],
  lost: readonly string[],
  objects: string,
): Promise<number> {
  await client.query(
    `insert into private.apagamentos (inscricao_id, o_que, envio, protocolo, motivo, apagado_em)
     select distinct on (inscricao, o_que) inscricao, o_que, envio, private.protocolo(envio),
       case when (
           select pg_get_constraintdef(oid) from pg_constraint
           where conrelid = 'private.apagamentos'::regclass and conname = 'apagamentos_motivo_check') like '%' || quote_literal(motivo) || '%'
         then motivo when o_que = 'documento' then 'documento' else 'outro' end,
       apagado_em
     from jsonb_to_recordset($1) as lista (inscricao uuid, o_que text, envio uuid, apagado_em timestamptz, motivo text)
     order by inscricao, o_que, apagado_em desc
     on conflict (inscricao_id, o_que) do update set apagado_em = excluded.apagado_em
       where apagamentos.apagado_em < excluded.apagado_em`,
    [JSON.stringify(erasures)],
  );
  const enrolments = await client.query(
    `delete from public.inscricoes_projeto i using private.apagamentos a
     where a.inscricao_id = i.id and a.o_que = 'inscricao'`,
  );
  await client.query('select private.misturar_passadas()');
  await client.query(
    `delete from private.documentos_novos d using private.apagamentos a
     where a.inscricao_id = d.envio and a.o_que = 'documento' and d.recebido_em <= a.apagado_em`,
  );
  await client.query(
    'update private.acompanhamentos a set nome = a.nome where a.inscricao_id = any ($1)', // derived anew
    [erasures.filter((line) => !whole(line)).map(({ inscricao }) => inscricao)],
  );
  const documents = await client.query(
    // in this order, because PostgreSQL by itself would run the expensive condition for every document
    `delete from ${objects} o where case
       when o.version = any ($1) or exists (
         select from private.apagamentos a
         where a.envio = private.envio_do_documento(o.name) and o.created_at <= a.apagado_em)
       then not private.documento_em_uso(o.name) else false end`,
    [lost],
  );
  return (enrolments.rowCount ?? 0) + (documents.rowCount ?? 0);
}
