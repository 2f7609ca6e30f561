-- One number of places, what is left of an erased document, proposals by the site's rules, public texts, and the bin left
-- out at once (decision 155).

drop index private.acompanhamentos_apagada_idx;
create index acompanhamentos_apagada_idx on private.acompanhamentos (apagada_em, inscricao_id) where apagada_em is not null;

update private.acompanhamentos a set documento = false
  where a.documento and a.inscricao_id in (select x.inscricao_id from private.apagamentos x where x.o_que = 'documento')
    and not exists (select from private.documentos_novos d where d.inscricao_id = a.inscricao_id);
