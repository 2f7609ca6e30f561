-- Siblings are found when they are read: by the guardian's telephone, or by address and surname.

create index acompanhamentos_responsavel_idx on private.acompanhamentos (telefone_responsavel);

-- What people of one household share; null without a surname. In a numbered file, since an index is built on it.
create function private.casa(endereco text, nome text) returns text
  language sql immutable parallel safe
  begin atomic
    select md5(lower(regexp_replace(endereco, '[^[:alnum:]]+', '', 'g') || ' ' || substring(btrim(nome) from '[[:space:]][^[:space:]]+$')));
  end;

create index inscricoes_projeto_casa_idx on public.inscricoes_projeto (private.casa(endereco_completo, nome_completo));
