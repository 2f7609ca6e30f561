import { actionsThat, auditPage } from '../../content/audit.ts';
import type { Transaction } from '../core/database.ts';

/**
 * The arguments of `npm run incident`; `known` is the day on which the centre learned of it. Days are ISO
 * text in Brazil's time, both ends included.
 */
export type IncidentRequest = { from: string; to: string; known: string; today: string; contacts: boolean };

/** First and last time that something was done, and how often. */
type Span = { first: Date; last: Date; times: number };

/** A person whose enrolment was read or changed, or may have been shown in a list or a spreadsheet. */
export type Affected = {
  /** The enrolment's id; null where only a document's protocol is known. */
  id: string | null;
  protocol: string | null;
  /** What was done and by whom; empty when only a list or a spreadsheet may have shown the person. */
  actions: string[];
  by: string[];
  first: Date | null;
  last: Date | null;
  /** When the enrolment was erased; null when it was not. */
  erasedAt: Date | null;
  /** The row exists now; without it the answers below are null. */
  present: boolean;
  birth: string | null;
  name: string | null;
  phone: string | null;
  email: string | null;
  guardian: string | null;
  guardianPhone: string | null;
};

export type IncidentFacts = {
  /** Audit entries of the period. */
  entries: number;
  /** Moment of the oldest audit entry; null when there is none. */
  since: Date | null;
  /** Places where the hash chain is broken. */
  broken: number;
  /** A Supabase project's database: only opened sheets have audit entries of reads; lists, documents and sign-ins have none. */
  readsUnrecorded: boolean;
  /** Enrolments stored now. */
  total: number;
  people: Affected[];
  actions: (Span & { who: string; action: string })[];
  exports: { at: Date; who: string; rows: number | null; columns: string[] }[];
  failures: (Span & { account: string })[];
};

/** Reads the audit log from one day to another, both included. */
export async function readIncidentFacts(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<IncidentFacts> {
  const { missingAccount, link, nobody, system, family } = auditPage;
  const ask = async <Row extends object>(sql: string) =>
    (await tx.query<Row>(`${LINES} ${sql}`, [from, to, missingAccount, link, nobody, system, family])).rows;
  const [counted] = await ask<
    Pick<IncidentFacts, 'entries' | 'since' | 'broken' | 'readsUnrecorded' | 'total'>
  >(`
    select count(*)::integer as entries, (select min(momento) from private.auditoria) as since,
      (select count(*)::integer from private.falhas_da_auditoria()) as broken,
      not exists (select from pg_namespace where nspname = 'servidor') as "readsUnrecorded",
      (select count(*)::integer from public.inscricoes_projeto) as total
    from linhas`);
  if (!counted) throw new Error('a count has one row');
  return {
    ...counted,
    people: await ask(PEOPLE),
    actions: await ask(`
      select de_quem as who, acao as action, min(momento) as first, max(momento) as last, count(*)::integer as times
      from linhas where acao not in ('falha_de_login', 'retencao') group by 1, 2 order by 1, 2`),
    exports: await ask(`
      select momento as at, de_quem as who, (detalhes ->> 'linhas')::integer as rows,
        array(select jsonb_array_elements_text(coalesce(detalhes -> 'colunas', '[]'))) as columns
      from linhas where acao = 'exportou' order by numero`),
    failures: await ask(`
      select da_conta as account, min(momento) as first, max(momento) as last, count(*)::integer as times
      from linhas where acao = 'falha_de_login' group by 1 order by 4 desc, 1`),
  };
}

/** The period's audit entries, with the names of who did it and of the account it was done to. */
const LINES = `
  with linhas as (
    select a.*,
      case when a.quem is not null then coalesce(q.email::text, $3 || ' (' || a.quem || ')')
        when a.acao = 'baixou_documento' then $4 when a.acao = 'mudou' then $7
        when a.acao = 'falha_de_login' then $5 else $6 end as de_quem,
      case when a.conta is not null then coalesce(c.email::text, $3 || ' (' || a.conta || ')') else '' end as da_conta
    from private.auditoria a
      left join auth.users q on q.id = a.quem
      left join auth.users c on c.id = a.conta
    where a.momento >= $1::date::timestamp at time zone 'America/Sao_Paulo'
      and a.momento < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'
  )`;

/** Actions whose entries do not say which enrolments were shown, as SQL literals. */
const LISTING = actionsThat('list', 'spreadsheet')
  .map((code) => `'${code}'`)
  .join(', ');

/**
 * First the people whom an audit entry names, then those whom a list or a spreadsheet
 * may have shown: such entries have no names, so it is every enrolment that existed
 * between the first and the last of them. The entry of a removed document has only a
 * protocol. What expired is no incident.
 */
const PEOPLE = `
  , vistas as (
    select min(momento) as primeira, max(momento) as ultima from linhas where acao in (${LISTING})
  ), achadas as (
    select l.acao, l.momento, l.de_quem, l.protocolo, coalesce(l.inscricao,
      (select t.inscricao_id from private.apagamentos t where t.protocolo = l.protocolo limit 1),
      (select i.id from public.inscricoes_projeto i where i.protocolo = l.protocolo limit 1)) as id
    from linhas l
    where (l.inscricao is not null or l.protocolo is not null) and l.acao not like '%pelo_prazo'
  ), nomeadas as (
    select id, max(protocolo) as protocolo, array_agg(distinct acao) as acoes, array_agg(distinct de_quem) as por,
      min(momento) as primeira, max(momento) as ultima
    from achadas group by id, case when id is null then protocolo end
  ), afetadas as (
    select * from nomeadas
    union all
    select x.id, x.protocolo, '{}', '{}', null, null from (
      select i.id, i.protocolo from public.inscricoes_projeto i, vistas v where i.created_at <= v.ultima
      union
      select t.inscricao_id, t.protocolo from private.apagamentos t, vistas v
        where t.o_que = 'inscricao' and t.apagado_em >= v.primeira
    ) as x where not exists (select from nomeadas n where n.id = x.id)
  )
  select f.id, coalesce(f.protocolo, i.protocolo) as protocol, f.acoes as actions, f.por as by,
    f.primeira as first, f.ultima as last, t.apagado_em as "erasedAt", i.id is not null as present, i.data_nascimento::text as birth,
    i.nome_completo as name, i.telefone_whatsapp as phone, i.email,
    coalesce(a.nome_do_responsavel, i.nome_responsavel) as guardian, coalesce(a.telefone_do_responsavel, i.telefone_responsavel) as "guardianPhone"
  from afetadas f
    left join public.inscricoes_projeto i on i.id = f.id
    left join private.acompanhamentos a on a.inscricao_id = i.id
    left join private.apagamentos t on t.inscricao_id = f.id and t.o_que = 'inscricao'
  order by f.primeira, i.created_at, f.id`;
