import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, test, vi } from 'vitest';
import { restServerForTests } from '../../tests/support/rest-server.ts';
import { embedded } from '../../tests/support/server.ts';

describe.each(embedded)('$name', (engine) => {
  const rest = restServerForTests(engine);
  const { ask, statusAndCode } = rest;

  describe('functions', () => {
    test.each([
      ['POST', 'soma', { a: 1, b: 2 }, 3],
      ['POST', 'soma', { a: 1 }, 11],
      ['POST', 'soma', { a: null }, null],
      ['POST', 'objeto', { dados: { a: [1, null] } }, [1, null]],
      [
        'GET',
        'lista',
        undefined,
        expect.arrayContaining([expect.objectContaining({ rg: '1', nome_completo: 'Primeira' })]),
      ],
    ])('%s %s with %j answers %j', async (method, path, body, value) => {
      const answer = await ask(method, `/rpc/${path}`, body);
      expect([answer.status, answer.json]).toEqual([200, value]);
    });

    test('a number keeps every digit on its way', async () => {
      const sent = '{"dados":{"a":12345678901234567890.123}}';
      expect((await ask('POST', '/rpc/objeto', sent)).text).toBe('12345678901234567890.123');
    });

    test('a function chooses status and headers, and what it wrote is committed', async () => {
      const answer = await ask('POST', '/rpc/responde', {
        status: '429',
        cabecalhos: '[{"Retry-After": "30"}]',
      });
      expect(answer).toMatchObject({ status: 429, json: { code: 'PGRST429' } });
      expect(answer.header('retry-after')).toBe('30');
      expect(answer.header('content-type')).toBe('application/json; charset=utf-8');
      expect((await ask('POST', '/rpc/soma', { a: 1 })).status).toBe(200); // the next call on that connection
      for (const status of ['0', '99', 'x', '200 OK']) {
        const wrong = await ask('POST', '/rpc/responde', { status });
        expect([wrong.status, wrong.code]).toEqual([500, 'XX000']);
      }
    });

    test('a function that gives nothing answers 204', async () => {
      expect(await ask('POST', '/rpc/nada')).toMatchObject({ status: 204, text: '' });
    });

    test.each([
      ['POST', '/rpc/soma', { b: 1 }, 404, 'PGRST202'],
      ['POST', '/rpc/soma', { a: 1, c: 1 }, 404, 'PGRST202'],
      ['POST', '/rpc/soma', { a: 'um' }, 400, '22P02'],
      ['POST', '/rpc/soma', [1], 400, 'PGRST102'],
      ['POST', '/rpc/soma?limit=1', { a: 1 }, 400, 'PGRST100'],
      ['GET', '/rpc/soma?a=1', undefined, 400, 'PGRST100'],
      ['GET', '/rpc/nada', undefined, 405, 'PGRST101'],
      ['POST', '/rpc/avisa', undefined, 400, 'P0001'],
      ['POST', '/rpc/secreta', undefined, 404, 'PGRST202'],
      ['POST', '/rpc/toString', undefined, 404, 'PGRST202'],
    ])('%s %s with %j answers %i %s', async (method, path, body, ...expected) => {
      expect(await statusAndCode(method, path, body)).toEqual(expected);
    });
  });

  describe('every request', () => {
    test('a fault of ours is logged without values and told to nobody', async () => {
      await rest.server.database.query(`
        create or replace function public.soma(a integer, b integer default 10) returns integer language plpgsql stable as
        $$ begin raise exception 'segredo % de dentro', a using errcode = 'XX001'; end $$`);
      const answer = await ask('POST', '/rpc/soma', { a: 4711 });
      expect([answer.status, answer.json]).toMatchObject([
        500,
        { code: 'XX000', message: 'Erro interno. Tente de novo daqui a pouco.', details: null, hint: null },
      ]);
      const line = rest.server.lines.findLast((text) => text.includes('unexpected')) ?? '';
      expect(line).toContain('XX001');
      expect(line).not.toMatch(/4711|segredo|select|\/server\//);
    });
  });

  test('a body that was too long is answered once its end has come, late as it may be', async () => {
    const listener = createServer(getRequestListener(rest.server.app.fetch)).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    let heard = '';
    socket.on('data', (text) => {
      heard += text;
    });
    socket.write(
      `POST /rest/v1/inscricoes_projeto HTTP/1.1\r\nHost: x\r\napikey: ${rest.server.keys.anonKey}\r\n` +
        `Content-Type: application/json\r\nContent-Length: 400000\r\n\r\n${'x'.repeat(200_000)}`,
    );
    await setTimeout(700); // longer than the HTTP library waits for the rest of a body nobody reads
    expect(heard).toBe('');
    socket.write('x'.repeat(200_000));
    await vi.waitFor(() => expect(heard).toMatch(/^HTTP\/1\.1 413 /), 5_000);
    socket.destroy();
    listener.close();
  });
});
