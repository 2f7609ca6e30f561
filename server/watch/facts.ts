import { ELSEWHERE_DAYS } from '../../content/backups.ts';
import { type Published, sayOf } from '../../content/published.ts';
import { shownOf } from '../../domain/centre/facts.ts';
import type { RetentionBrake } from '../../domain/desk/brake.ts';
import type { TeamState } from '../../domain/desk/erasing.ts';
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
export const COPY_LATE_HOURS = 48;
/** What the team did in a day that somebody should know, as `private.novidades_da_equipe` tells it. */
export type TeamNotice = 'conta_nova' | 'senha_de_outra' | 'conta_desligada' | 'texto_publico';

/** As `DATABASE_FACTS` asks for them. */
export type DatabaseFacts = {
  migracoes: { nome: string; impressao: string }[];
  freio: RetentionBrake | null;
  atrasada: boolean;
  sem_copia_fora: boolean;
  encurtou: boolean;
};

/** As `COUNTS` asks for them. */
export type Counts = {
  equipe: TeamState;
  avisos: TeamNotice[];
  leu_muito: boolean;
  corrigiu_muito: boolean;
  palpites: boolean;
};

/** Column: why retention waits for a person. */
const BRAKE = `(select e from private.estado_do_freio() as e where not (e ->> 'released')::boolean) as freio`;

/**
 * Columns of a select: why retention waits for a person (`freio`), and what one of the team did very often
 * (`equipe`). Used on Supabase projects too.
 */
export const BRAKES = `${BRAKE}, private.estado_da_equipe() as equipe`;

/**
 * Migrations with their hashes; the brake; whether the last copy, or the first start where there
 * is none, is late; whether none of the last week lies on another device than the data; whether a shortened
 * period waits. Each reads a few rows, so it may be asked at every look.
 */
export const DATABASE_FACTS = `
  select (select json_agg(m) from servidor.migracoes m) as migracoes, ${BRAKE},
    coalesce(
      (select max(quando) from private.copias_feitas where tipo = 'copia'),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '${COPY_LATE_HOURS} hours' as atrasada,
    coalesce(
      (select max(quando) from private.copias_feitas where fora),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '${ELSEWHERE_DAYS} days' as sem_copia_fora,
    exists (select from private.prazos_a_encurtar) as encurtou`;

/**
 * What is counted over the audit log and over wrong attempts, as many rows as people make: what the team did with
 * accounts and public texts in a day; whether somebody of it read or corrected so much in an hour; whether so many
 * wrong pairs came in an hour.
 */
export const COUNTS = `
  select private.estado_da_equipe() as equipe, private.novidades_da_equipe() as avisos,
    exists (select from private.auditoria
      where acao in ('viu_lista', 'viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma', 'exportou') and quem is not null
        and momento between now() - interval '1 hour' and now() + interval '1 hour'
      group by quem having count(distinct inscricao) > ${READ_AT_WORK.sheets}
        or sum((detalhes ->> 'linhas')::numeric) > ${READ_AT_WORK.rows}) as leu_muito,
    exists (select from private.auditoria
      where acao = 'mudou' and detalhes ->> 'que' = 'correcao' and quem is not null
        and momento between now() - interval '1 hour' and now() + interval '1 hour'
      group by quem having count(distinct inscricao) > ${CORRECTED_AT_WORK}) as corrigiu_muito,
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
