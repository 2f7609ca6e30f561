import type { PostgrestClient } from '@supabase/postgrest-js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ageOn, todayInBrazil } from '../../domain/dates.ts';
import { FIELDS, type Field } from '../../domain/enrolment/fields.ts';
import { restClient } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// Odd rows as the back end meets them, whoever sent them; the number is the row of docs/odd-inputs.md.
describe.each(engines)('$name', (engine) => {
  let administrator: PostgrestClient;

  /** Sends one row, or a text as it is, as anybody on the street could. */
  const send = async (body: unknown) => {
    const answer = await server.fetch(`${server.url}/rest/v1/inscricoes_projeto`, {
      method: 'POST',
      headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const list = async () =>
    (await administrator.from('inscricoes_projeto').select('*').order('created_at')).data ?? [];

  const server = serverForTests(engine);
  beforeAll(async () => {
    administrator = restClient(server, (await signedIn(server, { administrator: true })).token);
  });
  beforeEach(() => server.database.query('truncate public.inscricoes_projeto cascade'));

  test.each([
    [5, "D'Ávila O’Neill &#39; ''"],
    [7, 'jOSÉ aLVES'],
    [9, 'Nguyễn Văn Hùng, Pataxó Hãhãhãe, Ŵłodarczyk'],
    [10, 'محمد علي 李小龍 Ольга'],
    [12, 'Bia 🥋🔥'],
    [15, '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    [16, "Robert'); DROP TABLE inscricoes_projeto;--"],
    [17, '=HYPERLINK("http://x","a") +55 -1 @SUM(A1)'],
    [18, '../../etc/passwd C:\\nul.pdf'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is typed
    [19, '{{7*7}} ${x} %s \\n'],
    [111, 'CEMEI "Peq. Príncipe" Nº 3; a,b'],
  ])('row %i: %j comes back as it went, from every column of text', async (_row, text) => {
    const free = (FIELDS as readonly Field[]).filter(
      ({ name, type, options, control }) =>
        type === 'text' && !options && !['file', 'email', 'details'].includes(control) && name !== 'cpf',
    );
    const texts = Object.fromEntries(free.map(({ column }) => [column, text]));
    expect(await send({ ...ROW, ...texts })).toEqual({ status: 201, text: '' });
    expect(await list()).toMatchObject([texts]);
  });

  test.each([12, -5, 0, null])('row 44: the age %j is not believed', async (idade) => {
    expect((await send({ ...ROW, data_nascimento: '1980-06-15', idade })).status).toBe(201);
    expect(await list()).toMatchObject([{ idade: ageOn('1980-06-15', todayInBrazil()) }]);
  });

  test('rows 58, 59, 105: two with one CPF, one telephone and one e-mail are two, and nothing is told', async () => {
    const first = await send(ROW);
    expect(await send({ ...ROW, nome_completo: 'Irmã de Teste' })).toEqual(first);
    expect(await list()).toHaveLength(2);
  });

  test.each<[row: number, what: string, changes: object]>([
    [44, 'an age in words', { idade: 'abc' }],
    [104, 'a second line in the e-mail', { email: 'a@b.com\nBcc: x@y.com' }],
    [108, 'a schooling nobody offers', { nivel_escolaridade: 'superior-pos' }],
    [108, 'an income nobody offers', { renda_familiar: 'x' }],
    [108, 'a list of choices', { sexo: ['feminino'] }],
    [108, 'no choice', { condicao_medica: null }],
    [140, 'too long a wish', { objetivos: 'a'.repeat(8_001) }],
    [223, 'a NUL', { nome_completo: 'a\0b' }],
  ])('row %i: %s is refused in the shape of the contract', async (_row, _what, changes) => {
    const { status, text } = await send({ ...ROW, ...changes });
    expect(status).toBe(400);
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'details', 'hint', 'message']);
    expect(text).not.toMatch(/insert into|select |\/server\/|at \w+ \(/i);
    expect(await list()).toEqual([]);
  });

  test.each<[row: number, what: string, body: () => unknown]>([
    [140, 'a wish of a megabyte', () => ({ ...ROW, motivacao: 'a'.repeat(1_000_000) })],
    [222, 'a name of ten megabytes', () => ({ ...ROW, nome_completo: 'a'.repeat(10_000_000) })],
    [222, 'ten thousand brackets', () => '['.repeat(10_000) + ']'.repeat(10_000)],
    [222, 'an object for a number', () => ({ ...ROW, peso: { kg: 52 } })],
    [222, 'a list for a date', () => ({ ...ROW, data_nascimento: ['ontem'] })],
    [222, 'half a row', () => JSON.stringify(ROW).slice(0, 200)],
  ])('row %i: %s is refused, and the server goes on', async (_row, _what, body) => {
    const { status, text } = await send(body());
    expect([400, 413]).toContain(status);
    expect(JSON.parse(text)).toMatchObject({ code: expect.stringMatching(/./) });
    expect(await list()).toEqual([]);
    expect((await send(ROW)).status).toBe(201);
  });

  test('row 222: no row is none, and the server goes on', async () => {
    const { status } = await send('null');
    expect(status).toBe(engine.hosted ? 201 : 400); // PostgREST takes it for a list of none
    expect(await list()).toEqual([]);
    expect((await send(ROW)).status).toBe(201);
  });

  test('row 215: a form that knows only what is required today is still taken tomorrow', async () => {
    const required = (FIELDS as readonly Field[])
      .filter((field) => field.required)
      .map(({ column }) => column);
    const row = Object.fromEntries(Object.entries(ROW).filter(([column]) => required.includes(column)));
    expect((await send(row)).status).toBe(201);
  });

  test.skipIf(engine.hosted)('nothing of an odd row is logged', async () => {
    await send({ ...ROW, nome_completo: 'Nome Marcado', peso: 'muito' });
    await send({ ...ROW, nome_completo: 'Nome Marcado' });
    expect(server.lines.length).toBeGreaterThan(0);
    expect(server.lines.join('\n')).not.toContain('Nome Marcado');
  });
});
