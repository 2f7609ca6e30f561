-- What a link must not tell (decision 152): what the desk got to know of where a person is to be found stays out of links that
-- were made before; 'endereco_protegido' keeps it out of all; a guardian by the link is not confirmed until somebody says so.

alter table private.acompanhamentos add column endereco_protegido boolean not null default false;
alter table private.pedidos add column pelo_proprio_link boolean not null default false;
alter table private.correcoes add column pelo_proprio_link boolean not null default false;

-- Of those that are there: asked by a link before the desk had made another, and what was corrected for it.
update private.pedidos p set pelo_proprio_link = true where not p.no_balcao
  and not exists (select from private.historico h where h.inscricao_id = p.inscricao_id and h.acao = 'novo-link'
    and (h.quando < p.feito_em or p.tipo = 'telefone'));
update private.correcoes c set pelo_proprio_link = true where exists (
  select from private.pedidos p where p.inscricao_id = c.inscricao_id and p.pelo_proprio_link and p.confirmado and p.mudancas ? c.campo
    and p.respondido_em between c.quando and c.quando + interval '1 minute');
update private.acompanhamentos a set responsavel_chegou = true where not a.responsavel_chegou and not a.responsavel_confirmou
  and coalesce(a.nome_do_responsavel, a.telefone_do_responsavel) is not null
  and exists (select from private.historico h where h.inscricao_id = a.inscricao_id and h.acao = 'responsavel');

drop index private.pedidos_aberto_key;
create unique index pedidos_aberto_key on private.pedidos (inscricao_id, tipo, coalesce(campo, ''), pelo_proprio_link) where respondido_em is null;
create index auditoria_meus_dados_idx on private.auditoria (inscricao, numero) where acao = 'meus_dados';
