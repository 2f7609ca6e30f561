import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TYPES,
  documentPathOf,
  safeFileName,
} from '../../domain/document/document.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { databaseForTests, engines, forThisTest, openMigrated } from '../support/server.ts';
import { sources } from '../support/sources.ts';
import { NEEDED_BY_TABLES, readCatalogue, readFirstRows } from '../support/versions/catalogue.ts';
import { openAsOf12 } from '../support/versions/version-1-2.ts';

// The list in domain/ and the SQL in supabase/ are written by hand, twice, on
// purpose: the database must not change silently when the list does. These tests
// fail when the two disagree.

const fields: readonly Field[] = FIELDS;
/** Code points that a column takes for each letter of the form: marks may stand apart from their letter. */
const CODE_POINTS_A_LETTER = 4;

describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);

  const { rows: ask } = database;

  test('the table has exactly the columns of the field list, each with type, options, length and range of its answer', async () => {
    const inSql = await ask<{
      column: string;
      type: string;
      required: boolean;
      scale: number;
      check: string;
    }>(`
      select c.column_name as column, data_type as type, is_nullable = 'NO' as required, numeric_scale as scale,
        coalesce(pg_get_constraintdef(k.oid), '') as check
      from information_schema.columns c left join pg_constraint k on k.conname = 'inscricoes_projeto_' || c.column_name || '_check'
      where table_schema = 'public' and table_name = 'inscricoes_projeto' and c.column_name not in ('id', 'created_at', 'protocolo')
      order by c.column_name`);
    const found = inSql.map(({ column, type, required, scale, check }) => ({
      ...{ column, type, required },
      options: / ANY /.test(check) ? [...check.matchAll(/'([^']+)'::text/g)].map(([, value]) => value) : [],
      letters: Number(new RegExp(`char_length\\(${column}\\) <= (\\d+)`).exec(check)?.[1] ?? 0),
      isNeverBlank: check.includes(`btrim(${column}) <> ''`),
      range: type === 'numeric' ? [...check.matchAll(/\d+(?:\.\d+)?/g)].map(Number) : [],
      decimals: type === 'numeric' ? scale : 0,
    }));
    const inList = fields.map(({ column, type, required = false, control, options, max = 0, range }) => ({
      // SPEC §3: the file's address may be null; of an e-mail a setting decides
      ...{ column, type, required: required && control !== 'file' && control !== 'email' },
      options: Object.keys(options ?? {}),
      letters: max * CODE_POINTS_A_LETTER,
      isNeverBlank: required && max > 0 && control !== 'email',
      range: range ? [range.min, range.max] : [],
      decimals: range ? -Math.log10(range.step) : 0,
    }));
    expect(found).toEqual(inList.toSorted((one, other) => (one.column < other.column ? -1 : 1)));
  });

  test('the protocol is the same number in SQL and in TypeScript', async () => {
    const uuids = fc.sample(fc.uuid(), 300);
    const rows = await ask<{ protocol: string }>(
      'select private.protocolo(u::uuid) as protocol from unnest($1::text[]) with ordinality as t(u, n) order by n',
      uuids,
    );
    expect(rows.map(({ protocol }) => protocol)).toEqual(uuids.map(protocolOf));
  });

  test('every name the form makes is one that the bucket takes, and its address leads back to it', async () => {
    const names = fc
      .sample(fc.string({ unit: 'grapheme', maxLength: 200 }), 200)
      .map((name) => safeFileName(name, 'pdf'));
    const paths = names.map((name) => `public/8f1d6a4e-53a1-4c68-9f0e-0123456789ab_${name}`);
    const addresses = paths.map((path) =>
      encodeURI(`http://casa.test/storage/v1/object/public/cadastro_unico_uploads/${path}`),
    );
    const rows = await ask<{ envio: string; nome: string }>(
      `select private.envio_do_documento(p) as envio, private.documento_do_endereco(a) as nome
       from unnest($1::text[], $2::text[]) with ordinality as t(p, a, n) order by n`,
      paths,
      addresses,
    );
    expect(rows.map(({ envio }) => envio)).toEqual(paths.map(() => '8f1d6a4e-53a1-4c68-9f0e-0123456789ab'));
    expect(rows.map(({ nome }) => nome)).toEqual(addresses.map(documentPathOf));
  });

  test('names and addresses of documents are taken apart as these patterns say', async () => {
    const uuid = '8f1d6a4e-53a1-4c68-9f0e-0123456789ab';
    const address = `https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/${uuid}_a%20b.pdf`;
    // one to three places of what is right, with something else in them: near misses, and some that are right too
    const spoilt = (text: string) =>
      fc
        .array(fc.tuple(fc.nat(text.length), fc.nat(2), fc.constantFrom(...PIECES)), { maxLength: 3 })
        .map((edits) =>
          edits.reduce((left, [at, out, piece]) => left.slice(0, at) + piece + left.slice(at + out), text),
        );
    const name = `public/${uuid}_foto.JPG`;
    const long = [79, 80, 81].map((length) => `public/${uuid}_${'a'.repeat(length - 4)}.png`);
    const misses = [
      address.replace('casa.test', ''),
      address.replace('casa.test', 'storage/v1'),
      address.replace('https', 'ftp'),
      address.replace(/[^/]+$/, ''),
      address.replace('public/', 'PUBLIC/'),
    ];
    const near = [name, address].flatMap((text) => fc.sample(spoilt(text), 3_000));
    const texts = [...near, ...misses, ...long];
    const rows = await ask<Record<'envio' | 'padrao' | 'nome' | 'padrao_do_nome', string | null>>(
      `select private.envio_do_documento(t) as envio,
         case when t ~ '^public/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}_[A-Za-z0-9_!.*''() &$@=;:+,-]{1,80}$'
             and t ~* '\\.(pdf|jpe?g|png)$'
           then substring(t from '^public/(.{36})_')::uuid end as padrao,
         private.documento_do_endereco(t) as nome,
         replace(substring(t from '^https?://[^/?#\\s]+/storage/v1/object/public/cadastro_unico_uploads/(public/[^/?#\\s]+)$'),
           '%20', ' ') as padrao_do_nome
       from unnest($1::text[]) with ordinality as t(t, n) order by n`,
      texts,
    );
    const differing = rows.flatMap(({ envio, padrao, nome, padrao_do_nome }, at) =>
      envio === padrao && nome === padrao_do_nome ? [] : [texts[at]],
    );
    expect(differing).toEqual([]);
    const taken = rows.filter(({ envio }) => envio !== null).length;
    const known = rows.filter(({ nome }) => nome !== null).length;
    for (const count of [taken, known]) expect(count).toBeGreaterThan(100); // and so are those that are right
    expect(rows.slice(-3).map(({ envio }) => envio)).toEqual([uuid, uuid, null]);
  });

  test('no body that PostgreSQL has read uses the row of a table, which could have no further column then', async () => {
    const users = await ask<{ name: string }>(`
      select distinct p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass
        join pg_type t on t.oid = d.refobjid join pg_class c on c.oid = t.typrelid and c.relkind = 'r'
      where p.prosqlbody is not null and n.nspname in ('public', 'private')`);
    expect(users).toEqual([]);
  });

  test('the bucket is private and has the limits of domain/document/document.ts', async () => {
    const [bucket] = await ask(
      `select public, file_size_limit::integer as size, allowed_mime_types as types from storage.buckets where id = 'cadastro_unico_uploads'`,
    );
    expect(bucket).toEqual({ public: false, size: DOCUMENT_MAX_BYTES, types: Object.values(DOCUMENT_TYPES) });
  });
});

