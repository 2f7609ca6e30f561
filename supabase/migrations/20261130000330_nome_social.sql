-- What a person is to be called, where it is another name than in their documents.

alter table public.inscricoes_projeto add column nome_social text check (char_length(nome_social) <= 320);
