import { describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import { LISTED, restServerForTests } from '../../tests/support/rest-server.ts';
import { embedded } from '../../tests/support/server.ts';

const OBJECT = 'application/vnd.pgrst.object+json';
const ENROLMENTS = '/inscricoes_projeto';

describe.each(embedded)('$name', (engine) => {
  const rest = restServerForTests(engine);
  const { ask, statusAndCode } = rest;

  test('values look as PostgREST writes them', async () => {
    const { text, header } = await ask('GET', `${ENROLMENTS}?rg=eq.1`);
    const answers = { ...LISTED[0], idade: expect.any(Number), protocolo: expect.stringMatching(/^\d{8}$/) };
    expect(JSON.parse(text)).toEqual([{ ...answers, created_at: '2026-11-20T23:42:55.312459+00:00' }]);
    expect(text).toContain('"peso":31.5,');
    expect(header('content-type')).toBe('application/json; charset=utf-8');
    expect(header('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  test.each([
    ['?select=rg,nome_completo&order=rg.desc&limit=1', [{ rg: '3', nome_completo: 'Terceira' }]],
    ['?select=rg&order=data_nascimento.desc,rg', [{ rg: '3' }, { rg: '1' }, { rg: '2' }]],
    ['?select=rg&nome_completo=eq.Segunda, "com" (tudo)', [{ rg: '2' }]],
    ['?select=rg&created_at=eq.2026-11-20T23:42:55.312459%2B00:00&rg=eq.1', [{ rg: '1' }]],
    ['?select=rg&nome_completo=eq.%27 or true --', []],
  ])('%s gives %j', async (query, rows) => {
    expect((await ask('GET', `${ENROLMENTS}${query}`)).json).toEqual(rows);
  });

  test.each([
    ['', {}, 200, '0-2/*'],
    ['?offset=1&limit=1', { prefer: 'count=exact' }, 206, '1-1/3'],
    ['?offset=4', { prefer: 'count=exact' }, 206, '*/3'],
    ['?rg=eq.77', { prefer: 'count=exact' }, 200, '*/0'],
    ['?rg=eq.77', {}, 200, '*/*'],
  ] as const)('%s with %j answers %i, %s', async (query, headers, status, range) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(method, `${ENROLMENTS}${query}`, undefined, headers);
      expect([answer.status, answer.header('content-range')]).toEqual([status, range]);
      if (method === 'HEAD') expect(answer.text).toBe('');
    }
  });

  test('one object is asked for, and is one object or 406', async () => {
    const object = (query: string) => ask('GET', `${ENROLMENTS}?${query}`, undefined, { accept: OBJECT });
    const one = await object('rg=eq.1&select=rg');
    expect([one.json, one.header('content-type')]).toEqual([{ rg: '1' }, `${OBJECT}; charset=utf-8`]);
    const { status, json } = await object('data_nascimento=eq.2012-01-31');
    const details = 'The result contains 2 rows';
    expect([status, json]).toMatchObject([406, { code: 'PGRST116', details }]);
  });

  test('a list ends at a thousand rows', async () => {
    const columns = Object.keys(ROW).join();
    await rest.server.database.asOwner(async (tx) => {
      await tx.query('alter table public.inscricoes_projeto disable trigger user'); // they compare people, which takes long
      await tx.query(
        `insert into public.inscricoes_projeto (${columns}) select ${columns} from generate_series(100, 1199)
         cross join json_populate_record(null::public.inscricoes_projeto, $1) as one`,
        [JSON.stringify(ROW)],
      );
      await tx.query('alter table public.inscricoes_projeto enable trigger user');
    });
    const path = `${ENROLMENTS}?select=rg&limit=5000`;
    const { status, json, header } = await ask('GET', path, undefined, { prefer: 'count=exact' });
    expect([status, (json as unknown[]).length, header('content-range')]).toEqual([206, 1000, '0-999/1103']);
  });

  const FORMER_DOCUMENT = documentUrl('6c84fb90-12c4-41e1-840d-7b25c5ee775a');

  test.each<[unknown, number, string, string]>([
    [{ ...ROW, cadastro_unico_url: FORMER_DOCUMENT }, 409, '23503', 'a document that is not there'],
    [{ ...ROW, id: '6c84fb90-12c4-41e1-840d-7b25c5ee775a' }, 403, '42501', 'a column of the database'],
    [{ ...ROW, protocolo: '12345678' }, 400, '428C9', 'a column that is computed'],
    [{ ...ROW, peso: 1e9 }, 400, '22003', 'too large'],
    [{ ...ROW, cpf: 'a\0b' }, 400, '22P05', 'NUL'],
    ['{"cpf":"\\ud800"}', 400, '22P02', 'half a character'],
    [{ ...ROW, nada: 1 }, 400, 'PGRST204', 'an unknown column'],
    ['{"cpf":"x","__proto__":1}', 400, 'PGRST204', 'an unknown column like any other'],
    ['{}', 400, 'PGRST102', 'no column'],
    [[ROW, ROW], 400, 'PGRST102', 'two rows'],
  ])('a row is refused with $1 $2: $3', async (body, status, code) => {
    expect(await statusAndCode('POST', ENROLMENTS, body)).toEqual([status, code]);
    expect((await ask('GET', `${ENROLMENTS}?select=rg`)).json).toHaveLength(3);
  });

  test('an answer that is refused names no value of a row', async () => {
    const id = '6c84fb90-12c4-41e1-840d-7b25c5ee775b';
    await rest.server.database.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [`public/${id}_segredo.pdf`],
    );
    const row = { ...ROW, cadastro_unico_url: documentUrl(id) };
    expect((await ask('POST', ENROLMENTS, row)).status).toBe(201);
    const taken = await ask('POST', ENROLMENTS, row);
    expect(taken.json).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "inscricoes_projeto_envio_key"',
      details: null,
      hint: null,
    });
    expect(taken.header('content-type')).toBe('application/json; charset=utf-8');
    await ask('POST', ENROLMENTS, { ...ROW, peso: 'segredo' });
    await ask('POST', ENROLMENTS, { ...ROW, sexo: 'segredo' });
    expect(rest.server.lines.join('')).not.toContain('segredo');
  });
});

function documentUrl(id: string): string {
  return `https://casa.test/storage/v1/object/public/cadastro_unico_uploads/public/${id}_segredo.pdf`;
}
