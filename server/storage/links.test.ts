import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_BUCKET } from '../../domain/document/document.ts';
import { checkLink, signLink } from './links.ts';

const KEY = new Uint8Array(32).fill(7);
const NOW = Math.floor(Date.now() / 1000);
const KEY_OF = 'public/um.pdf';
const OBJECT = `${DOCUMENT_BUCKET}/${KEY_OF}`;
const CLAIMS = { sub: 'a', session_id: 'b' };
const MAKER = { role: 'authenticated', claims: { role: 'authenticated', ...CLAIMS } } as const;

const token = (claims: object, { key = KEY, alg = 'HS256' } = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg })
    .setExpirationTime(NOW + 60)
    .sign(key);

describe('a link to a document', () => {
  test('contains only its object, its end after a minute and whose session made it', async () => {
    const [head = '', claims = ''] = (await signLink(KEY, KEY_OF, MAKER, NOW)).split('.');
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    expect(read(head)).toEqual({ alg: 'HS256' });
    expect(read(claims)).toEqual({ url: OBJECT, iat: NOW, exp: NOW + 60, ...CLAIMS });
    expect(await checkLink(KEY, await signLink(KEY, KEY_OF, MAKER, NOW), KEY_OF)).toEqual(MAKER);
  });

  const endless = new SignJWT({ url: OBJECT, ...CLAIMS }).setProtectedHeader({ alg: 'HS256' }).sign(KEY);
  test.each([
    [signLink(KEY, KEY_OF, MAKER, NOW - 61), 'it is over'],
    [endless, 'it has no end'],
    [signLink(new Uint8Array(32), KEY_OF, MAKER, NOW), 'another key'],
    [token({ url: OBJECT }), 'nobody’s session'],
    [signLink(KEY, 'public/dois.pdf', MAKER, NOW), 'another object'],
    [signLink(KEY, `${KEY_OF}/`, MAKER, NOW), 'almost the object'],
    [
      token({ url: OBJECT, ...CLAIMS }, { alg: 'HS512', key: new Uint8Array(64).fill(7) }),
      'another algorithm',
    ],
    [Promise.resolve('eyJhbGciOiJub25lIn0.e30.'), 'none'],
    [Promise.resolve('lixo'), 'garbage'],
    [Promise.resolve(''), 'nothing'],
  ])('opens nothing (%#): $1', async (made) => {
    await expect(checkLink(KEY, await made, KEY_OF)).rejects.toMatchObject({
      status: 400,
      code: 'InvalidJWT',
    });
  });
});
