-- A correction that a family asked for at the desk may be noted without the other answer, which a note says.
alter table private.pedidos drop constraint correcao_do_pedido, add constraint correcao_do_pedido check (
  case when campo is null then mudancas is null and (no_balcao or tipo <> 'corrigir') else tipo = 'corrigir' and coalesce(mudancas ? campo, false) end);
