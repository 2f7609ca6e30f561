import { afterAll, describe, expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { urlOf } from '../../tests/support/copies.ts';
import { engines, forTests, forThisTest } from '../../tests/support/server.ts';
import { openProject } from '../../tests/support/supabase-like.ts';
import { examineProjectDatabase } from './supabase-database.ts';

// A project from inside, as its owner reads it.

const opened = forTests(() => openProject());

const query = (sql: string) => opened.server.database.query(sql);
async function said(databaseUrl = urlOf(opened.server.login), from = opened): Promise<string[]> {
  const findings = await examineProjectDatabase(databaseUrl, from.project);
  return findings.flatMap(({ level, says }) => (level === 'todo' ? [says] : []));
}

test.each(engines)('a project in order has nothing to do, $name', async (engine) => {
  const project = await forThisTest(openProject(engine));
  expect(await said(urlOf(project.server.login), project)).toEqual([]);
});

test('what migrations still bring is not missed as well', async () => {
  await query(`delete from supabase_migrations.schema_migrations where version like '%190';
    revoke execute on function public.situacao_da_inscricao(text) from anon;
    alter policy "administradores leem as inscrições" on public.inscricoes_projeto rename to "outra"`);
  const found = await said();
  await query(`insert into supabase_migrations.schema_migrations (version, name) values ('20261128000190', 'redes');
    grant execute on function public.situacao_da_inscricao(text) to anon;
    alter policy "outra" on public.inscricoes_projeto rename to "administradores leem as inscrições"`);
  expect(found).toEqual([
    expect.stringMatching(/^Faltam 1 migrações/),
    expect.stringMatching(/^Há política a mais, public\.inscricoes_projeto: SELECT «outra»/),
  ]);
});

test('the line that tells the contacts is followed as it is written, and then no more', async () => {
  const asked = async () =>
    (await examineProjectDatabase(urlOf(opened.server.login), opened.project))
      .map(({ says }) => /select private\.guardar_contatos\(.*\);$/.exec(says)?.[0])
      .filter(Boolean);
  const [line = ''] = await asked();
  await query(line);
  expect(await asked()).toEqual([]);
  expect(
    (await opened.server.database.query(`select private.contato_alheio($1) as n`, [brand.email])).rows,
  ).toEqual([{ n: null }]);
});

// Nothing else is told: what one case spoils is mended for the next.
test.each<[string, string, string, ...RegExp[]]>([
  [
    'a missing migration',
    `delete from supabase_migrations.schema_migrations where version like '%190'`,
    `insert into supabase_migrations.schema_migrations (version, name) values ('20261128000190', 'redes')`,
    /Faltam 1 migrações no banco \(20261128000190_redes\.sql\)/,
  ],
  [
    'an unknown migration',
    `insert into supabase_migrations.schema_migrations (version) values ('20260101000000')`,
    `delete from supabase_migrations.schema_migrations where version = '20260101000000'`,
    /não conhece \(20260101000000_\.sql\)/,
  ],
  [
    'a changed migration',
    `alter table supabase_migrations.schema_migrations add antes text[];
     update supabase_migrations.schema_migrations set antes = statements, statements = '{select 1}' where version like '%151'`,
    `update supabase_migrations.schema_migrations set statements = antes where antes is not null;
     alter table supabase_migrations.schema_migrations drop antes`,
    /^A migração 20261127000151_base\.sql, .*com outro texto/,
  ],
  [
    'second factors',
    `create table auth.mfa_factors (id uuid, status text);
     insert into auth.mfa_factors (status) values ('verified'), ('verified'), ('unverified')`,
    'drop table auth.mfa_factors',
    /^Há 2 segundos fatores confirmados, .*Multi-Factor/,
    /^Segundos fatores estão ligados no projeto \(1 começados\)/,
  ],
  [
    'row-level security that is off',
    'alter table public.inscricoes_projeto no force row level security',
    'alter table public.inscricoes_projeto force row level security',
    /PERIGO: sem row-level security em .*inscricoes_projeto/,
  ],
  [
    'a missing policy',
    'alter policy "administradores leem as inscrições" on public.inscricoes_projeto rename to "outra"',
    'alter policy "outra" on public.inscricoes_projeto rename to "administradores leem as inscrições"',
    /Falta a política public\.inscricoes_projeto: SELECT «administradores leem as inscrições»/,
    /política a mais, public\.inscricoes_projeto: SELECT «outra»/,
  ],
  [
    'a policy that takes nothing away any more',
    `drop policy "apagadas não se leem" on public.inscricoes_projeto;
     create policy "apagadas não se leem" on public.inscricoes_projeto for select to authenticated using (true)`,
    `drop policy "apagadas não se leem" on public.inscricoes_projeto;
     create policy "apagadas não se leem" on public.inscricoes_projeto as restrictive for select to authenticated
       using (not exists (select from private.ids_da_lixeira l where l.id = inscricoes_projeto.id))`,
    /Falta a política public\.inscricoes_projeto: SELECT restritiva «apagadas não se leem»/,
    /política a mais, public\.inscricoes_projeto: SELECT «apagadas não se leem»/,
  ],
  [
    'one policy more',
    'create policy "tudo" on storage.objects for select to anon using (true)',
    'drop policy "tudo" on storage.objects',
    /política a mais, storage\.objects: SELECT «tudo»/,
  ],
  [
    'rows that strangers may read',
    'grant select (rg) on public.inscricoes_projeto to anon',
    'revoke select (rg) on public.inscricoes_projeto from anon',
    /PERIGO: quem não entrou tem direito de ler inscricoes_projeto/,
  ],
  [
    'rows that people may change',
    'grant delete on public.inscricoes_projeto to authenticated',
    'revoke delete on public.inscricoes_projeto from authenticated',
    /mudar ou apagar direto inscricoes_projeto/,
  ],
  [
    'a function that strangers may call',
    'grant execute on function public.limpar_vencidas() to anon',
    'revoke execute on function public.limpar_vencidas() from anon',
    /pode chamar limpar_vencidas/,
  ],
  [
    'a function that families miss',
    'revoke execute on function public.situacao_da_inscricao(text) from anon',
    'grant execute on function public.situacao_da_inscricao(text) to anon',
    /famílias não podem chamar situacao_da_inscricao/,
  ],
  [
    'a form that nobody can send',
    'revoke insert (nome_completo) on public.inscricoes_projeto from anon',
    'grant insert (nome_completo) on public.inscricoes_projeto to anon',
    /Nenhuma família consegue se inscrever/,
  ],
  [
    'a public bucket',
    'update storage.buckets set public = true where true',
    'update storage.buckets set public = false where true',
    /PERIGO: o bucket dos documentos é público/,
  ],
  [
    'another limit',
    'update storage.buckets set file_size_limit = null where true',
    'update storage.buckets set file_size_limit = 5242880 where true',
    /outro tamanho que 5 MB/,
  ],
  [
    'other types',
    `update storage.buckets set allowed_mime_types = '{image/*}' where true`,
    `update storage.buckets set allowed_mime_types = '{application/pdf,image/jpeg,image/png}' where true`,
    /outros tipos de arquivo/,
  ],
  [
    'no bucket',
    `update storage.buckets set id = 'outro' where true`,
    `update storage.buckets set id = 'cadastro_unico_uploads' where true`,
    /Falta o bucket cadastro_unico_uploads/,
  ],
  [
    'no administrator',
    'update private.administradores set desativado_em = now() where true',
    'update private.administradores set desativado_em = null where true',
    /Ninguém administra.*primeiro_administrador/,
  ],
  [
    'a secretaria alone',
    `update private.administradores set papel = 'secretaria' where true`,
    `update private.administradores set papel = 'direcao' where true`,
    /Ninguém da direção tem acesso.*primeiro_administrador/,
  ],
  [
    'a direção that is banned',
    `update auth.users set banned_until = now() + interval '1 day' where true`,
    'update auth.users set banned_until = null where true',
    /Ninguém administra.*primeiro_administrador/,
  ],
  [
    'a brake',
    `insert into private.freio (motivo, inscricoes, de_inscricoes, documentos, de_documentos) values ('muitas', 30, 31, 0, 0)`,
    'delete from private.freio where unico',
    /limpeza por prazo parou.*«A data está certa»/,
  ],
  [
    'documents that should have gone',
    `insert into storage.objects (bucket_id, name, created_at) values ('cadastro_unico_uploads', 'public/00000000-0000-4000-8000-000000000001_x.pdf', now() - interval '4 days')`,
    `delete from storage.objects where name like 'public/00000000%'`,
    /1 documentos que já deviam ter saído/,
  ],
])('%s is told', async (_what, spoil, mend, ...sentences) => {
  await query(spoil);
  const found = await said();
  await query(mend);
  expect(found).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});

describe('retention', () => {
  const never = `alter table private.auditoria disable trigger all;
    update private.auditoria set acao = 'saiu' where acao = 'retencao'`;
  const ran = `update private.auditoria set acao = 'retencao' where acao = 'saiu'`;
  /** What pg_cron has of its jobs and their runs; of ours the last ended so. */
  const cron = (message?: string) => `
    create schema cron; create table cron.job (jobid bigint, active boolean, command text);
    create table cron.job_run_details (jobid bigint, runid bigint, status text, return_message text);
    insert into cron.job values (1, true, 'select 1'), (2, true, 'select private.aplicar_prazos_do_dia(…)');
    insert into cron.job_run_details values (2, 1, 'failed', 'ERROR:  outro'), (2, 2, 'succeeded', '1 row'), (1, 9, 'failed', 'ERROR:  de outro trabalho')
      ${message === undefined ? '' : `, (2, 3, 'failed', 'ERROR:  ${message}'), (2, 4, 'running', null)`}`;
  const within = async (before: string) => {
    await query(before);
    const found = await said();
    await query('drop schema if exists cron cascade');
    return found;
  };
  afterAll(() => query('drop schema if exists cron cascade'));

  test('that never ran, or is only planned, is told', async () => {
    expect(await within(never)).toEqual([expect.stringMatching(/nunca rodou, e nada a chama/)]);
    expect(await within(`${cron()}; delete from cron.job_run_details where true`)).toEqual([
      expect.stringMatching(/marcada no pg_cron e ainda não rodou/),
    ]);
    await query(ran);
    expect(await within(cron())).toEqual([]);
  });

  test.each([
    ['Ligue antes a extensão pg_net, no painel', /falhou.*pg_net está desligada/],
    ['Diga o endereço do projeto, como https://abcdefgh.supabase.co', /falhou.*falta o endereço.*Vault/],
    ['permission denied for function aplicar_prazos_do_dia', /falhou.*usuário postgres/],
    ['relation "vault.decrypted_secrets" does not exist', /falhou.*não existe/],
    ['canceling statement due to statement timeout', /falhou.*demorou demais/],
    ['connection failed', /falhou.*pg_cron não conseguiu começar/],
    ['deadlock detected at /private/x', /falhou.*Integrations → Cron/],
  ])('whose last run failed is told by the class of its message: %s', async (message, sentence) => {
    const found = await within(cron(message)); // although another run went well today
    expect(found).toEqual([expect.stringMatching(sentence)]);
    expect(found.join()).not.toMatch(/aplicar_prazos_do_dia|decrypted_secrets|deadlock/);
    await query(never);
    const first = await within(cron(message));
    await query(ran);
    expect(first).toEqual(found);
  });
});

test.each([
  [
    'nobody there',
    'postgres://postgres:x@127.0.0.1:1/postgres',
    /o PostgreSQL de 127\.0\.0\.1:1 não responde/,
  ],
  [
    'no certificate asked for',
    'postgres://postgres:x@db.abcdefgh.supabase.co/postgres',
    /sem conferir o certificado/,
  ],
])('with %s one sentence is told', async (_what, databaseUrl, sentence) => {
  expect(await said(databaseUrl)).toEqual([expect.stringMatching(sentence)]);
});

test('a database of another project is told by its address, and is not asked', async () => {
  const address = 'postgres://postgres.zzzz:x@aws-0-sa-east-1.pooler.supabase.com:5432/postgres';
  const findings = await examineProjectDatabase(address, { url: 'https://abcdefgh.supabase.co', key: '' });
  expect(findings).toEqual([
    { level: 'todo', says: expect.stringMatching(/^DATABASE_URL é de outro projeto que https:\/\/abcdefgh/) },
  ]);
});

test('an owner who may not read what is needed is told', async () => {
  await query('revoke select on private.administradores from current_user');
  const found = await said();
  await query('grant select on private.administradores to current_user');
  expect(found).toEqual([expect.stringMatching(/não pode ler o que é preciso: use o usuário postgres/)]);
});

test('a database of our server, of another product, and an empty one are told', async () => {
  await query('alter schema supabase_migrations rename to guardado');
  expect(await said()).toEqual([expect.stringMatching(/servidor próprio.*sem --supabase/)]);
  await query('alter schema guardado rename to supabase_migrations');
  await query('alter schema private rename to outro');
  const found = await said();
  await query('alter schema outro rename to private');
  expect(found.join()).toMatch(/de outro produto \(tem 1 tabelas/);
});