/** What may be put into a name or an address of a document to spoil it. */
const PIECES = [
  ...['', '//', '%20', '..', '.pdf', '.PNG', '.jpeg', '.Jpg', '.pdf.exe', 'http:', 'public', 'public/'],
  ...['storage', '/storage/v1/object/public/', ..."/?#% \n\t\u00a0\u2028-_.é𝕏ſK\\'0agA"],
];

/** What the comparison of catalogues has to see, at least one of each kind. */
const CHANGES = [
  'create schema outro',
  'alter default privileges in schema public grant select on tables to anon',
  'alter default privileges grant execute on functions to public',
  'drop extension pg_trgm cascade',
  'alter table public.inscricoes_projeto no force row level security',
  'grant select on private.pedidos to authenticated',
  'alter table private.pedidos add column outra text',
  'alter table private.pedidos alter column feito_em drop not null',
  'grant select (telefone) on private.pedidos to anon',
  'alter table private.pedidos drop constraint telefone_do_pedido',
  'create index on private.pedidos (telefone)',
  'alter sequence private.historico_id_seq increment 2',
  'alter function private.meu_papel() security invoker',
  'grant execute on function private.aparado(text) to anon',
  'drop trigger anotar_periodo on private.periodo',
  'alter table private.periodo disable trigger anotar_periodo',
  'create or replace view private.decisoes with (security_invoker) as select * from private.decisoes',
  `alter policy "administradores leem as inscrições" on public.inscricoes_projeto using (true)`,
  'create domain private.par as integer check (value % 2 = 0)',
  `comment on function private.meu_papel() is 'outro'`,
  'create rule nada as on update to private.pedidos do instead nothing',
];

