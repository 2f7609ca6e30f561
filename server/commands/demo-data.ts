import type { Database, Transaction } from '../core/database.ts';
import type { Command, Terminal } from './command.ts';

/** E-mail domain of everything this command makes: one that cannot exist. */
const DOMAIN = 'demonstracao.invalid';
const BATCH = 50_000;
const MAX = 5_000_000;

const USAGE = `Uso: npm run demo:data -- <quantas inscrições, até ${MAX.toLocaleString('pt-BR')}>`;

/**
 * Adds plainly artificial enrolments, one every six seconds from a year ago on, so that
 * none is expired under the default settings, however many. Refused where a real
 * enrolment exists.
 */
export const demoData: Command = {
  summary: 'acrescenta inscrições de demonstração a um banco sem inscrições de verdade',
  usage: USAGE,
  problem: ([wanted = '', ...rest]) =>
    /^[1-9]\d*$/.test(wanted) && Number(wanted) <= MAX && rest.length === 0 ? null : USAGE,
  opens: 'existing or new',
  run: async ([wanted], { database, terminal }) =>
    (await addPeople(database, Number(wanted), terminal.print)) ? 0 : 3,
};

/** Adds `wanted` enrolments; false, with nothing added, when there is one that this command did not make. */
export async function addPeople(
  database: Database,
  wanted: number,
  print: Terminal['print'],
): Promise<boolean> {
  const { rows } = await database.query<{ real: boolean }>(
    'select exists (select from public.inscricoes_projeto where email not like $1) as real',
    [`%@${DOMAIN}`],
  );
  if (rows[0]?.real) {
    print('Há inscrições de verdade aqui: pessoas de demonstração só entram num banco sem elas.');
    return false;
  }
  const already = await database.query<{ count: number }>(
    'select count(*)::integer as count from public.inscricoes_projeto',
  );
  const first = (already.rows[0]?.count ?? 0) + 1;
  for (let added = 0; added < wanted; added += BATCH) {
    const from = first + added;
    const to = first + Math.min(wanted, added + BATCH) - 1;
    await database.asOwner((tx) => addBatch(tx, from, to));
    print(`${(to - first + 1).toLocaleString('pt-BR')} inscrições de demonstração`);
  }
  await database.asOwner(markRepeated);
  // statistics for the planner, and the visibility map
  await database.query('vacuum analyze public.inscricoes_projeto');
  await database.query('vacuum analyze private.acompanhamentos');
  return true;
}

/** Inserts in bulk, with the triggers of a single enrolment off. */
async function addBatch(tx: Transaction, from: number, to: number): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  await tx.query('alter table public.inscricoes_projeto disable trigger user');
  await tx.query(PEOPLE, [from, to, DOMAIN]);
  await tx.query('alter table public.inscricoes_projeto enable trigger user');
  await tx.query(CONSENTS);
  await tx.query(FOLLOWED);
}

async function markRepeated(tx: Transaction): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  await tx.query('select private.acompanhar_as_que_faltam()');
}

/**
 * Names of plants and animals, numbers that nobody has (a CPF of ten digits, a mobile
 * that begins with 90). A minor may lack the guardian's name, never the telephone:
 * without it, and so long ago, retention would erase them where that rule is on.
 */
const PEOPLE = `
  with palavras as (
    select
      '{Ipê,Jatobá,Tucano,Capivara,Buriti,Pequi,Araçá,Sabiá,Jacarandá,Tamanduá,Lobo-Guará,Ema,Siriema,Arara,Mangaba,Cagaita,Baru,Angico,Aroeira,Caju,Jenipapo,Quati,Tatu,Onça,Curió,Bem-te-vi,João-de-Barro,Maçã,Romã,Avelã}'::text[] as a,
      '{Cerrado,Vereda,Chapada,Serra,Campo,Mata,Ribeirão,Córrego,Lagoa,Nascente,Pedra,Areia,Barro,Chuva,Sol,Lua,Estrela,Vento,Trovão,Neblina,Manhã,Tarde,Verão,Inverno,Outono,Primavera,Ilusão,Canção,Feijão,Algodão}'::text[] as b
  ), pessoas as (
    select n, a, b, abs(hashint4(n)::bigint) as h, abs(hashint4(n + 77777)::bigint) as g,
      case when n % 97 = 0 then n - 1 else n end as quem      -- now and then somebody enrols twice
    from generate_series($1::integer, $2::integer) as n, palavras
  )
  insert into public.inscricoes_projeto (created_at, nome_completo, data_nascimento, idade, sexo, cpf, cidade, endereco_completo,
    telefone_whatsapp, email, nome_responsavel, telefone_responsavel, nivel_escolaridade, escola, serie_ano, cadastro_unico_url,
    renda_familiar, peso, altura, condicao_medica, condicao_medica_detalhes)
  select
    date_trunc('day', now()) - interval '1 year' + n * interval '6 seconds',
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

const CONSENTS = `
  insert into private.consentimentos (inscricao_id, versao_texto, quem)
  select i.id, c.versao_declaracao,
    case when i.idade >= 18 then 'proprio' when i.nome_responsavel is not null then 'responsavel' else 'menor' end
  from public.inscricoes_projeto i, private.configuracao c
  where not exists (select from private.consentimentos where inscricao_id = i.id)`;

/** Three in ten are new; the others have another situation, of which some families were not told yet. */
const FOLLOWED = `
  insert into private.acompanhamentos (inscricao_id, criada_em, nome, nomes, cpf, protocolo, telefone, telefone_responsavel, recado, idade, cidade, documento, condicao,
    sem_responsavel, semelhancas, situacao, motivo, a_avisar)
  select k.inscricao_id, k.criada_em, k.nome, k.nomes, k.cpf, k.protocolo, k.telefone, k.telefone_responsavel, k.recado, k.idade, k.cidade, k.documento, k.condicao,
    k.sem_responsavel, k.semelhancas, s.situacao,
    case when s.situacao in ('falta-documento', 'nao-aprovada') then 'Demonstração' end,
    private.se_avisa(s.situacao) and abs(hashtext(k.nome)::bigint) % 20 = 0
  from private.chaves_das_inscricoes k
    cross join lateral (select (array['nova', 'nova', 'nova', 'aprovada', 'aprovada', 'em-analise', 'lista-de-espera',
      'nao-aprovada', 'falta-documento', 'desistiu'])[1 + abs(hashtext(k.telefone)::bigint) % 10] as situacao) as s
  where not exists (select from private.acompanhamentos a where a.inscricao_id = k.inscricao_id)`;
