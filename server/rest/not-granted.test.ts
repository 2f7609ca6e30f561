import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import {
  added,
  type ExpectedAnswers,
  openCallers,
  type Request,
  refusal,
  rows,
} from '../../tests/support/rest-answers.ts';
import { engines, forTests } from '../../tests/support/server.ts';

/** What every caller hears who asks to change, delete or upsert: status, headers and body, byte for byte. */

const ENROLMENTS = '/inscricoes_projeto';
const ONE = `${ENROLMENTS}?cpf=eq.1`;
const OBJECT = 'application/vnd.pgrst.object+json';

const parsing = (what: string, details: string, hint: string | null = null) =>
  refusal(400, 'PGRST100', `failed to parse ${what}`, { details, hint });
const ADDED_ONLY = 'Insert without it: a row is only ever added';
const onlyWholeRows = refusal(400, 'PGRST122', 'Invalid preferences', {
  hint: 'Ask for return=representation',
});
const noTable = (name: string) =>
  refusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);

const DENIED_MESSAGE = 'permission denied for table inscricoes_projeto';
const signedInDenied = refusal(403, '42501', DENIED_MESSAGE);
const anonymousDenied = refusal(401, '42501', DENIED_MESSAGE, { headers: { 'www-authenticate': 'Bearer' } });
const DENIED: ExpectedAnswers = {
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
  const callers = forTests(() => openCallers(engine));
  beforeAll(async () => {
    await restore();
  });
  afterEach(async () => {
    if ((await count()) !== 1) await restore();
  });

  describe.each(['PATCH', 'DELETE'])('%s', (method) => {
    const body = { nome_completo: 'Outra' };

    test.each<[Request, ExpectedAnswers]>([
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
      [{ path: ENROLMENTS }, DENIED],
      [{ path: `${ENROLMENTS}?select=id` }, DENIED],
      [{ path: `${ONE}&limit=1` }, DENIED],
      [{ path: `${ONE}&offset=1` }, DENIED],
      [{ path: `${ONE}&order=cpf` }, DENIED],
      [{ path: `${ONE}&columns=` }, DENIED],
      [{ path: `${ONE}&on_conflict=` }, DENIED],
      [{ path: `${ONE}&select=a:b` }, DENIED],
      [{ path: `${ENROLMENTS}?cpf=nada.1` }, DENIED],
      [{ path: `${ENROLMENTS}?cpf=eq.%00` }, DENIED],
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
        { path: '/rpc/meu_papel' },
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

  test.each<[Request, ExpectedAnswers]>([
    [{ path: ENROLMENTS }, DENIED],
    [{ path: ENROLMENTS, headers: { accept: OBJECT } }, DENIED],
    [{ path: `${ENROLMENTS}?on_conflict=id` }, DENIED],
    [{ path: `${ENROLMENTS}?on_conflict=nada` }, DENIED],
    [{ path: `${ENROLMENTS}?columns=cpf`, body: [ROW] }, DENIED],
    [{ path: `${ENROLMENTS}?select=nada` }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, id: '6c84fb90-12c4-41e1-840d-7b25c5ee775a' } }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, peso: 'x' } }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, protocolo: '1' } }, DENIED],
    [{ path: ENROLMENTS, body: { ...ROW, nada: 1 } }, DENIED],
    [{ path: ENROLMENTS, body: { cpf: '1' } }, DENIED],
    [{ path: ENROLMENTS, body: [ROW, ROW] }, DENIED],
    [{ path: ENROLMENTS, body: '{' }, DENIED],
    [{ path: '/nada' }, noTable('nada')],
  ])('POST with either resolution %j', async (request, heard) => {
    for (const resolution of ['merge', 'ignore'])
      for (const more of ['', ',return=minimal', ',return=representation,count=exact']) {
        const headers = { prefer: `resolution=${resolution}-duplicates${more}`, ...request.headers };
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
    const notServed = parsing('query string', 'This parameter is not served', ADDED_ONLY);
    await expectHeard('POST', { path: `${ENROLMENTS}?on_conflict=nada`, body: ROW }, notServed);
    await expectHeard('POST', post('return=headers-only'), onlyWholeRows);
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
  const group = parsing(
    'query string',
    'This parameter is not served',
    'All filters hold together; make one request for each alternative',
  );

  test.each([
    ['sexo=like(any).{fem*,x}', unknownOperator],
    ['sexo=not.like(all).{fem*,x}', unknownOperator],
    ['sexo=eq(any).{}', unknownOperator],
    ['or=(sexo.eq(any).{x,feminino},sexo.like(all).{5*})', group],
    ['sexo=eq(any).a', unknownOperator],
    ['sexo=in(any).{a}', unknownOperator],
    ['sexo=eq(some).{a}', unknownOperator],
  ])('any and all are no operators, and groups no filters: %s', async (filter, signedIn) => {
    const path = `${ENROLMENTS}?${filter}`;
    const heard = { anonymous: anonymousDenied, stranger: signedIn, administrator: signedIn };
    await expectHeard('GET', { path }, heard);
  });
});
