import { describe, expect, test } from 'vitest';
import { engines } from '../../tests/house.ts';
import { restHouse } from '../../tests/rest-house.ts';

const OBJECT = 'application/vnd.pgrst.object+json';

describe.each(engines)('$name', (engine) => {
  const rest = restHouse(engine);
  const { ask, statusAndCode } = rest;

  describe('POST', () => {
    test('a row is added and nothing comes back', async () => {
      const answer = await ask('POST', '/notas', { id: 4, texto: 'quarta' });
      expect([answer.status, answer.text]).toEqual([201, '']);
      expect(answer.header('content-length')).toBe('0');
      expect(answer.header('content-type')).toBeNull();
      expect(answer.header('content-range')).toBe('*/*');
    });

    test('preferences decide what comes back', async () => {
      const headers = await ask('POST', '/notas', [{ id: 4, texto: 'x' }], {
        prefer: 'return=headers-only, count=exact',
      });
      expect([headers.status, headers.text, headers.header('location')]).toEqual([201, '', '/notas?id=eq.4']);
      expect(headers.header('content-range')).toBe('*/1');
      expect(headers.header('preference-applied')).toBe('return=headers-only, count=exact');
      const rows = await ask(
        'POST',
        '/notas?select=id,texto',
        { id: 5, texto: 'y' },
        { prefer: 'return=representation' },
      );
      expect([rows.status, rows.json]).toEqual([201, [{ id: 5, texto: 'y' }]]);
      const object = await ask(
        'POST',
        '/notas?select=id',
        { id: 6, texto: 'z' },
        { prefer: 'return=representation', accept: OBJECT },
      );
      expect(object.json).toEqual({ id: 6 });
    });

    test('a row whose key is there is refused, passed over or changed, as preferred', async () => {
      const send = (prefer: string) => ask('POST', '/notas', { id: 1, texto: 'nova' }, { prefer });
      const text = async () =>
        ((await ask('GET', '/notas?id=eq.1&select=texto')).json as [{ texto: string }])[0].texto;
      expect(await statusAndCode('POST', '/notas', { id: 1, texto: 'nova' })).toEqual([409, '23505']);
      const ignored = await send('resolution=ignore-duplicates,return=representation');
      expect([ignored.status, ignored.json, await text()]).toEqual([201, [], 'primeira']);
      const merged = await send('resolution=merge-duplicates,return=representation');
      expect([merged.status, await text()]).toEqual([201, 'nova']);
      expect(merged.header('preference-applied')).toBe('resolution=merge-duplicates, return=representation');
    });

    test('columns= names what is written: the rest is passed over, what is missing is null or its default', async () => {
      const path = '/notas?columns="id","texto","quando"';
      const sent = { id: 4, texto: 'x', valor: 'no number' };
      expect(await statusAndCode('POST', path, [sent])).toEqual([400, '23502']);
      expect((await ask('POST', path, [sent], { prefer: 'missing=default' })).status).toBe(201);
      expect((await ask('GET', '/notas?id=eq.4&select=valor,quando')).json).toEqual([
        { valor: null, quando: '2026-11-20T23:42:55.312459+00:00' },
      ]);
    });

    test('a number keeps every digit on its way', async () => {
      await ask('POST', '/notas', '[{"id":4,"texto":"x","extra":{"n":12345678901234567890.123}}]');
      expect((await ask('GET', '/notas?id=eq.4&select=extra')).text).toBe(
        '[{"extra":{"n": 12345678901234567890.123}}]',
      );
    });

    test.each<[unknown, number, string, string]>([
      [{ id: 4 }, 400, '23502', 'a needed column is missing'],
      [{ id: 4, texto: 'x', valor: -1 }, 400, '23514', 'a check'],
      [{ id: 4, texto: 'x', mae: 77 }, 409, '23503', 'a foreign key'],
      [{ id: 'um', texto: 'x' }, 400, '22P02', 'no number'],
      [{ id: 4, texto: 'x', chave: 'x' }, 400, '22P02', 'no uuid'],
      [{ id: 4, texto: 'x', dia: '2026-02-30' }, 400, '22008', 'no such day'],
      [{ id: 4, texto: 'x', curto: 'abcdef' }, 400, '22001', 'too long'],
      [{ id: 4, texto: 'x', valor: 1e9 }, 400, '22003', 'too large'],
      [{ id: 4, texto: 'a\0b' }, 400, '22P05', 'NUL'],
      ['{"id":4,"texto":"\\ud800"}', 400, '22P02', 'half a character'],
      [{ id: 4, texto: 'x', nada: 1 }, 400, 'PGRST204', 'an unknown column'],
      ['{"id":4,"texto":"x","__proto__":1}', 400, 'PGRST204', 'an unknown column like any other'],
      ['', 400, 'PGRST102', 'nothing'],
      ['{}', 400, 'PGRST102', 'no column'],
      ['[]', 400, 'PGRST102', 'no row'],
      ['{"id":', 400, 'PGRST102', 'broken JSON'],
      [
        [
          { id: 4, texto: 'x' },
          { id: 5, texto: 'y' },
        ],
        400,
        'PGRST102',
        'two rows',
      ],
      [{ id: 4, texto: 'x'.repeat(102_400) }, 413, '413', 'more than 100 kB'],
    ])('a row is refused with $1 $2: $3', async (body, status, code) => {
      expect(await statusAndCode('POST', '/notas', body)).toEqual([status, code]);
      expect((await ask('GET', '/notas?id=gt.3')).json).toEqual([]);
    });

    test('an answer that is refused names no value of a row', async () => {
      const taken = await ask('POST', '/notas', { id: 1, texto: 'segredo-do-texto' });
      expect(taken.json).toEqual({
        code: '23505',
        message: 'duplicate key value violates unique constraint "notas_pkey"',
        details: null,
        hint: null,
      });
      expect(taken.header('content-type')).toBe('application/json; charset=utf-8');
      expect(taken.header('proxy-status')).toBe('PostgREST; error=23505');
      await ask('POST', '/notas', { id: 'segredo-do-texto' });
      expect(rest.house.lines.join('')).not.toContain('segredo-do-texto');
    });
  });
});
