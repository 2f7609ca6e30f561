import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import {
  type Answer,
  added,
  type Heard,
  JSON_TYPE,
  length,
  openCallers,
  type Request,
  refusal,
  rows,
} from '../../tests/support/rest-answers.ts';
import { engines } from '../../tests/support/server.ts';

/** What every caller hears who asks to change, delete or upsert: status, headers and body, byte for byte. */

const ENROLMENTS = '/inscricoes_projeto';
const ONE = `${ENROLMENTS}?cpf=eq.1`;
const OBJECT = 'application/vnd.pgrst.object+json';

const parsing = (what: string, details: string) =>
  refusal(400, 'PGRST100', `failed to parse ${what}`, { details });
const invalidBody = (details: string) => refusal(400, 'PGRST102', 'Empty or invalid json', { details });
const noTable = (name: string) =>
  refusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
const noColumn = refusal(400, '42703', 'column does not exist');
const databaseRefused = (code: string) => refusal(400, code, 'the database refused the request');

const DENIED_MESSAGE = 'permission denied for table inscricoes_projeto';
const signedInDenied = refusal(403, '42501', DENIED_MESSAGE);
const anonymousDenied = refusal(401, '42501', DENIED_MESSAGE, { headers: { 'www-authenticate': 'Bearer' } });
const DENIED: Heard = {
  anonymous: anonymousDenied,
  stranger: signedInDenied,
  administrator: signedInDenied,
};
const unknownPreference = refusal(400, 'PGRST122', 'Invalid preferences given with handling=strict');
const falseToken = refusal(401, 'PGRST301', 'No suitable key or wrong key type', {
  headers: {
    'www-authenticate': 'Bearer error="invalid_token", error_description="No suitable key or wrong key type"',
  },
});
const notAcceptable = refusal(406, 'PGRST107', 'None of these media types are available');
const otherSchema = refusal(406, 'PGRST106', 'Invalid schema', {
  hint: 'Only the following schemas are exposed: public',
});
const ALLOW = { allow: 'GET, HEAD, POST, PATCH, DELETE' };

