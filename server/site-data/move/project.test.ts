import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enrolled } from '../../../tests/support/desk.ts';
import { embedded, serverForTests } from '../../../tests/support/server.ts';
import { signedIn } from '../../../tests/support/sign-in.ts';
import { readTables } from '../copy/tables.ts';
import { PROJECT_LEDGER } from '../open/ledger.ts';
import { CODE_HASH, HASHES, MIGRATIONS } from '../open/migrations.ts';
import { moveAccounts } from './accounts.ts';
import { openProjectApi, readProjectSettings } from './api.ts';
import { readIdentity, writeIdentity } from './identity.ts';
import { requireProject } from './project.ts';
import { PLATFORM_COLUMNS } from './project-site.ts';
import { restoreToProject } from './restore-project.ts';

// What a move to Supabase refuses. The move itself: npm run prove -- supabase moving.

const KEY = 'sb_secret_apenas_para_testes';
const PROJECT = { SUPABASE_URL: 'https://exemplo.supabase.co', SUPABASE_SERVICE_KEY: KEY };

test.each<[string, Record<string, string>, RegExp]>([
  [
    'an address that others on the way can read',
    { SUPABASE_URL: 'http://exemplo.supabase.co' },
    /^SUPABASE_URL: diga .*https/,
  ],
  ['half a line', { SUPABASE_SERVICE_KEY: 'sb_secret_com espaço no meio' }, /^SUPABASE_SERVICE_KEY: diga/],
  ['the public key', { SUPABASE_SERVICE_KEY: 'sb_publishable_apenas_para_testes' }, /chave secreta/],
])('%s', (_what, changed, sentence) => {
  expect(() => readProjectSettings({ ...PROJECT, ...changed })).toThrow(sentence);
  expect(readProjectSettings({ ...PROJECT, SUPABASE_URL: `${PROJECT.SUPABASE_URL}/` })).toEqual({
    url: PROJECT.SUPABASE_URL,
    serviceKey: KEY,
  });
});

