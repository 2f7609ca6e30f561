import { afterAll, describe, expect, test } from 'vitest';
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
    expect.stringMatching(/não é desta versão \(20261128000190_redes\.sql\).*npm run supabase -- push/),
    expect.stringMatching(/^PERIGO.* drop policy outra on public\.inscricoes_projeto;$/),
  ]);
});

/** What spoils and what mends it: a right that is given or taken, values that are set. */
type Spoilt = readonly [spoil: string, mend: string];
const given = (right: string, who: string): Spoilt => [
  `grant ${right} to ${who}`,
  `revoke ${right} from ${who}`,
];
const taken = (right: string, who: string): Spoilt => [
  `revoke ${right} from ${who}`,
  `grant ${right} to ${who}`,
];
const set = (what: string, bad: string, good: string): Spoilt => [
  `update ${what} = ${bad} where true`,
  `update ${what} = ${good} where true`,
];
const turned = (what: string, bad: string, good: string): Spoilt => [
  what.replace('%', bad).replace('%', good),
  what.replace('%', good).replace('%', bad),
];
const MIGRATIONS = 'supabase_migrations.schema_migrations';
const OURS = 'public.inscricoes_projeto';
const [BUCKETS, LISTED] = ['storage.buckets set', 'private.administradores set'];

// Nothing else is told: what one case spoils is mended for the next.
test.each<[Spoilt, ...RegExp[]]>([
  [
    [
      `delete from ${MIGRATIONS} where version like '%190'`,
      `insert into ${MIGRATIONS} (version, name) values ('20261128000190', 'redes')`,
    ],
    /não é desta versão \(20261128000190_redes\.sql\)/,
  ],
  [
    [
      `insert into ${MIGRATIONS} (version) values ('20260101000000')`,
      `delete from ${MIGRATIONS} where version = '20260101000000'`,
    ],
    /não conhece \(20260101000000_\.sql\)/,
  ],
  [
    [
      `create table auth.mfa_factors (id uuid, status text);
       insert into auth.mfa_factors (status) values ('verified'), ('verified'), ('unverified')`,
      'drop table auth.mfa_factors',
    ],
    /^Há 3 segundos fatores no projeto, .*Multi-Factor/,
  ],
  [
    [`alter table ${OURS} no force row level security`, `alter table ${OURS} force row level security`],
    /PERIGO.* alter table inscricoes_projeto enable row level security, force row level security;$/,
  ],
  [
    turned(`alter policy "%" on ${OURS} rename to "%"`, 'administradores leem as inscrições', 'outra'),
    /PERIGO.* drop policy outra on public\.inscricoes_projeto;$/,
    /^Faltam.*«administradores leem as inscrições» public\.inscricoes_projeto SELECT\)/,
  ],
  [
    // a policy that takes nothing away any more
    [
      `drop policy "apagadas não se leem" on ${OURS};
       create policy "apagadas não se leem" on ${OURS} for select to authenticated using (true)`,
      `drop policy "apagadas não se leem" on ${OURS};
       create policy "apagadas não se leem" on ${OURS} as restrictive for select to authenticated
         using (not exists (select from private.ids_da_lixeira l where l.id = inscricoes_projeto.id))`,
    ],
    /PERIGO.* drop policy "apagadas não se leem" on public\.inscricoes_projeto;$/,
    /^Faltam.*«apagadas não se leem» public\.inscricoes_projeto SELECT restritiva\)/,
  ],
  [
    [
      'create policy "tudo" on storage.objects for select to anon using (true)',
      'drop policy "tudo" on storage.objects',
    ],
    /PERIGO.* drop policy tudo on storage\.objects;$/,
  ],
  [given(`select (rg) on ${OURS}`, 'anon'), /PERIGO.* revoke select on inscricoes_projeto from anon;$/],
  [
    given(`delete on ${OURS}`, 'authenticated'),
    /PERIGO.* revoke update, delete, truncate on inscricoes_projeto from anon, authenticated;$/,
  ],
  [
    given('execute on function public.limpar_vencidas()', 'anon'),
    /PERIGO.* revoke execute on function limpar_vencidas\(\) from anon, public;$/,
  ],
  [
    taken('execute on function public.situacao_da_inscricao(text)', 'anon'),
    /^Faltam.*\(situacao_da_inscricao\)/,
  ],
  [taken(`insert (nome_completo) on ${OURS}`, 'anon'), /^Faltam.*\(insert em inscricoes_projeto\)/],
  [set(`${BUCKETS} public`, 'true', 'false'), /PERIGO: o bucket cadastro_unico_uploads falta/],
  [set(`${BUCKETS} file_size_limit`, 'null', '5242880'), /PERIGO: o bucket cadastro_unico_uploads falta/],
  [
    set(`${BUCKETS} allowed_mime_types`, `'{image/*}'`, `'{application/pdf,image/jpeg,image/png}'`),
    /PERIGO: o bucket cadastro_unico_uploads falta/,
  ],
  [
    set(`${BUCKETS} id`, `'outro'`, `'cadastro_unico_uploads'`),
    /PERIGO: o bucket cadastro_unico_uploads falta/,
  ],
  [set(`${LISTED} desativado_em`, 'now()', 'null'), /Ninguém da direção tem acesso.*primeiro_administrador/],
  [
    set(`${LISTED} papel`, `'secretaria'`, `'direcao'`),
    /Ninguém da direção tem acesso.*primeiro_administrador/,
  ],
  [
    set('auth.users set banned_until', `now() + interval '1 day'`, 'null'),
    /Ninguém da direção tem acesso.*primeiro_administrador/,
  ],
  [
    [
      `insert into private.freio (motivo, inscricoes, de_inscricoes, documentos, de_documentos) values ('muitas', 30, 31, 0, 0)`,
      'delete from private.freio where unico',
    ],
    /^A limpeza por prazo parou.*«A data está certa»/,
  ],
  [
    [
      `insert into storage.objects (bucket_id, name, created_at) values ('cadastro_unico_uploads', 'public/00000000-0000-4000-8000-000000000001_x.pdf', now() - interval '4 days')`,
      `delete from storage.objects where name like 'public/00000000%'`,
    ],
    /1 documentos que já deviam ter saído/,
  ],
])('what %j spoils is told', async ([spoil, mend], ...sentences) => {
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
    expect(await within(never)).toEqual([expect.stringMatching(/nunca rodou: marque-a no pg_cron/)]);
    expect(await within(`${cron()}; delete from cron.job_run_details where true`)).toEqual([
      expect.stringMatching(/nunca rodou: marque-a/),
    ]);
    await query(ran);
    expect(await within(cron())).toEqual([]);
  });

  test('whose last run failed is told, although another run went well today, without what it noted', async () => {
    const found = await within(cron('relation "vault.decrypted_secrets" does not exist'));
    expect(found).toEqual([
      expect.stringMatching(/falhou da última vez.*Integrations → Cron → History \(docs\/supabase\.md/),
    ]);
    expect(found.join()).not.toMatch(/aplicar_prazos_do_dia|decrypted_secrets/);
    await query(never);
    expect(await within(cron('connection failed'))).toEqual(found);
    await query(ran);
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
  expect(found).toEqual([expect.stringMatching(/não respondeu até o fim.*entre como o dono do banco/)]);
});

test('a database of our server, of another product, and an empty one are told', async () => {
  const wrong = /não é o de um projeto com as tabelas deste site.*push;.*sem --supabase;.*outro produto/;
  await query('alter schema supabase_migrations rename to guardado');
  expect(await said()).toEqual([expect.stringMatching(wrong)]);
  await query('alter schema guardado rename to supabase_migrations');
  await query('alter schema private rename to outro');
  const found = await said();
  await query('alter schema outro rename to private');
  expect(found).toEqual([expect.stringMatching(wrong)]);
});
