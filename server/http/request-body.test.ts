import { describe, expect, test } from 'vitest';
import { readObject } from './request-body.ts';

describe('a body', () => {
  const send = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    readObject(new Request('http://casa.test', { method: 'POST', body, headers }));

  test('a number keeps every digit, also inside an array', async () => {
    expect(await send('{"a":12345678901234567890.10}')).toEqual({
      json: '{"a":12345678901234567890.10}',
      fields: { a: expect.any(Number) },
    });
    expect(await send(' [ {"a":1.0000000000000000001} ] ')).toEqual({
      json: ' {"a":1.0000000000000000001} ',
      fields: { a: expect.any(Number) },
    });
  });

  test('__proto__ is a key like any other', async () => {
    expect(Object.keys((await send('{"__proto__":{"x":1}}')).fields)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each([
    ['nothing', '', 400, 'PGRST102'],
    ['an empty list', '[]', 400, 'PGRST102'],
    ['a byte more than 100 kB', `{"a":"${'x'.repeat(102_393)}"}`, 413, '413'],
    ['two objects', '[{"a":1},{"a":2}]', 400, 'PGRST102'],
    ['a list in a list', '[[{"a":1}]]', 400, 'PGRST102'],
    ['a text', '"text"', 400, 'PGRST102'],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, 'PGRST102'],
    ['21 levels', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, 400, 'PGRST102'],
  ])('%s is refused', async (_what, body, status, code) => {
    await expect(send(body)).rejects.toMatchObject({ status, code });
  });

  test('brackets inside a text have no depth', async () => {
    expect((await send(`{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`)).fields).toHaveProperty('a');
  });

  test.each([
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/jsonp' }, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
  ])('headers %j are refused with %i', async (headers, status) => {
    await expect(send('{"a":1}', headers as Record<string, string>)).rejects.toMatchObject({ status });
  });
});