describe.each(embedded)('a project over $name', (engine) => {
  let client: pg.Client;
  let gateway: Server;
  let api: ReturnType<typeof openProjectApi>;
  /** When the project at the address says that its bucket was made. */
  let made = '';
  const applied = MIGRATIONS.filter(({ name }) => PROJECT_LEDGER.applies(name));
  const record = async (files: typeof MIGRATIONS) => {
    await client.query('delete from supabase_migrations.schema_migrations where true');
    for (const file of files) await PROJECT_LEDGER.add(client, file);
  };
  const other = (name: string) => ({ name, sql: '' });

  const server = serverForTests(engine);
  beforeAll(async () => {
    client = new pg.Client(server.login);
    await client.connect();
    await client.query(PROJECT_LEDGER.make);
    // GoTrue's and storage-api's two answers; both are real in the proof
    gateway = createServer(({ url, headers }, answer) => {
      const may = headers.apikey === KEY;
      const body = url?.startsWith('/storage') ? { public: false, created_at: made } : { users: [] };
      answer.writeHead(may ? 200 : 403, { 'content-type': 'application/json' });
      answer.end(JSON.stringify(may ? body : { message: 'no' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => gateway.once('listening', resolve));
    api = openProjectApi({
      url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      serviceKey: KEY,
    });
  });
  afterAll(async () => {
    gateway.close();
    await client.end();
  });
  beforeEach(async () => {
    await record(applied);
    await client.query(`comment on view private.atos is '${CODE_HASH}'`);
    await client.query('update storage.buckets set public = false where true');
    const { rows } = await client.query<{ created_at: Date }>('select created_at from storage.buckets');
    made = rows[0]?.created_at.toISOString() ?? '';
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'those of an older version',
      () => record(applied.slice(0, -2)),
      /não tem as tabelas desta versão.*supabase -- push/,
    ],
    [
      'the code of another version',
      () => client.query(`comment on view private.atos is 'de outra'`),
      /não tem as tabelas desta versão.*supabase -- push/,
    ],
    [
      'another product’s',
      () => record([other('20200101000000_loja.sql')]),
      /anterior à 1\.2, e nada nele foi mudado/,
    ],
    [
      'another one among ours',
      () => record([...applied, other('20200101000000_loja.sql')]),
      /não conhece \(20200101000000_loja\.sql\), e nada nele foi mudado/,
    ],
    [
      'a public bucket',
      () => client.query('update storage.buckets set public = true where true'),
      /está público/,
    ],
    [
      'the address of another project',
      async () => {
        made = '2020-01-01T00:00:00.000Z';
      },
      /projetos diferentes/,
    ],
  ])('with %s is refused', async (_what, change, sentence) => {
    await expect(requireProject(client, api)).resolves.toBeUndefined();
    await change();
    const refused = requireProject(client, api);
    await expect(refused).rejects.toMatchObject({
      name: expect.stringMatching(/^(Refused|OtherVersion)$/),
      message: expect.stringMatching(sentence),
    });
    await expect(refused).rejects.toThrow(/Nada foi mudado\.|nada nele foi mudado/);
  });

  test('with another key, or without an answer, is refused', async () => {
    const { port } = gateway.address() as AddressInfo;
    const other = openProjectApi({ url: `http://127.0.0.1:${port}`, serviceKey: 'outra-chave-qualquer' });
    await expect(requireProject(client, other)).rejects.toThrow(
      /não é a chave secreta de SUPABASE_URL .*ou ali não há um projeto/,
    );
    const away = openProjectApi({ url: 'http://127.0.0.1:1', serviceKey: KEY });
    await expect(requireProject(client, away)).rejects.toMatchObject({ name: 'ProjectFailed' });
  });

  test('that is not empty, or holds half of another copy, is not touched', async () => {
    const migracoes = [...HASHES].map(([nome, impressao]) => ({ nome, impressao }));
    const manifest = { instalacao: { id: 'um-site', geracao: 1 }, migracoes };
    const copy = {
      path: '/copias/copia-nova',
      manifest,
      documents: [],
      erasures: [],
      identity: null,
    } as never;
    const move = () => restoreToProject(copy, { client, api });
    await signedIn(server, { administrator: true });
    await enrolled(server);
    await expect(move()).rejects.toThrow(/já tem inscrições, documentos, contas .*Nada foi mudado/);
    expect(await readIdentity(client)).toBeNull();
    const half = { id: 'um-site', geracao: 2, copia: 'copia-velha', restaurando: true } as const;
    await writeIdentity(client, half);
    await expect(move()).rejects.toThrow(/outra cópia \(copia-velha\).*não terminou/);
    expect(await readIdentity(client)).toEqual(half);
  });

  test('whose old GoTrue chooses the ids is refused', async () => {
    const gotrue = createServer((_request, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      answer.end(JSON.stringify({ id: 'outro-numero' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => gotrue.once('listening', resolve));
    const { port } = gotrue.address() as AddressInfo;
    const old = openProjectApi({ url: `http://127.0.0.1:${port}`, serviceKey: KEY });
    await client.query(`create temp table contas as select gen_random_uuid() as id, 'equipe@example.com' as email,
      '' as encrypted_password, null::timestamptz as banned_until, now() as created_at`);
    await expect(moveAccounts(client, old, 'pg_temp.contas')).rejects.toThrow(
      /apague ali \(Authentication\) a conta outro-numero e rode de novo\.$/,
    );
    gotrue.close();
  });

  test('a copy of it has the columns of our own tables', async () => {
    const tables = (await readTables(client)).filter(({ nome }) => nome in PLATFORM_COLUMNS);
    const found = Object.fromEntries(tables.map(({ nome, colunas }) => [nome, [...colunas].sort()]));
    const expected = Object.entries(PLATFORM_COLUMNS).map(([nome, columns]) => [nome, [...columns].sort()]);
    expect(found).toEqual(Object.fromEntries(expected));
  });
});
