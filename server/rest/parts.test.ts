import { describe, expect, test } from 'vitest';
import { refused } from '../../tests/support/refused.ts';
import { readObject } from './body.ts';
import { contentRange, pageOf, pageStatus } from './page.ts';
import { parseQuery } from './query.ts';
import { readPreferences, wantsObject } from './request-headers.ts';

describe('the part of a list', () => {
  test.each<[string | null, string | null, string | undefined, object, string]>([
    [null, null, undefined, { offset: 0, limit: 1000 }, 'all, up to a thousand'],
    ['20', '40', undefined, { offset: 40, limit: 20 }, 'a page'],
    ['5000', null, undefined, { offset: 0, limit: 1000 }, 'never more than a thousand'],
    ['0', '7', undefined, { offset: 7, limit: 0 }, 'nothing'],
    ['x', 'y', undefined, { offset: 0, limit: 1000 }, 'no numbers'],
    ['10', '-1', undefined, { offset: 0, limit: 9 }, 'a start before the first row'],
    ['1', '-1', undefined, { offset: 0, limit: 0 }, 'an end before the first row'],
    [null, null, '5-9', { offset: 5, limit: 5 }, 'the header alone'],
    ['4', '3', '5-9', { offset: 5, limit: 2 }, 'what both agree on'],
    [null, null, 'bytes=0-9', { offset: 0, limit: 1000 }, 'another unit'],
    [
      null,
      '9'.repeat(400),
      undefined,
      { offset: Number.MAX_SAFE_INTEGER, limit: 1000 },
      'far behind the end',
    ],
  ])('limit %s, offset %s and Range %s give %j: %s', (limit, offset, range, page) => {
    expect(pageOf({ limit, offset }, range)).toEqual(page);
  });

  test.each([
    ['-1', null, undefined],
    ['1', '-5', undefined],
    [null, null, '9-5'],
    ['2', '0', '5-9'],
  ])('limit %s, offset %s and Range %s cannot be', (limit, offset, range) => {
    expect(refused(() => pageOf({ limit, offset }, range))).toEqual({ status: 416, code: 'PGRST103' });
  });

  test.each([
    [0, 15, null, 200, '0-14/*'],
    [0, 0, null, 200, '*/*'],
    [0, 0, 0, 200, '*/0'],
    [0, 3, 3, 200, '0-2/3'],
    [2, 2, 9, 206, '2-3/9'],
    [3, 0, 3, 206, '*/3'],
  ] as const)('from %i, %i rows of %s: %i, %s', (offset, shown, total, status, header) => {
    expect([pageStatus(offset, shown, total), contentRange(offset, shown, total)]).toEqual([status, header]);
  });
});

describe('headers', () => {
  test('preferences are read from a list, the first of two wins, unknown ones are passed over', () => {
    expect(
      readPreferences('return=minimal, count=exact,return=representation, x=y, resolution=nope'),
    ).toEqual({
      resolution: null,
      missing: null,
      return: 'minimal',
      count: 'exact',
    });
  });

  test('handling=strict refuses what is unknown; max-affected is known and has no effect', () => {
    expect(refused(() => readPreferences('handling=strict, x=y'))).toEqual({ status: 400, code: 'PGRST122' });
    expect(readPreferences('handling=strict,max-affected=2')).toEqual(readPreferences(undefined));
  });

  test.each([
    ['count=planned', 'Ask for count=exact'],
    ['return=minimal, count = estimated', 'Ask for count=exact'],
    ['return=headers-only', 'Ask for return=representation'],
  ])('Prefer: %s is refused with what to ask for instead', (header, hint) => {
    expect(() => readPreferences(header)).toThrow(
      expect.objectContaining({ status: 400, code: 'PGRST122', hint }),
    );
  });

  test.each([
    [undefined, false],
    ['*/*', false],
    ['text/html, application/json;q=0.9', false],
    ['application/vnd.pgrst.object+json', true],
    ['application/vnd.pgrst.object+json, */*', true],
  ])('Accept %s is met, one object: %s', (accept, object) => {
    expect(wantsObject(accept)).toBe(object);
  });

  test.each(['text/csv', 'application/vnd.pgrst.object+json;nulls=stripped', 'nonsense', ''])(
    'Accept %s cannot be met',
    (accept) => {
      expect(refused(() => wantsObject(accept))).toEqual({ status: 406, code: 'PGRST107' });
    },
  );
});

describe('a body', () => {
  const send = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    readObject(new Request('http://casa.test', { method: 'POST', body, headers }));

  test('a number keeps every digit, also inside an array', async () => {
    expect(await send('{"a":12345678901234567890.10}')).toEqual({
      json: '{"a":12345678901234567890.10}',
      keys: ['a'],
    });
    expect(await send(' [ {"a":1.0000000000000000001} ] ')).toEqual({
      json: ' {"a":1.0000000000000000001} ',
      keys: ['a'],
    });
  });

  test('__proto__ is a key like any other', async () => {
    expect((await send('{"__proto__":{"x":1}}')).keys).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each([
    ['nothing', '', 400, 'PGRST102'],
    ['a broken object', '{', 400, 'PGRST102'],
    ['an empty list', '[]', 400, 'PGRST102'],
    ['two objects', '[{"a":1},{"a":2}]', 400, 'PGRST102'],
    ['a list in a list', '[[{"a":1}]]', 400, 'PGRST102'],
    ['a text', '"text"', 400, 'PGRST102'],
    ['null', 'null', 400, 'PGRST102'],
    ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, 'PGRST102'],
    ['21 levels', `{"a":${'['.repeat(20)}${']'.repeat(20)}}`, 400, 'PGRST102'],
    ['45,000 levels', `{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`, 400, 'PGRST102'],
    ['more than 100 kB', `{"a":"${'x'.repeat(102_400)}"}`, 413, '413'],
  ])('%s is refused', async (_what, body, status, code) => {
    await expect(send(body)).rejects.toMatchObject({ status, code });
  });

  test('brackets inside a text have no depth', async () => {
    expect((await send(`{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`)).keys).toEqual(['a']);
  });

  test.each([
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/jsonp' }, 415],
    [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 415],
  ])('headers %j are refused with %i', async (headers, status) => {
    await expect(send('{"a":1}', headers as Record<string, string>)).rejects.toMatchObject({ status });
  });

  test('bytes are counted whatever the length says', async () => {
    let left = 20;
    const body = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(10_000)) : controller.close()),
    });
    const request = new Request('http://casa.test', { method: 'POST', body, duplex: 'half' } as RequestInit);
    await expect(readObject(request)).rejects.toMatchObject({ status: 413 });
  });

  test('a hostile text of quotes is read in a moment', async () => {
    const began = performance.now();
    await expect(send(`{"a":${'"\\'.repeat(50_000)}`)).rejects.toMatchObject({ status: 400 });
    expect(refused(() => parseQuery(`?select=${'"\\'.repeat(4_000)}`)).status).toBe(400);
    expect(refused(() => parseQuery(`?nome=in.(${'"\\,"'.repeat(2_000)})`)).status).toBe(400);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
