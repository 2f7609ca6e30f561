-- Who was in a class and is no longer: an earlier day's list has them.
create index historico_saidas_idx on private.historico ((antes ->> 'turma')) where acao = 'situacao' and de = 'aprovada';