describe.skipIf(engines[0]?.hosted).each(engines)('a new database on $name', (engine) => {
  let made: Awaited<ReturnType<typeof openMigrated>>;
  let found: string[];
  beforeAll(async () => {
    made = await openMigrated(engine);
    found = await readCatalogue(made.client);
  });
  afterAll(() => made.close());

  test('is what one of 1.2.0 becomes, with its first rows', async () => {
    const { client } = await forThisTest(openAsOf12(engine));
    await migrate(client);
    const updated = await readCatalogue(client);
    expect({
      onlyNew: found.filter((line) => !updated.includes(line)),
      onlyUpdated: updated.filter((line) => !found.includes(line)),
    }).toEqual({ onlyNew: [], onlyUpdated: [] });
    expect(await readFirstRows(client)).toEqual(await readFirstRows(made.client));
    expect(await appliedIn(client)).toEqual(await appliedIn(made.client));
  });

  test('has the same when its code is made anew, which another start leaves alone', async () => {
    const oid = async () =>
      (await made.client.query(`select 'private.pode(text)'::regprocedure::oid as oid`)).rows[0]?.oid;
    const first = await oid();
    await migrate(made.client);
    expect(await oid()).toBe(first);
    await made.client.query(`comment on view private.atos is 'de outra versão';
      create function private.de_antes() returns integer language sql begin atomic select 1; end;
      create function public.de_antes() returns integer language sql begin atomic select private.de_antes(); end;
      create function public.alheia() returns integer language sql begin atomic select 1; end;
      create policy "de antes" on public.inscricoes_projeto for select to anon using (true);
      grant select on private.pedidos to anon; grant execute on function private.protocolo(uuid) to public`);
    await migrate(made.client);
    expect(await oid()).not.toBe(first);
    await made.client.query('drop function public.alheia()'); // somebody else's is left alone
    expect(await readCatalogue(made.client)).toEqual(found);
  });

  test('has of the numbered files the functions that its tables need, and no others', async () => {
    const { rows } = await made.client.query<{ name: string }>(NEEDED_BY_TABLES);
    const named = (statement: RegExp) =>
      sources(['supabase/migrations'], /\.sql$/).flatMap(({ text }) =>
        [...text.matchAll(statement)].map(([, name]) => name),
      );
    const dropped = named(/^drop function (\S+?)\(/gm);
    const numbered = named(/^create (?:or replace )?function (\S+?)\(/gm).filter(
      (name) => !dropped.includes(name),
    );
    expect([...new Set(numbered)].sort()).toEqual(rows.map(({ name }) => name));
  });

  test('of which the comparison sees every kind of change', async () => {
    const unseen: string[] = [];
    for (const sql of CHANGES) {
      await made.client.query('begin');
      await made.client.query(sql);
      if ((await readCatalogue(made.client)).join() === found.join()) unseen.push(sql);
      await made.client.query('rollback');
    }
    expect(unseen).toEqual([]);
  });
});

async function appliedIn(client: pg.Client) {
  const { rows } = await client.query('select nome, impressao from servidor.migracoes order by nome');
  return rows;
}
