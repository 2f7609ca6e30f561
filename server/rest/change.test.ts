import { describe, expect, test } from 'vitest';
import { engines } from '../../tests/house.ts';
import { restHouse } from '../../tests/rest-house.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

describe.each(engines)('$name', (engine) => {
  const { ask, statusAndCode } = restHouse(engine);

  describe('PATCH and DELETE', () => {
    test('a change answers how many rows it met', async () => {
      const changed = await ask('PATCH', '/notas?id=lt.3', { texto: 'nova', valor: null });
      expect([changed.status, changed.text, changed.header('content-range')]).toEqual([204, '', '0-1/*']);
      expect(changed.header('content-type')).toBeNull();
      expect((await ask('GET', '/notas?select=texto,valor&id=lt.3')).json).toEqual([
        { texto: 'nova', valor: null },
        { texto: 'nova', valor: null },
      ]);
      const none = await ask('PATCH', '/notas?id=eq.77', { texto: 'x' }, { prefer: 'count=exact' });
      expect([none.status, none.header('content-range')]).toEqual([204, '*/0']);
      const back = await ask(
        'PATCH',
        '/notas?id=eq.1&select=id,texto',
        { texto: 'y' },
        { prefer: 'return=representation' },
      );
      expect([back.status, back.json]).toEqual([200, [{ id: 1, texto: 'y' }]]);
    });

    test('a deletion answers nothing, or the rows that are gone', async () => {
      const gone = await ask('DELETE', '/notas?id=eq.1');
      expect([gone.status, gone.text, gone.header('content-range')]).toEqual([204, '', '*/*']);
      const back = await ask('DELETE', '/notas?or=(id.eq.2,id.eq.9)&select=id', undefined, {
        prefer: 'return=representation',
      });
      expect([back.status, back.json]).toEqual([200, [{ id: 2 }]]);
      expect((await ask('GET', '/notas?select=id')).json).toEqual([{ id: 3 }]);
    });

    test('a change of more rows than wanted is undone', async () => {
      const strict = { prefer: 'handling=strict, max-affected=1' };
      expect(await statusAndCode('DELETE', '/notas?id=gt.0', undefined, strict)).toEqual([400, 'PGRST124']);
      expect(await statusAndCode('PATCH', '/notas?id=gt.0', { texto: 'x' }, { accept: OBJECT })).toEqual([
        406,
        'PGRST116',
      ]);
      expect((await ask('GET', '/notas?select=id&texto=neq.x')).json).toHaveLength(3);
    });

    test.each([
      ['PATCH', '/notas', 400, '21000'],
      ['DELETE', '/notas', 400, '21000'],
      ['DELETE', '/notas?select=id', 400, '21000'],
      ['DELETE', '/inscricoes_projeto', 400, '21000'],
      ['DELETE', '/notas?id=gt.0&limit=1', 400, 'PGRST100'],
      ['DELETE', '/notas?nada=eq.1', 400, '42703'],
      ['PATCH', '/notas?id=eq.1&columns=nada', 400, 'PGRST102'],
      ['PUT', '/notas?id=eq.1', 405, 'PGRST105'],
      ['OPTIONS', '/notas', 405, 'PGRST117'],
      ['PROPFIND', '/notas', 405, 'PGRST117'],
      ['DELETE', '/rpc/soma', 405, 'PGRST101'],
      ['GET', '/nada', 404, 'PGRST205'],
      ['GET', '/notas/1', 404, 'PGRST125'],
    ])('%s %s answers %i %s', async (method, path, ...expected) => {
      const body = ['PATCH', 'PUT'].includes(method) ? { texto: 'x' } : undefined;
      expect(await statusAndCode(method, path, body)).toEqual(expected);
      expect((await ask('GET', '/notas')).json).toHaveLength(3);
    });
  });
});
