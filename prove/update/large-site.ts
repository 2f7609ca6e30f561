import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { signIn } from '../../kit/desk.ts';
import { makeSubmission, submit } from '../../kit/family.ts';
import type { RunningServer } from '../../kit/server.ts';
import { ask } from '../../kit/site.ts';
import { startCommand } from '../command.ts';
import { check } from '../kill.ts';
import { writeEnrolments } from '../write-enrolments.ts';
import { start } from './release-site.ts';
import { query, type SiteFolder } from './site-contents.ts';

/** Of a large site. */
export type Size = { people: number; documents: number };

const DOCUMENT_BYTES = 150_000;

/** Families of a large site whose links are followed. */
const LINKED = 20;

/** One family in fifty asks for another telephone, or to withdraw, as its release stored it. */
const REQUESTS = `
  with quem as (
    select a.inscricao_id as id, row_number() over (order by a.inscricao_id) as n from private.acompanhamentos a
    where not a.pedido and a.situacao in ('nova', 'aprovada') order by 1 limit $1),
  feitos as (
    insert into private.pedidos (inscricao_id, tipo, telefone, numero)
    select id, case n % 2 when 0 then 'telefone' else 'desistir' end, case n % 2 when 0 then '6290' || lpad(n::text, 7, '0') end
      , 1 + (select count(*) from private.pedidos p where p.inscricao_id = id)
    from quem returning inscricao_id, tipo),
  marcados as (
    update private.acompanhamentos a set pedido = true from feitos f where a.inscricao_id = f.inscricao_id)
  insert into private.historico (inscricao_id, acao, de) select inscricao_id, 'pedido', tipo from feitos`;

/** Everybody who has a decision was decided about lately, so that no period is over. */
const DECISIONS = `
  with decididas as (
    update private.acompanhamentos a set decidida_em = coalesce(decidida_em, now() - interval '20 days'), versao = versao + 1
    where situacao not in ('nova', 'em-analise') returning inscricao_id, situacao, motivo, versao)
  insert into private.historico (inscricao_id, quem, acao, de, para, motivo, versao, antes)
  select inscricao_id, (select min(id::text)::uuid from auth.users), 'situacao', 'nova', situacao, motivo, versao,
    '{"motivo": null, "decidida_em": null, "turma": null, "primeiro_dia": null, "a_avisar": false, "documento_novo": false}'
  from decididas`;

/** And the record says that each sheet was read, and what was decided: the chain of private.anotar, in one go. */
const RECORD = `
  do $do$
  declare
    pontas private.auditoria_pontas;
    linha private.auditoria;
    uma record;
  begin
    select * into strict pontas from private.auditoria_pontas for update;
    linha.quem := (select min(id::text)::uuid from auth.users);
    for uma in
      select i.id, i.protocolo, d.acao, d.detalhes
      from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id,
        (values ('viu_ficha', '{}'::jsonb), ('mudou', '{"que": "situacao"}')) as d (acao, detalhes)
      where d.acao = 'viu_ficha' or a.situacao not in ('nova', 'em-analise')
    loop
      linha.numero := pontas.ultimo + 1;
      linha.momento := clock_timestamp() - interval '20 days';
      linha.acao := uma.acao;
      linha.inscricao := uma.id;
      linha.protocolo := uma.protocolo;
      linha.detalhes := uma.detalhes;
      linha.elo := private.elo_da_linha(pontas.ultimo_elo, linha);
      insert into private.auditoria select linha.*;
      pontas.ultimo := linha.numero;
      pontas.ultimo_elo := linha.elo;
    end loop;
    update private.auditoria_pontas set ultimo = pontas.ultimo, ultimo_elo = pontas.ultimo_elo;
  end
  $do$`;

/**
 * So many enrolments in every situation, so many of them with documents, made with the release's own server and
 * database. Returns the codes of twenty families' links.
 */
export async function fillSite(
  site: SiteFolder,
  root: string,
  { people, documents }: Size,
): Promise<string[]> {
  const server = await start(site, root);
  const command = (name: string, ...args: string[]) =>
    startCommand(name, args, site.folder, site.environment, root).ended;
  await command('demo:data', String(people - documents)); // of 1.1.0 it ends with a timeout, once all are in
  const block = randomBytes(DOCUMENT_BYTES);
  const bytesOf = (version: string) => {
    block.write(`%PDF-1.4 ${version}`);
    return block;
  };
  const ask = (sql: string, values: unknown[]) => query(site, sql, values);
  const written = documents - LINKED;
  for (let at = 0; at < written; at += 500)
    await writeEnrolments(ask, join(site.folder, 'documents'), {
      count: Math.min(500, written - at),
      bytesOf,
    });
  await ask(REQUESTS, [people / 50]);
  await ask(DECISIONS, []);
  await ask(RECORD, []);
  const families = Array.from({ length: documents - written }, (_, number) => makeSubmission(number));
  for (const family of families) await submit(() => server, family);
  await command('admin', 'add', 'segunda@example.com');
  const desk = await signIn(server);
  const rows = await desk.list<{ id: string }>(`select=id&order=created_at.desc&limit=${LINKED}`);
  for (const { id: inscricao } of rows) {
    await desk.rpc('mudar_situacao', { inscricao, versao: 1, situacao: 'aprovada', motivo: null });
    await desk.rpc('escrever_nota', { inscricao, texto: 'A família telefona na segunda.' });
  }
  await server.stop();
  const [found] = await query<{ people: number; situations: number; requests: number; accounts: number }>(
    site,
    `select (select count(*)::integer from public.inscricoes_projeto) as people,
       (select count(distinct situacao)::integer from private.acompanhamentos) as situations,
       (select count(*)::integer from private.pedidos) as requests, (select count(*)::integer from auth.users) as accounts`,
  );
  check(
    found?.people === people &&
      found.situations === 7 &&
      found.requests >= people / 50 &&
      found.accounts === 2,
    `the site of the release is as large as it should be (${JSON.stringify(found)})`,
  );
  return families.map(({ code }) => code);
}

/** Throws unless each link shows its enrolment's situation. */
export async function checkLinks(server: RunningServer, codes: readonly string[]): Promise<void> {
  for (const codigo of codes) {
    const found = await ask<{ situacao?: string } | null>(server, '/rest/v1/rpc/situacao_da_inscricao', {
      body: { codigo },
    });
    check(found?.situacao === 'aprovada', `the link of a family opens (${JSON.stringify(found)})`);
  }
}
