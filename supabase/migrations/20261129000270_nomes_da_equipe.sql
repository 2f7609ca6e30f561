-- How somebody of the team is called, in the place of the e-mail.
alter table private.administradores add column nome text check (char_length(nome) between 1 and 60);
