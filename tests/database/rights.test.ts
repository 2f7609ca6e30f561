import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { homes, migrateAfter } from '../support/server.ts';

// Every right of the callers' roles on everything that exists, against this list.
// An extra grant, a table without row-level security or a new function that is
// open fails here by name.

const ANSWERS = FIELDS.map(({ column }) => column);

/** What the desk calls: each in `public` over its twin in `private`, which asks for an administrator; who × what → answer is in tests/database/desk-rights.test.ts and tests/database/desk-access.test.ts. */
const DESK = [
  'acompanhamento(uuid)',
  'anotar_acesso(acao text, inscricao uuid, linhas integer, colunas text[])',
  'anotar_impressao(inscricoes uuid[])',
  'apagar_enxurrada(origem text, hora timestamp with time zone, confirmacao text)',
  'apagar_inscricao(inscricao uuid, confirmacao text, motivo text)',
  'aplicar_prazos()',
  'auditoria(antes bigint, pessoa uuid, dia date, quantas integer)',
  'buscar_inscricoes(jsonb)',
  'chegaram_depois(momento timestamp with time zone)',
  'cidades_das_inscricoes()',
  'confirmar_data(date)',
  'comparar_inscricoes(inscricao uuid, outra uuid, mesma_pessoa boolean)',
  'concluir_prazos(inscricoes integer, documentos integer, envios integer)',
  'contar_inscricoes(jsonb)',
  'corrigir_nota(nota uuid, texto text)',
  'escrever_nota(inscricao uuid, texto text)',
  'desfazer_decisao(inscricao uuid, versao integer)',
  'enxurradas()',
  'freio_da_equipe()',
  'freio_dos_prazos()',
  'lista_da_turma(turma text, com_saude boolean)',
  'listar_administradores()',
  'marcar_criterio(inscricao uuid, versao integer, criterio text, cumprido boolean)',
  'motivos_recentes(text)',
  'mudar_acesso(conta uuid, com_acesso boolean)',
  'mudar_situacao(inscricao uuid, versao integer, situacao text, motivo text, turma text, primeiro_dia date)',
  'prazos_de_guarda(inscricoes uuid[])',
  'preparar_mensagem(inscricao uuid, modelo text, para text)',
  'responder_pedido(inscricao uuid, versao integer, pedido uuid, confirmado boolean, do_responsavel boolean)',
  'turmas_com_alunos()',
  'ultima_retencao()',
  'ultimas_copias()',
];

/** What families call, who are nobody: what they are answered is in tests/database/situation.test.ts and tests/database/later-documents.test.ts, tests/database/requests.test.ts. */
const FAMILY = [
  'enviar_outro_documento(codigo text, endereco text)',
  'pedir_pela_familia(codigo text, tipo text, telefone text)',
  'situacao_da_inscricao(text)',
  'situacao_por_protocolo(protocolo text, nascimento date)',
];

/** What tells of nobody, and anybody may call. */
const ANYBODY = ['formulario()', 'versao_do_banco()'].flatMap((call) => [
  `EXECUTE private.${call}`,
  `EXECUTE public.${call}`,
]);

/** Rights on the documents' rows, which every policy narrows. */
const OBJECTS = ['DELETE', 'INSERT', 'SELECT'].map((right) => `${right} storage.objects`);

/** role → what it may do, one right a line. Of `storage.objects` policies are the gate, but nobody may empty it. */
const MATRIX: Record<string, string[]> = {
  anon: [
    ...ANSWERS.map((column) => `INSERT public.inscricoes_projeto(${column})`),
    'EXECUTE private.cabem_documentos()',
    'EXECUTE private.codigo_pessoal(uuid)',
    'EXECUTE private.documento_do_endereco(text)',
    'EXECUTE private.envio_do_documento(text)',
    'EXECUTE private.protocolo(uuid)',
    ...FAMILY.flatMap((call) => [`EXECUTE private.${call}`, `EXECUTE public.${call}`]),
    ...ANYBODY,
    ...OBJECTS,
    'USAGE public',
  ],
  authenticated: [
    ...ANSWERS.map((column) => `INSERT public.inscricoes_projeto(${column})`),
    'EXECUTE private.cabem_documentos()',
    'EXECUTE private.codigo_pessoal(uuid)',
    'EXECUTE private.documento_do_endereco(text)',
    'EXECUTE private.documento_em_espera(text)',
    'EXECUTE private.documento_em_uso(text)',
    'EXECUTE private.envio_do_documento(text)',
    'EXECUTE private.is_admin()',
    'EXECUTE private.protocolo(uuid)',
    'EXECUTE public.sou_administrador()',
    ...FAMILY.flatMap((call) => [`EXECUTE private.${call}`, `EXECUTE public.${call}`]),
    ...DESK.flatMap((call) => [`EXECUTE private.${call}`, `EXECUTE public.${call}`]),
    'SELECT public.inscricoes_projeto',
    ...ANYBODY,
    ...OBJECTS,
    'USAGE public',
  ],
  service_role: ['USAGE public'],
};

