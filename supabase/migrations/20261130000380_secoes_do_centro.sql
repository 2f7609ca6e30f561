-- Sections of what 'Ajustes → Centro' publishes are more than one (decision 201); which, and how large each may be, says
-- private.secoes_do_centro.

alter table private.centro drop constraint centro_secao_check, drop constraint centro_valor_check,
    add check (jsonb_typeof(valor) = 'object' and octet_length(valor::text) <= 40000);
