import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { checkLink, signLink } from './links.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = Math.floor(Date.now() / 1000);
const OBJECT = 'balde/public/um.pdf';

const token = (claims: object, { key = KEY, alg = 'HS256' } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(NOW + 60)
    .sign(key);

describe('a link to a document', () => {
  test('contains only its object and its end', async () => {
    const [head = '', claims = ''] = (await signLink(KEY, OBJECT, 60, NOW)).split('.');
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    expect(read(head)).toEqual({ alg: 'HS256' });
    expect(read(claims)).toEqual({ url: OBJECT, scope: 'download', iat: NOW, exp: NOW + 60 });
    expect(await checkLink(KEY, `${await signLink(KEY, OBJECT, 60, NOW)}`, OBJECT)).toEqual(
      new Date((NOW + 60) * 1000),
    );
  });

  test('lives an hour at most, whatever is asked', async () => {
    const century = await signLink(KEY, OBJECT, 3_153_600_000, NOW);
    expect(await checkLink(KEY, century, OBJECT)).toEqual(new Date((NOW + 3600) * 1000));
  });

  test.each([
    [signLink(KEY, OBJECT, 60, NOW - 61), '"exp" claim timestamp check failed', 'it is over'],
    [signLink(new Uint8Array(32), OBJECT, 60, NOW), 'signature verification failed', 'another key'],
    [token({ url: OBJECT, scope: 'upload' }), 'Invalid signature', 'another scope'],
    [token({ url: OBJECT }), 'Invalid signature', 'no scope'],
    [signLink(KEY, 'balde/public/dois.pdf', 60, NOW), 'Invalid signature', 'another object'],
    [signLink(KEY, `${OBJECT}/`, 60, NOW), 'Invalid signature', 'almost the object'],
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