const POLICIES = [
  'public.inscricoes_projeto INSERT {anon,authenticated}: qualquer pessoa pode se inscrever',
  'public.inscricoes_projeto SELECT {authenticated}: administradores leem as inscrições',
  'storage.objects DELETE {authenticated}: administradores removem documentos sem inscrição',
  'storage.objects INSERT {anon,authenticated}: qualquer pessoa pode anexar um documento',
  'storage.objects SELECT {authenticated}: administradores leem os documentos',
];

/** What an older hosted project grants on everything new in `public`, before our migrations run. */
const HOSTED_DEFAULTS = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
    if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  end $$;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges grant all on tables to anon, authenticated;
  alter default privileges grant execute on functions to anon, authenticated;`;

describe.each(homes)('$name', (engine) => {
  test.each([
    ['a new database', ''],
    ['a database with the broad default grants of a hosted project', HOSTED_DEFAULTS],
  ])('in %s the rights of every caller are the written ones', async (_where, prepare) => {
    const { client, close } = await migrateAfter(engine, prepare);
    // storage and auth are the platform's there: its grants are broad, and policies the only gate
    const ours = (right: string) => !engine.hosted || !/ (storage|auth)\./.test(right);
    // a hosted project's own service_role is its owner's key: its rights are not ours to take
    for (const role of [
      'anon',
      'authenticated',
      ...(prepare === '' && !engine.hosted ? ['service_role'] : []),
    ]) {
      const found = (await rightsOf(client, role)).filter(ours);
      expect(
        found.filter((right) => !MATRIX[role]?.includes(right)),
        `${role} may do more`,
      ).toEqual([]);
      expect(
        MATRIX[role]?.filter((right) => ours(right) && !found.includes(right)),
        `${role} may do less`,
      ).toEqual([]);
    }
    expect(await policies(client)).toEqual(POLICIES);
    await close();
  });

  test('every table of public and storage is under row-level security, forced where it is ours', async () => {
    const { client, close } = await migrateAfter(engine, '');
    const { rows } = await client.query<{ name: string; enabled: boolean; forced: boolean }>(`
      select n.nspname || '.' || c.relname as name, relrowsecurity as enabled, relforcerowsecurity as forced
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname in ('public', 'storage', 'auth')`);
    expect(rows.filter(({ enabled }) => !enabled)).toEqual([]);
    expect(rows.filter(({ name, forced }) => name.startsWith('public.') && !forced)).toEqual([]);
    await close();
  });

  test('no function of an exposed schema runs with its owner’s rights, and those that do fix their search path', async () => {
    const { client, close } = await migrateAfter(engine, '');
    const { rows } = await client.query<{ name: string; schema: string; config: string[] | null }>(`
      select p.proname as name, n.nspname as schema, p.proconfig as config from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname in ('public', 'private', 'auth', 'storage')`);
    expect(rows.filter(({ schema }) => schema !== 'private')).toEqual([]);
    expect(rows.filter(({ config }) => !config?.includes('search_path=""'))).toEqual([]);
    await close();
  });

  test.skipIf(engine.hosted)('the migrations apply once: a second run changes nothing', async () => {
    const { client, close } = await migrateAfter(engine, '');
    const { migrate } = await import('../../server/data/migrate.ts');
    const applied = async () =>
      (await client.query('select nome, aplicada_em from servidor.migracoes order by nome')).rows;
    const before = await applied();
    await migrate(client);
    expect(await applied()).toEqual(before);
    await close();
  });
});

/** Every right `role` has, itself or as anybody, on schemas, tables, columns, sequences and functions; the functions of storage and auth left out. */
async function rightsOf(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ right: string }>(
    `
    with schemas as (
      select oid, nspname from pg_namespace where nspname in ('public', 'private', 'auth', 'storage', 'servidor')
    ), relations as (
      select c.oid, n.nspname || '.' || c.relname as name, c.relkind, n.nspname from pg_class c join schemas n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    )
    select privilege || ' ' || nspname as right from schemas, unnest(array['USAGE', 'CREATE']) as privilege
      where has_schema_privilege($1, oid, privilege) and nspname not in ('auth', 'storage')
    union all
    select privilege || ' ' || name from relations, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
      where case when relkind <> 'S' then has_table_privilege($1, oid, privilege) end
    union all
    select 'USAGE ' || name from relations where case when relkind = 'S' then has_sequence_privilege($1, oid, 'USAGE') end
    union all
    select privilege || ' ' || name || '(' || attname || ')'
      from relations join pg_attribute a on a.attrelid = relations.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) as privilege
      where relkind <> 'S'
        and has_column_privilege($1, a.attrelid, a.attnum, privilege) and not has_table_privilege($1, a.attrelid, privilege)
    union all
    select 'EXECUTE ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
      from pg_proc p join schemas n on n.oid = p.pronamespace
      where has_function_privilege($1, p.oid, 'EXECUTE') and n.nspname in ('public', 'private', 'servidor')
    order by 1`,
    [role],
  );
  // arguments are listed with their names: keep the types
  return rows.map(({ right }) => right.replace(/\((\w+ )(\w+)\)$/, '($2)'));
}

async function policies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select schemaname || '.' || tablename || ' ' || cmd || ' ' || roles::text || ': ' || policyname as line
    from pg_policies order by 1`);
  return rows.map(({ line }) => line);
}
