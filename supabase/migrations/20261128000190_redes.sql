-- What strangers send is counted by network too; floods show networks; small ones (decision 153).

alter table private.origens add column rede bytea check (octet_length(rede) = 16);
alter table private.chegadas add column rede bytea;
update private.origens set rede = origem where true;     -- of the last two days: each address alone
update private.chegadas set rede = origem where true;
alter table private.origens alter column rede set not null;
alter table private.chegadas alter column rede set not null;
drop index private.origens_origem_idx;
drop index private.chegadas_origem_idx;
create index origens_rede_idx on private.origens (rede, quando);
create index chegadas_rede_idx on private.chegadas (rede, quando);
drop index private.auditoria_aberturas_idx;
create index auditoria_aberturas_idx on private.auditoria (inscricao) where acao in ('viu_ficha', 'abriu_documento', 'imprimiu', 'imprimiu_turma');
