import { ELSEWHERE_DAYS } from '../../content/backups.ts';
import { type Published, sayOf } from '../../content/published.ts';
import { shownOf } from '../../domain/centre/facts.ts';
import type { RetentionBrake } from '../../domain/desk/brake.ts';
import type { Transaction } from '../core/database.ts';

// What the database tells of what may be wrong with a running server, and of what it has published.

/**
 * More wrong pairs of protocol and birth date in an hour, from all addresses together, are guessing and not
 * families that mistyped.
 */
const WRONG_PAIRS = 200;
/** Sheets and documents of different people, and rows of lists, that somebody of the team reads in an hour at work. */
const READ_AT_WORK = { sheets: 200, rows: 5_000 };
/** Enrolments whose answers somebody of the team corrects in an hour at work: one in two minutes. */
export const CORRECTED_AT_WORK = 30;
/** Twice the day from one copy to the next. */
const COPY_LATE_HOURS = 48;
/** As `DATABASE_FACTS` asks for them; of a Supabase project as `SHARED_FACTS` does. */
export type DatabaseFacts = {
  freio: RetentionBrake | null;
  encurtou: boolean;
  atrasada?: boolean;
  sem_copia_fora?: boolean;
};
export type Applied = { migracoes: { nome: string; impressao: string }[] };

/** As `COUNTS` asks for them; `acts` are codes of the table of troubles. */
export type Counts = { acts: string[]; palpites: boolean };

/** Why retention waits for a person; whether a shortened period waits. */
export const SHARED_FACTS = `
  select (select e from private.estado_do_freio() as e where not (e ->> 'released')::boolean) as freio,
    exists (select from private.prazos_a_encurtar) as encurtou`;

/**
 * And of a server's own: migrations with their hashes; whether the last copy, or the first start where there
 * is none, is late; whether none of the last week lies on another device than the data. Each reads a few rows,
 * so it may be asked at every look.
 */
export const DATABASE_FACTS = `${SHARED_FACTS},
    (select json_agg(m) from servidor.migracoes m) as migracoes,
    coalesce(
      (select max(quando) from private.copias_feitas where tipo = 'copia'),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '${COPY_LATE_HOURS} hours' as atrasada,
    coalesce(
      (select max(quando) from private.copias_feitas where fora),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '${ELSEWHERE_DAYS} days' as sem_copia_fora`;

/**
 * What is counted over the audit log and over wrong attempts, as many rows as people make: what the team did in a
 * day that somebody should know; whether somebody of it read or corrected so much in an hour; whether so many wrong
 * pairs came in an hour.
 */
export const COUNTS = `
  with daquela_hora as (
    select quem,
      count(distinct inscricao) filter (where acao = 'mudou' and detalhes ->> 'que' = 'correcao') as corrigidas,
      count(distinct inscricao) filter (where acao <> 'mudou') as fichas,
      sum((detalhes ->> 'linhas')::numeric) filter (where acao <> 'mudou') as linhas
    from private.auditoria
    where acao in ('viu_lista', 'viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma', 'exportou', 'mudou')
      and quem is not null and momento between now() - interval '1 hour' and now() + interval '1 hour'
    group by quem
  )
  select private.novidades_da_equipe() || array_remove(array[
      case when private.estado_da_equipe() ? 'erased' then 'apagou_muito' end,
      case when private.estado_da_equipe() ? 'disabled' then 'contas_desligadas' end,
      case when exists (select from daquela_hora where fichas > ${READ_AT_WORK.sheets} or linhas > ${READ_AT_WORK.rows}) then 'muitas_leituras' end,
      case when exists (select from daquela_hora where corrigidas > ${CORRECTED_AT_WORK}) then 'muitas_correcoes' end], null) as acts,
    private.pares_errados() > ${WRONG_PAIRS} as palpites`;

/** What 'Ajustes → Centro' has published, by section, as the database has it. */
export async function publishedIn(database: Pick<Transaction, 'query'>): Promise<Published> {
  const { rows } = await database.query<{ facts: Published }>('select public.fatos_do_centro() as facts');
  return rows[0]?.facts ?? {};
}

/** Lays what is published over the texts of content/ in this process; they stay as they are where the database is of another version. */
export async function sayPublished(database: Pick<Transaction, 'query'>): Promise<void> {
  const found = await publishedIn(database).catch(() => ({}));
  sayOf(shownOf(found).shown);
}
