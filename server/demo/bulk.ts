import type { Database } from '../core/database.ts';
import { ANIMALS_AND_PLANTS, DOMAIN, inWords, PLACES, type Print } from './names.ts';
import { patiently, withoutTriggers } from './transactions.ts';

const BATCH = 20_000;
/** From this number on they arrive close together, so that a day has very many; fewer are spread. */
const CLOSE_FROM = 10_000;
const CLOSE_SECONDS = 6;
const SPREAD_SECONDS = 46 * 7 * 86_400;

/**
 * Adds the enrolments numbered `after` + 1 to `wanted`. The first arrived a year ago; fewer than CLOSE_FROM
 * are spread until six weeks ago, more arrive every CLOSE_SECONDS.
 */
export async function addMany(
  database: Database,
  after: number,
  wanted: number,
  print: Print,
): Promise<void> {
  const count = wanted - after;
  const seconds = count < CLOSE_FROM ? Math.floor(SPREAD_SECONDS / count) : CLOSE_SECONDS;
  const year = await database.query<{ ago: Date }>(
    `select date_trunc('day', now()) - interval '1 year' as ago`,
  );
  const first = year.rows[0]?.ago.getTime() ?? 0;
  for (let to = after; to < wanted; ) {
    const from = to + 1;
    to = Math.min(wanted, to + BATCH);
    const since = new Date(first + (from - after) * seconds * 1_000);
    await database.asOwner(
      patiently(async (tx) => {
        const values = [from, to, DOMAIN, ANIMALS_AND_PLANTS, PLACES, since, seconds];
        await withoutTriggers(tx, PEOPLE, values);
        await tx.query(CONSENTS, [since]);
        await tx.query(FOLLOWED, [since]);
      }),
    );
    print(`${inWords(to)} de ${inWords(wanted)} inscrições de demonstração`);
  }
}

/**
 * Numbers that nobody has: a CPF of ten digits, a mobile that begins with 90. A minor may lack the guardian's
 * name but never the telephone, because retention would erase such an old enrolment where that rule is on.
 */
const PEOPLE = `
  with palavras as (select $4::text[] as a, $5::text[] as b), pessoas as (
    select n, a, b, abs(hashint4(n)::bigint) as h, abs(hashint4(n + 77777)::bigint) as g,
      case when n % 97 = 0 then n - 1 else n end as quem      -- now and then somebody enrols twice
    from generate_series($1::integer, $2::integer) as n, palavras
  )
  insert into public.inscricoes_projeto (created_at, nome_completo, data_nascimento, idade, sexo, cpf, cidade, endereco_completo,
    telefone_whatsapp, email, nome_responsavel, telefone_responsavel, nivel_escolaridade, escola, serie_ano, cadastro_unico_url,
    renda_familiar, peso, altura, condicao_medica, condicao_medica_detalhes)
  select
    $6::timestamptz + (n - $1::integer) * make_interval(secs => $7),
    nome, nascimento, idade, (array['feminino', 'masculino'])[1 + h % 2],
    regexp_replace(nove, '(...)(...)(...)', '\\1.\\2.\\3-') || n % 10,
    case when h % 10 < 6 then 'Cidade Exemplo' else 'Vila Exemplo ' || 1 + g % 40 end,
    'Rua de Demonstração, ' || n || ', CEP 76000-000',
    '6290' || lpad((quem % 10000000)::text, 7, '0'), 'pessoa' || n || '@' || $3,
    case when idade < 18 and h % 9 > 0 then 'Responsável ' || b[1 + g % 30] || ' ' || a[1 + h % 30] end,
    case when idade < 18 then '6290' || lpad(((quem + 5000000) % 10000000)::text, 7, '0') end,
    (array['fundamental-incompleto', 'fundamental-completo', 'medio-incompleto', 'medio-completo'])[1 + g % 4],
    'Escola Exemplo ' || 1 + h % 12, 1 + h % 9 || 'º ano',
    case when h % 20 > 0 then 'https://www.example.com/storage/v1/object/public/cadastro_unico_uploads/public/'
      || gen_random_uuid() || '_demonstracao.pdf' end,
    (array['ate-1', '1-2', '2-3', '3-5', 'acima-5'])[1 + g % 5], 20 + (h % 700) / 10.0, 1 + (g % 90) / 100.0,
    case when g % 12 = 0 then 'sim' else 'nao' end, case when g % 12 = 0 then 'Demonstração' else 'Nenhuma' end
  from pessoas cross join lateral (
    select
      a[1 + abs(hashint4(quem)::bigint) % 30] || ' ' || b[1 + abs(hashint4(quem + 1)::bigint) % 30] || ' ' ||
        a[1 + abs(hashint4(quem + 2)::bigint) % 30] || ' de Demonstração ' || quem as nome,
      date '2026-01-01' - (1826 + abs(hashint4(quem + 3)::bigint) % 14600)::integer as nascimento,
      lpad(quem::text, 9, '0') as nove
  ) as x cross join lateral (select extract(year from age(date '2026-01-01', nascimento))::integer as idade) as y`;

/** Inserts the consents of the enrolments since a moment ($1) that have none. */
export const CONSENTS = `
  insert into private.consentimentos (inscricao_id, versao_texto, quem, declarado_em)
  select i.id, c.versao_declaracao,
    case when i.idade >= 18 then 'proprio' when i.nome_responsavel is not null then 'responsavel' else 'menor' end, i.created_at
  from public.inscricoes_projeto i, private.configuracao c
  where i.created_at >= $1 and not exists (select from private.consentimentos where inscricao_id = i.id)`;

/** Three in ten are new; the others have another situation, of which some families were not told yet. One in ten of the approved has no class. */
const FOLLOWED = `
  insert into private.acompanhamentos (inscricao_id, situacao, motivo, decidida_em, a_avisar, turma_id)
  select i.id, s.situacao,
    case when s.situacao in ('falta-documento', 'nao-aprovada') then 'Demonstração' end,
    case when s.situacao not in ('nova', 'em-analise') then least(now(), greatest(i.created_at + interval '2 days', now() - interval '20 days')) end,
    private.se_avisa(s.situacao) and s.nome % 20 = 0,
    case when s.situacao = 'lista-de-espera' or s.situacao = 'aprovada' and s.nome % 10 > 0 then t.ids[1 + s.cpf % cardinality(t.ids)] end
  from public.inscricoes_projeto i
    cross join (select array(select id from private.turmas where ativa and do_projeto) as ids) as t
    cross join lateral (select abs(hashtext(i.nome_completo)::bigint) as nome, abs(hashtext(i.cpf)::bigint) as cpf,
      (array['nova', 'nova', 'nova', 'aprovada', 'aprovada', 'em-analise', 'lista-de-espera',
        'nao-aprovada', 'falta-documento', 'desistiu'])[1 + abs(hashtext(i.telefone_whatsapp)::bigint) % 10] as situacao) as s
  where i.created_at >= $1 and not exists (select from private.acompanhamentos a where a.inscricao_id = i.id)`;
