import { describe, expect, test } from 'vitest';
import { ROW } from '../../tests/support/people.ts';
import { LISTED, restServerForTests } from '../../tests/support/rest-server.ts';
import { embedded } from '../../tests/support/server.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

describe.each(embedded)('$name', (engine) => {
  const rest = restServerForTests(engine);
  const { ask, statusAndCode } = rest;

  describe('GET', () => {
    test('values look as PostgREST writes them', async () => {
      const { text, header } = await ask('GET', '/inscricoes_projeto?rg=eq.1');
      expect(JSON.parse(text)).toEqual([
        {
          ...LISTED[0],
          created_at: '2026-11-20T23:42:55.312459+00:00',
          idade: expect.any(Number),
          protocolo: null,
        },
      ]);
      expect(text).toContain('"peso":31.5,');
      expect(header('content-type')).toBe('application/json; charset=utf-8');
      expect(header('content-length')).toBe(String(Buffer.byteLength(text)));
      expect(header('content-location')).toBe('/inscricoes_projeto?rg=eq.1');
    });

    test.each([
      ['?select=rg,nome_completo&order=rg.desc&limit=1', [{ rg: '3', nome_completo: 'Terceira' }]],
      ['?select=rg&order=escola.desc.nullslast,rg', [{ rg: '2' }, { rg: '1' }, { rg: '3' }]],
      ['?select=rg&order=escola.desc', [{ rg: '3' }, { rg: '2' }, { rg: '1' }]],
      ['?select=rg&rg=in.(1,3,77)&order=rg', [{ rg: '1' }, { rg: '3' }]],
      ['?select=rg&nome_completo=eq.Segunda, "com" (tudo)', [{ rg: '2' }]],
      ['?select=rg&nome_completo=in.("Segunda, \\"com\\" (tudo)")', [{ rg: '2' }]],
      ['?select=rg&nome_completo=ilike.*EIRA&order=rg', [{ rg: '1' }, { rg: '3' }]],
      ['?select=rg&rg=in.(1,2)&rg=neq.1', [{ rg: '2' }]],
      ['?select=rg&escola=is.null', [{ rg: '3' }]],
      ['?select=rg&escola=not.is.null&order=rg', [{ rg: '1' }, { rg: '2' }]],
      ['?select=rg&data_nascimento=gte.2012-02-01', [{ rg: '3' }]],
      ['?select=rg&created_at=eq.2026-11-20T23:42:55.312459%2B00:00&rg=lt.2', [{ rg: '1' }]],
      ['?select=rg&nome_completo=eq.%27 or true --', []],
      ['?limit=0', []],
      ['?offset=50', []],
    ])('%s gives %j', async (query, rows) => {
      expect((await ask('GET', `/inscricoes_projeto${query}`)).json).toEqual(rows);
    });

    test.each([
      ['', {}, 200, '0-2/*'],
      ['', { prefer: 'count=exact' }, 200, '0-2/3'],
      ['?limit=2', { prefer: 'count=exact' }, 206, '0-1/3'],
      ['?offset=1&limit=1', { prefer: 'count=exact' }, 206, '1-1/3'],
      ['?offset=3', { prefer: 'count=exact' }, 206, '*/3'],
      ['?offset=4', { prefer: 'count=exact' }, 416, '*/3'],
      ['?offset=4', {}, 200, '*/*'],
      ['?rg=eq.77', { prefer: 'count=exact' }, 200, '*/0'],
      ['?rg=eq.77', {}, 200, '*/*'],
      ['?limit=-1', {}, 416, null],
      ['?limit=muitas', {}, 200, '0-2/*'],
      ['', { range: '1-1' }, 200, '1-1/*'],
      ['', { range: '2-1' }, 416, null],
    ] as const)('%s with %j answers %i, %s', async (query, headers, status, range) => {
      for (const method of ['GET', 'HEAD']) {
        if (method === 'HEAD' && 'range' in headers) continue;
        const answer = await ask(method, `/inscricoes_projeto${query}`, undefined, headers);
        expect([answer.status, answer.header('content-range')]).toEqual([status, range]);
        if (status === 416 && method === 'GET') expect(answer.code).toBe('PGRST103');
        if (method === 'HEAD') expect(answer.text).toBe('');
      }
    });

    test('HEAD passes over the Range header', async () => {
      expect(
        (await ask('HEAD', '/inscricoes_projeto', undefined, { range: '1-1' })).header('content-range'),
      ).toBe('0-2/*');
    });

    test('one object is asked for, and is one object or 406', async () => {
      const one = await ask('GET', '/inscricoes_projeto?rg=eq.1&select=rg', undefined, { accept: OBJECT });
      expect([one.json, one.header('content-type')]).toEqual([{ rg: '1' }, `${OBJECT}; charset=utf-8`]);
      for (const [filter, rows] of [
        ['rg=lt.3', 2],
        ['rg=eq.77', 0],
      ] as const) {
        const none = await ask('GET', `/inscricoes_projeto?${filter}`, undefined, { accept: OBJECT });
        expect([none.status, none.json]).toEqual([
          406,
          {
            code: 'PGRST116',
            message: 'Cannot coerce the result to a single JSON object',
            details: `The result contains ${rows} rows`,
            hint: null,
          },
        ]);
      }
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
      const path = '/inscricoes_projeto?select=rg&limit=5000';
      const { status, json, header } = await ask('GET', path, undefined, { prefer: 'count=exact' });
      expect([status, (json as unknown[]).length, header('content-range')]).toEqual([
        206,
        1000,
        '0-999/1103',
      ]);
    });

    test.each([
      ['?nada=eq.1', 400, '42703'],
      ['?select=nada', 400, '42703'],
      ['?id=eq.um', 400, '22P02'],
      ['?data_nascimento=eq.2026-02-30', 400, '22008'],
      ['?peso=eq.muito', 400, '22P02'],
      ['?nome_completo=is.true', 400, '42804'],
      ['?id=like.1', 404, '42883'],
      ['?id=between.1', 400, 'PGRST100'],
      ['?or=(rg.eq.1,rg.eq.2)', 400, 'PGRST100'],
    ])('%s answers %i %s', async (query, ...expected) => {
      expect(await statusAndCode('GET', `/inscricoes_projeto${query}`)).toEqual(expected);
    });

    test('what PostgREST serves beyond it is refused in its shape, with the call to make instead', async () => {
      const group = await ask('GET', '/inscricoes_projeto?or=(rg.eq.1,rg.eq.2)');
      expect(group.json).toEqual({
        code: 'PGRST100',
        message: 'failed to parse query string',
        details: 'This parameter is not served',
        hint: 'All filters hold together; make one request for each alternative',
      });
      const prefer = { prefer: 'count=planned' };
      const planned = await ask('GET', '/inscricoes_projeto', undefined, prefer);
      expect([planned.status, planned.json]).toEqual([
        400,
        { code: 'PGRST122', message: 'Invalid preferences', details: null, hint: 'Ask for count=exact' },
      ]);
    });
  });
});
