-- Age is a function of birth date and today (decision 154): the derived column is the birth date. Who waits does so in the line of a class.

alter table private.acompanhamentos add column nascimento date;
update private.acompanhamentos a set nascimento = i.data_nascimento from public.inscricoes_projeto i where i.id = a.inscricao_id;
alter table private.acompanhamentos alter column nascimento set not null, drop column idade; -- its three indexes go with it
create index acompanhamentos_nascimento_idx on private.acompanhamentos (nascimento, inscricao_id) where apagada_em is null;
create index acompanhamentos_situacao_idx on private.acompanhamentos (situacao, criada_em, inscricao_id, condicao, documento, nascimento) where apagada_em is null;
create index acompanhamentos_cidade_idx on private.acompanhamentos (cidade, criada_em, inscricao_id, situacao, condicao, documento, nascimento) where apagada_em is null;
