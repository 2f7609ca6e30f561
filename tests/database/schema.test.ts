import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentPathOf, safeFileName } from '../../domain/document/document.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { protocolOf } from '../../domain/enrolment/protocol.ts';
import { FUNCTIONS, type FunctionName, isOfTheDesk } from '../../domain/functions.ts';
import { migrate } from '../../server/site-data/open/migrate.ts';
import { insertOf, ROW } from '../support/people.ts';
import { databaseForTests, engines, forThisTest, openMigrated } from '../support/server.ts';
import { sources } from '../support/sources.ts';
import { NEEDED_BY_TABLES, readCatalogue, readFirstRows } from '../support/versions/catalogue.ts';
import { openAsOf12 } from '../support/versions/version-1-2.ts';

// The list in domain/ and the SQL in supabase/ are written by hand, twice, on purpose: the database must not
// change silently when the list does.

const fields: readonly Field[] = FIELDS;

describe.each(engines)('$name', (engine) => {
  const database = databaseForTests(engine);

  const { rows: ask } = database;

  test('the table has exactly the columns of the field list, each with type, options, length and range of its answer', async () => {
    const inSql = await ask(`
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
      letters: 4 * max, // marks may stand apart from their letter
      isNeverBlank: required && max > 0 && control !== 'email',
      range: range ? [range.min, range.max] : [],
      decimals: range ? -Math.log10(range.step) : 0,
    }));
    expect(found).toEqual(inList.toSorted((one, other) => (one.column < other.column ? -1 : 1)));
  });

  test('a stranger’s enrolment with every answer as long as its field takes, in letters with accents, is taken', async () => {
    const free = fields.filter(
      ({ name, type, options, control }) =>
        type === 'text' && !options && !['file', 'email', 'tel', 'cpf'].includes(control) && name !== 'cpf',
    );
    const long = Object.fromEntries(
      free.map(({ column, max = 0 }) => [column, 'çãéíóõü'.repeat(max).slice(0, max)]),
    );
    const row = { ...ROW, ...long, condicao_medica: 'sim', email: `${'a'.repeat(242)}@example.com` };
    expect(long).toMatchObject({ motivacao: expect.stringMatching(/^.{2000}$/) });
    const anon = { role: 'anon', claims: { role: 'anon' } } as const;
    await database.as(anon, (tx) => tx.query(...insertOf(row)));
    expect(await ask('select * from public.inscricoes_projeto')).toMatchObject([long]);
  });

  test('the protocol is the same number in SQL and in TypeScript', async () => {
    const uuids = fc.sample(fc.uuid(), 300);
    const rows = await ask(
      'select private.protocolo(u::uuid) as protocol from unnest($1::text[]) with ordinality as t(u, n) order by n',
      uuids,
    );
    expect(rows.map(({ protocol }) => protocol)).toEqual(uuids.map(protocolOf));
  });

  test('every name the form makes is one that the bucket takes, and its address leads back to it; no other is', async () => {
    const uuid = '8f1d6a4e-53a1-4c68-9f0e-0123456789ab';
    const of = (name: string) => `public/${uuid}_${name}`;
    const made = fc.sample(fc.string({ unit: 'grapheme', maxLength: 200 }), 200);
    const names = [...made.map((name) => safeFileName(name, 'pdf')), 'foto.JPG', `${'a'.repeat(76)}.png`].map(
      of,
    );
    const addressOf = (name: string) =>
      encodeURI(`http://casa.test/storage/v1/object/public/cadastro_unico_uploads/${name}`);
    const addresses = names.map(addressOf);
    const right = addressOf(of('a b.pdf'));
    const wrong = [
      ...['', 'a.pdf.exe', 'a.pdf\n', 'a/b.pdf', 'a%20b.pdf', 'a?.pdf', 'é.pdf', `${'a'.repeat(77)}.png`].map(
        of,
      ),
      ...[of('a.pdf').toUpperCase(), `/${of('a.pdf')}`, of('a.pdf').slice(7), `public/${uuid}a.pdf`],
      ...[`public/${uuid.slice(1)}_a.pdf`, `public/g${uuid.slice(1)}_a.pdf`, 'public/../a.pdf'],
      ...['http', 'casa.test', '/v1', 'object/', '_uploads/'].map((part) => right.replace(part, '')),
      ...['?a', '#a', '/', '\n'].map((end) => right + end),
      ...[
        right.replace('public/', 'PUBLIC/'),
        right.replace('.test', '.test/a'),
        right.replace(/[^/]+$/, ''),
      ],
    ];
    const rows = await ask(
      `select private.envio_do_documento(t) as envio, private.documento_do_endereco(t) as nome
       from unnest($1::text[]) with ordinality as t(t, n) order by n`,
      [...names, ...addresses, ...wrong],
    );
    expect(rows).toEqual([
      ...names.map(() => ({ envio: uuid, nome: null })),
      ...addresses.map((address) => ({ envio: null, nome: documentPathOf(address) })),
      ...wrong.map(() => ({ envio: null, nome: null })),
    ]);
    expect(addresses.map(documentPathOf)).toEqual(names);
  });

  test('no body that PostgreSQL has read uses the row of a table, which could have no further column then', async () => {
    const users = await ask(`
      select distinct p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        join pg_depend d on d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.refclassid = 'pg_type'::regclass
        join pg_type t on t.oid = d.refobjid join pg_class c on c.oid = t.typrelid and c.relkind = 'r'
      where p.prosqlbody is not null and n.nspname in ('public', 'private')`);
    expect(users).toEqual([]);
  });
});

/** As what each function of the API answers; open tabs of 1.2.0 call those of then. */
const ANSWERS = `select proname as name, pg_get_function_result(oid) as as from pg_proc where pronamespace = 'public'::regnamespace`;

describe.skipIf(engines[0]?.hosted).each(engines)('a new database on $name', (engine) => {
  let made: Awaited<ReturnType<typeof openMigrated>>;
  let found: string[];
  beforeAll(async () => {
    made = await openMigrated(engine);
    found = await readCatalogue(made.client);
  });
  afterAll(() => made.close());

  test('is what one of 1.2.0 becomes, with its first rows; what answers the desk under a name of then answers as then', async () => {
    const { client } = await forThisTest(openAsOf12(engine));
    const answers = async () => (await client.query<{ name: FunctionName; as: string }>(ANSWERS)).rows;
    const then = await answers();
    await migrate(client);
    const now = new Map((await answers()).map(({ name, as }) => [name, as]));
    const same = then.filter(({ name }) => now.has(name) && isOfTheDesk(FUNCTIONS[name]));
    expect(same.filter(({ name, as }) => now.get(name) !== as)).toEqual([]);
    // what an object or a row holds is in no type: this one holds settings, by their names
    expect(same.flatMap(({ name, as }) => (/^(json|TABLE)/.test(as) ? [name] : []))).toEqual(['mensagens']);
    const updated = await readCatalogue(client);
    expect({
      onlyNew: found.filter((line) => !updated.includes(line)),
      onlyUpdated: updated.filter((line) => !found.includes(line)),
    }).toEqual({ onlyNew: [], onlyUpdated: [] });
    expect(await readFirstRows(client)).toEqual(await readFirstRows(made.client));
    const applied = 'select nome, impressao from servidor.migracoes order by nome';
    expect((await client.query(applied)).rows).toEqual((await made.client.query(applied)).rows);
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
    const files = sources(['supabase/migrations'], /\.sql$/).map(({ text }) => text);
    const named = (line: RegExp) => [...files.join('\n').matchAll(line)].map(([, name]) => name);
    const dropped = named(/^drop function (\S+?)\(/gm);
    const created = named(/^create (?:or replace )?function (\S+?)\(/gm);
    const numbered = created.filter((name) => !dropped.includes(name));
    expect([...new Set(numbered)].sort()).toEqual(rows.map(({ name }) => name));
  });
});
