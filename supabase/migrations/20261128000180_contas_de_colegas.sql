-- Whoever has one password of the direção makes no colleague's account theirs and tells families nothing of their own (decision 151).

alter table private.administradores add column papel_desde timestamptz not null default now(); -- since when the present role is held
update private.administradores set papel_desde = criado_em where papel_desde > criado_em;

create index auditoria_avisos_idx on private.auditoria (momento)
  where acao in ('criou_conta', 'deu_acesso', 'tirou_acesso', 'trocou_senha', 'mudou_turma', 'mudou_configuracao');

-- As domain/setting-values.ts writes them: addresses in small letters without `https://`, `www.` and a slash at the
-- end, telephones and other numbers as digits.
create table private.contatos_do_centro (
  contato text primary key check (char_length(contato) between 1 and 300)
);

-- What waits since before waits the six days more.
update private.prazos_a_encurtar set vale_em = vale_em + interval '6 days' where true;
