import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { checkLink, signLink } from './links.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = Math.floor(Date.now() / 1000);
const OBJECT = 'balde/public/um.pdf';
const CLAIMS = { sub: 'a', session_id: 'b' };
const MAKER = { role: 'authenticated', claims: { role: 'authenticated', ...CLAIMS } } as const;

const token = (claims: object, { key = KEY, alg = 'HS256' } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(NOW + 60)
    .sign(key);

describe('a link to a document', () => {
  test('contains only its object, its end and whose session made it', async () => {
    const [head = '', claims = ''] = (await signLink(KEY, OBJECT, MAKER, 60, NOW)).split('.');
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    expect(read(head)).toEqual({ alg: 'HS256' });
    expect(read(claims)).toEqual({ url: OBJECT, scope: 'download', iat: NOW, exp: NOW + 60, ...CLAIMS });
    expect(await checkLink(KEY, `${await signLink(KEY, OBJECT, MAKER, 60, NOW)}`, OBJECT)).toEqual({
      expires: new Date((NOW + 60) * 1000),
      maker: MAKER,
    });
  });

  test('lives a minute at most, whatever is asked', async () => {
    const century = await signLink(KEY, OBJECT, MAKER, 3_153_600_000, NOW);
    expect(await checkLink(KEY, century, OBJECT)).toMatchObject({
      expires: new Date((NOW + 60) * 1000),
    });
  });

  test.each([
    [signLink(KEY, OBJECT, MAKER, 60, NOW - 61), '"exp" claim timestamp check failed', 'it is over'],
    [signLink(new Uint8Array(32), OBJECT, MAKER, 60, NOW), 'signature verification failed', 'another key'],
    [token({ url: OBJECT, scope: 'upload' }), 'Invalid signature', 'another scope'],
    [token({ url: OBJECT, scope: 'download' }), 'Invalid signature', 'nobody’s session'],
    [token({ url: OBJECT, ...CLAIMS }), 'Invalid signature', 'no scope'],
    [signLink(KEY, 'balde/public/dois.pdf', MAKER, 60, NOW), 'Invalid signature', 'another object'],
    [signLink(KEY, `${OBJECT}/`, MAKER, 60, NOW), 'Invalid signature', 'almost the object'],
    [
      token({ url: OBJECT, scope: 'download' }, { alg: 'HS512', key: new Uint8Array(64).fill(7) }),
      '"alg" (Algorithm) Header Parameter value not allowed',
      'another algorithm',
    ],
    [
      Promise.resolve('eyJhbGciOiJub25lIn0.e30.'),
      '"alg" (Algorithm) Header Parameter value not allowed',
      'none',
    ],
    [Promise.resolve('lixo'), 'Invalid Compact JWS', 'garbage'],
    [Promise.resolve(''), 'Invalid Compact JWS', 'nothing'],
  ])('opens nothing (%#): %s', async (made, message) => {
    await expect(checkLink(KEY, await made, OBJECT)).rejects.toMatchObject({ status: 400, message });
  });

  test('without an end opens nothing', async () => {
    const endless = await new SignJWT({ url: OBJECT, scope: 'download' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(KEY);
    await expect(checkLink(KEY, endless, OBJECT)).rejects.toMatchObject({ code: 'InvalidJWT' });
  });
});