describe.each(engines)('$name', (engine) => {
  let callers: Awaited<ReturnType<typeof openCallers>>;
  const expectHeard = (...request: Parameters<typeof callers.expectHeard>) => callers.expectHeard(...request);
  const count = async () =>
    (await callers.server.database.query('select from public.inscricoes_projeto')).rowCount;
  const restore = async () => {
    await callers.server.database.query('truncate public.inscricoes_projeto cascade');
    await callers.server.database.query(
      `insert into public.inscricoes_projeto (${Object.keys(ROW)}) values (${Object.keys(ROW).map((_, at) => `$${at + 1}`)})`,
      Object.values(ROW),
    );
  };
  beforeAll(async () => {
    callers = await openCallers(engine);
    await restore();
  });
  afterEach(async () => {
    if ((await count()) !== 1) await restore();
  });
  afterAll(() => callers.server.close());

  describe.each([
    ['PATCH', 'UPDATE'],
    ['DELETE', 'DELETE'],
  ])('%s', (method, command) => {
    const noFilter = refusal(400, '21000', `${command} requires a WHERE clause`);
    const partOnly = refusal(400, 'PGRST100', 'A change takes filters, without order, limit and offset');
    const body = { nome_completo: 'Outra' };

    test.each<[Request, Heard]>([
      [{ path: ONE }, DENIED],
      [{ path: `${ENROLMENTS}?or=(cpf.eq.1,id.eq.1)` }, DENIED],
      [{ path: `${ENROLMENTS}?nada=eq.1` }, DENIED],
      [{ path: `${ONE}&columns=nada&select=nada&on_conflict=id` }, DENIED],
      [{ path: ONE, headers: { prefer: 'return=representation, count=exact' } }, DENIED],
      [{ path: ONE, headers: { prefer: 'handling=strict,max-affected=1' } }, DENIED],
      [{ path: ONE, headers: { prefer: 'max-affected=0' } }, DENIED],
      [{ path: ONE, headers: { accept: OBJECT } }, DENIED],
      [{ path: ONE, headers: { 'content-type': 'text/plain' } }, DENIED],
      [{ path: ONE, body: '{' }, DENIED],
      [{ path: ONE, body: { nada: 1 } }, DENIED],
      [{ path: ENROLMENTS }, noFilter],
      [{ path: `${ENROLMENTS}?select=id` }, noFilter],
      [{ path: `${ONE}&limit=1` }, partOnly],
      [{ path: `${ONE}&offset=1` }, partOnly],
      [{ path: `${ONE}&order=cpf` }, partOnly],
      [{ path: `${ONE}&columns=` }, parsing('columns parameter', 'Expected the name of a column')],
      [{ path: `${ONE}&on_conflict=` }, parsing('on_conflict parameter', 'Expected the name of a column')],
      [{ path: `${ONE}&select=a:b` }, parsing('select parameter', 'Expected the name of a column')],
      [
        { path: `${ENROLMENTS}?cpf=nada.1` },
        parsing('filter', 'Expected one of eq, neq, gt, gte, lt, lte, like, ilike, is, in'),
      ],
      [{ path: `${ENROLMENTS}?cpf=eq.%00` }, parsing('query string', 'It is not UTF-8 text')],
      [{ path: ONE, headers: { prefer: 'handling=strict,max-affected=x' } }, unknownPreference],
      [{ path: ONE, headers: { accept: 'text/csv' } }, notAcceptable],
      [{ path: ONE, headers: { 'content-profile': 'auth' } }, otherSchema],
      [{ path: ONE, headers: { authorization: 'Bearer a.b.c' } }, falseToken],
      [{ path: '/nada?id=eq.1' }, noTable('nada')],
      [{ path: '/nada' }, noTable('nada')],
      [{ path: '/administradores?id=eq.1' }, noTable('administradores')],
      [{ path: '/users?id=eq.1' }, noTable('users')],
      [{ path: '/pg_class?oid=eq.1' }, noTable('pg_class')],
      [{ path: `${ENROLMENTS}/1` }, refusal(404, 'PGRST125', 'Invalid path specified in request URL')],
      [{ path: '/' }, refusal(404, 'PGRST125', 'Invalid path specified in request URL')],
      [
        { path: '/rpc/sou_administrador' },
        refusal(405, 'PGRST101', 'Only GET and POST verbs are allowed on functions', {
          headers: { allow: 'GET, HEAD, POST' },
        }),
      ],
    ])('%j', async (request, heard) => {
      await expectHeard(method, { body, ...request }, heard);
      expect(await count()).toBe(1);
    });

    test('a body too long is not read, an address too long is refused', async () => {
      await expectHeard(method, { path: ONE, body: 'x'.repeat(102_401) }, DENIED);
      const tooLong = refusal(414, '414', 'Endereço longo demais.');
      await expectHeard(method, { path: `${ENROLMENTS}?cpf=eq.${'1'.repeat(8_192)}`, body }, tooLong);
    });
  });

  test.each([
    ['PUT', 'PGRST105', 'PUT is not served; use POST'],
    ['OPTIONS', 'PGRST117', 'Unsupported HTTP method'],
    ['PROPFIND', 'PGRST117', 'Unsupported HTTP method'],
  ])('%s', async (method, code, message) => {
    const heard = refusal(405, code, message, { headers: ALLOW });
    await expectHeard(method, { path: ONE, body: ROW }, heard);
    await expectHeard(method, { path: '/nada' }, heard);
    await expectHeard(method, { path: ENROLMENTS, headers: { accept: 'text/csv' } }, heard);
    await expectHeard(method, { path: ENROLMENTS, headers: { authorization: 'Bearer a.b.c' } }, heard);
  });

  /** Whoever names a row's key must be allowed to read it, as PostgreSQL sees it: an administrator alone. */
  const hidden = refusal(
    403,
    '42501',
    'new row violates row-level security policy for table "inscricoes_projeto"',
  );
  const NO_CONFLICT_KEY = databaseRefused('42P10');
  const ID = '6c84fb90-12c4-41e1-840d-7b25c5ee775a';

  test.each<[Request, Heard]>([
    [{ path: ENROLMENTS }, DENIED],
    [{ path: ENROLMENTS, headers: { accept: OBJECT } }, DENIED],
    [{ path: `${ENROLMENTS}?on_conflict=id` }, DENIED],
    [{ path: `${ENROLMENTS}?on_conflict=id,id` }, DENIED],
    [{ path: `${ENROLMENTS}?columns=cpf`, body: [ROW] }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, id: ID } }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, peso: 'x' } }, DENIED],
    [{ path: ENROLMENTS, body: { cpf: '1' } }, DENIED],
  ])('POST with resolution=merge-duplicates %j', async (request, heard) => {
    for (const more of [
      '',
      ',return=minimal',
      ',return=headers-only',
      ',return=representation,count=exact',
    ]) {
      const headers = { prefer: `resolution=merge-duplicates${more}`, ...request.headers };
      await expectHeard('POST', { body: ROW, ...request, headers }, heard);
    }
    expect(await count()).toBe(1);
  });

  test.each<[Request, Answer, Answer]>([
    [{ path: ENROLMENTS }, hidden, added()],
    [{ path: ENROLMENTS, headers: { accept: OBJECT } }, hidden, added()],
    [{ path: `${ENROLMENTS}?on_conflict=id` }, hidden, added()],
    [{ path: `${ENROLMENTS}?on_conflict=id,id` }, hidden, added()],
    [{ path: `${ENROLMENTS}?select=nada` }, hidden, added()],
    [{ path: `${ENROLMENTS}?cpf=eq.1` }, hidden, added()],
    [
      { path: `${ENROLMENTS}?columns=cpf`, body: [ROW] },
      hidden,
      refusal(
        400,
        '23502',
        'null value in column "nome_completo" of relation "inscricoes_projeto" violates not-null constraint',
      ),
    ],
    [
      { path: ENROLMENTS, body: { ...ROW, sexo: 'x' } },
      hidden,
      refusal(
        400,
        '23514',
        'new row for relation "inscricoes_projeto" violates check constraint "inscricoes_projeto_sexo_check"',
      ),
    ],
    [
      { path: ENROLMENTS, body: { ...ROW, peso: 'x' } },
      refusal(400, '22P02', 'invalid input syntax'),
      refusal(400, '22P02', 'invalid input syntax'),
    ],
    [{ path: ENROLMENTS, body: { ...ROW, id: ID } }, signedInDenied, signedInDenied],
  ])('POST with resolution=ignore-duplicates %j', async (request, stranger, administrator) => {
    const { headers: more, ...rest } = request;
    const headers = { prefer: 'resolution=ignore-duplicates', ...more };
    const applied = { 'preference-applied': 'resolution=ignore-duplicates' };
    await expectHeard(
      'POST',
      { body: ROW, ...rest, headers },
      {
        anonymous: anonymousDenied,
        stranger,
        administrator:
          administrator.status === 201
            ? { ...administrator, headers: { ...administrator.headers, ...applied } }
            : administrator,
      },
    );
  });

  test.each<[string, Answer]>([
    ['return=minimal', added()],
    ['missing=default, count=exact', added({ 'content-range': '*/1' })],
    ['return=headers-only', added({ location: `${ENROLMENTS}?id=eq.ID` })],
    ['return=representation', added({ ...JSON_TYPE, ...length(`[{"id":"${ID}"}]`) }, '[{"id":"ID"}]')],
  ])('POST with resolution=ignore-duplicates, %s', async (prefer, administrator) => {
    const applied = { 'preference-applied': `resolution=ignore-duplicates, ${prefer}` };
    await expectHeard(
      'POST',
      {
        path: `${ENROLMENTS}?select=id`,
        headers: { prefer: `resolution=ignore-duplicates, ${prefer}` },
        body: ROW,
      },
      {
        anonymous: anonymousDenied,
        stranger: hidden,
        administrator: {
          ...administrator,
          headers: { ...length(administrator.body), ...administrator.headers, ...applied },
        },
      },
    );
  });

  test.each<[Request, Heard]>([
    [{ path: `${ENROLMENTS}?on_conflict=cpf` }, NO_CONFLICT_KEY],
    [{ path: `${ENROLMENTS}?on_conflict=protocolo` }, NO_CONFLICT_KEY],
    [{ path: `${ENROLMENTS}?on_conflict=id,cpf` }, NO_CONFLICT_KEY],
    [{ path: `${ENROLMENTS}?on_conflict=nada` }, noColumn],
    [
      { path: `${ENROLMENTS}?on_conflict=` },
      parsing('on_conflict parameter', 'Expected the name of a column'),
    ],
    [{ path: ENROLMENTS, body: { ...ROW, protocolo: '1' } }, databaseRefused('428C9')],
    [
      { path: ENROLMENTS, body: { ...ROW, nada: 1 } },
      refusal(
        400,
        'PGRST204',
        `Could not find the 'nada' column of 'inscricoes_projeto' in the schema cache`,
      ),
    ],
    [{ path: ENROLMENTS, body: [ROW, ROW] }, invalidBody('Send exactly one object')],
    [{ path: ENROLMENTS, body: '{' }, invalidBody('It is not JSON')],
    [{ path: '/nada' }, noTable('nada')],
  ])('POST with either resolution %j', async (request, heard) => {
    for (const resolution of ['merge', 'ignore']) {
      const headers = { prefer: `resolution=${resolution}-duplicates` };
      await expectHeard('POST', { body: ROW, ...request, headers }, heard);
    }
    expect(await count()).toBe(1);
  });

  test('a preference that is not obeyed is passed over, or refused when handling=strict', async () => {
    const post = (prefer: string) => ({ path: ENROLMENTS, headers: { prefer }, body: ROW });
    await expectHeard('POST', post('resolution=x'), added());
    await expectHeard('POST', post('max-affected=0'), added());
    await expectHeard('POST', post('handling=strict,max-affected=0'), added());
    await expectHeard('POST', post('handling=strict,max-affected=1'), added());
    await expectHeard('POST', post('handling=strict,resolution=x'), unknownPreference);
    await expectHeard('POST', post('handling=strict,max-affected=x'), unknownPreference);
    await expectHeard('POST', { path: `${ENROLMENTS}?on_conflict=nada`, body: ROW }, added());
    const list = `${ENROLMENTS}?select=sexo&limit=1`;
    for (const prefer of ['handling=strict,max-affected=0', 'resolution=merge-duplicates'])
      await expectHeard(
        'GET',
        { path: list, headers: { prefer } },
        {
          anonymous: anonymousDenied,
          stranger: rows(list, '[]', '*/*'),
          administrator: rows(list, '[{"sexo":"feminino"}]', '0-0/*'),
        },
      );
  });

  const unknownOperator = parsing('filter', 'Expected one of eq, neq, gt, gte, lt, lte, like, ilike, is, in');

  test.each([
    'sexo=like(any).{fem*,x}',
    'sexo=not.like(all).{fem*,x}',
    'sexo=eq(any).{}',
    'or=(sexo.eq(any).{x,feminino},sexo.like(all).{5*})',
    'sexo=eq(any).a',
    'sexo=in(any).{a}',
    'sexo=eq(some).{a}',
  ])('any and all are no operators: %s', async (filter) => {
    const path = `${ENROLMENTS}?${filter}`;
    const signedIn = unknownOperator;
    await expectHeard(
      'GET',
      { path },
      { anonymous: anonymousDenied, stranger: signedIn, administrator: signedIn },
    );
    for (const method of ['PATCH', 'DELETE'])
      await expectHeard(method, { path, body: { cpf: '1' } }, unknownOperator);
  });
});
