import { describe, expect, test } from 'vitest';
import { engines } from '../../tests/house.ts';
import { restHouse } from '../../tests/rest-house.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

describe.each(engines)('$name', (engine) => {
  const rest = restHouse(engine);
  const { ask, statusAndCode } = rest;

  describe('GET', () => {
    test('values look as PostgREST writes them', async () => {
      const { text, header } = await ask('GET', '/notas?id=eq.1');
      expect(JSON.parse(text)).toEqual([
        {
          ...{ id: 1, texto: 'primeira', valor: 1.5, quando: '2026-11-20T23:42:55.312459+00:00' },
          ...{ dia: '2026-01-31', chave: null, marca: true, extra: { a: [1] }, curto: null },
          ...{ escondida: false, mae: null },
        },
      ]);
      expect(header('content-type')).toBe('application/json; charset=utf-8');
      expect(header('content-length')).toBe(String(Buffer.byteLength(text)));
      expect(header('content-location')).toBe('/notas?id=eq.1');
    });

    test.each([
      ['?select=id,texto&order=id.desc&limit=1', [{ id: 3, texto: 'terceira' }]],
      ['?select=id&order=valor.desc.nullslast,id', [{ id: 2 }, { id: 1 }, { id: 3 }]],
      ['?select=id&order=valor.desc', [{ id: 3 }, { id: 2 }, { id: 1 }]],
      ['?select=id&id=in.(1,3,77)&order=id', [{ id: 1 }, { id: 3 }]],
      ['?select=id&texto=eq.segunda, "com" (tudo)', [{ id: 2 }]],
      ['?select=id&texto=in.("segunda, \\"com\\" (tudo)")', [{ id: 2 }]],
      ['?select=id&texto=ilike.*EIRA&order=id', [{ id: 1 }, { id: 3 }]],
      ['?select=id&texto=like(any).{pri*,ter*}&order=id', [{ id: 1 }, { id: 3 }]],
      ['?select=id&id=eq(any).{1,2}&id=neq.1', [{ id: 2 }]],
      ['?select=id&marca=is.true', [{ id: 1 }]],
      ['?select=id&marca=is.unknown', [{ id: 3 }]],
      ['?select=id&valor=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
      ['?select=id&or=(id.eq.1,and(id.gt.2,texto.like."ter*"))&order=id', [{ id: 1 }, { id: 3 }]],
      ['?select=id&not.or=(id.eq.1,id.eq.2)', [{ id: 3 }]],
      ['?select=id&dia=gte.2026-02-01', [{ id: 3 }]],
      ['?select=id&quando=eq.2026-11-20T23:42:55.312459%2B00:00&id=lt.2', [{ id: 1 }]],
      ['?select=id&texto=eq.%27 or true --', []],
      ['?limit=0', []],
      ['?offset=50', []],
    ])('%s gives %j', async (query, rows) => {
      expect((await ask('GET', `/notas${query}`)).json).toEqual(rows);
    });

    test.each([
      ['', {}, 200, '0-2/*'],
      ['', { prefer: 'count=exact' }, 200, '0-2/3'],
      ['?limit=2', { prefer: 'count=exact' }, 206, '0-1/3'],
      ['?offset=1&limit=1', { prefer: 'count=planned' }, 206, '1-1/3'],
      ['?offset=3', { prefer: 'count=exact' }, 206, '*/3'],
      ['?offset=4', { prefer: 'count=exact' }, 416, '*/3'],
      ['?offset=4', {}, 200, '*/*'],
      ['?id=eq.77', { prefer: 'count=estimated' }, 200, '*/0'],
      ['?id=eq.77', {}, 200, '*/*'],
      ['?limit=-1', {}, 416, null],
      ['?limit=muitas', {}, 200, '0-2/*'],
      ['', { range: '1-1' }, 200, '1-1/*'],
    ] as const)('%s with %j answers %i, %s', async (query, headers, status, range) => {
      for (const method of ['GET', 'HEAD']) {
        if (method === 'HEAD' && 'range' in headers) continue;
        const answer = await ask(method, `/notas${query}`, undefined, headers);
        expect([answer.status, answer.header('content-range')]).toEqual([status, range]);
        if (status === 416 && method === 'GET') expect(answer.code).toBe('PGRST103');
        if (method === 'HEAD') expect(answer.text).toBe('');
      }
    });

    test('HEAD passes over the Range header', async () => {
      expect((await ask('HEAD', '/notas', undefined, { range: '1-1' })).header('content-range')).toBe(
        '0-2/*',
      );
    });

    test('one object is asked for, and is one object or 406', async () => {
      const one = await ask('GET', '/notas?id=eq.1&select=id', undefined, { accept: OBJECT });
      expect([one.json, one.header('content-type')]).toEqual([{ id: 1 }, `${OBJECT}; charset=utf-8`]);
      for (const [filter, rows] of [
        ['id=lt.3', 2],
        ['id=eq.77', 0],
      ] as const) {
        const none = await ask('GET', `/notas?${filter}`, undefined, { accept: OBJECT });
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
      await rest.house.database.query(
        `insert into public.notas (id, texto) select n, 'x' from generate_series(100, 1199) n`,
      );
      const { status, json, header } = await ask('GET', '/notas?select=id&limit=5000', undefined, {
        prefer: 'count=exact',
      });
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
      ['?dia=eq.2026-02-30', 400, '22008'],
      ['?id=like.1', 404, '42883'],
      ['?id=between.1', 400, 'PGRST100'],
    ])('%s answers %i %s', async (query, ...expected) => {
      expect(await statusAndCode('GET', `/notas${query}`)).toEqual(expected);
    });
  });
});
