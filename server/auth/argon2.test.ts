import { expect, test } from 'vitest';
import { isHash, requireArgon2, verify } from './argon2.ts';

// What another implementation (libargon2's, in Rust) stored: the database of a site is full of these.
test.each([
  [
    '$argon2id$v=19$m=19456,t=2,p=1$CDZ9qTGfFaBDETZRjbjvvQ$/KTQwOFkaarISaWYsVE7kMPUv9XyqBhgngnzgtRwrws',
    'açúcar com jiló 🥋',
  ],
  ['$argon2id$v=19$m=19456,t=2,p=1$/q9ZNToOUjjCrR9cBt4Pkw$RDNnyAWar8sEf+SvJNYG/uv6H1X4S3cQjyP2ROAPtRM', ''],
  [
    '$argon2id$v=19$m=65536,t=3,p=4$yqk88hC6P+UCTKbuS9/Obg$rcfLoXafhOphrjBVz+JhWDDu9nj2y9+riD/EZenqcEg',
    'outra senha',
  ],
])('%s is the hash of its password and of no other', async (stored, password) => {
  expect(isHash(stored)).toBe(true);
  expect(await verify(stored, password)).toBe(true);
  expect(await verify(stored, `${password}.`)).toBe(false);
  const { length } = stored;
  const changed =
    stored.slice(0, length - 4) + (stored[length - 4] === 'A' ? 'B' : 'A') + stored.slice(length - 3);
  expect(await verify(changed, password)).toBe(false);
});

test.each([
  [null],
  [''],
  ['$2a$10$abcdefghijklmnopqrstuuNnZ1Yy0X2ZQ8y8y8y8y8y8y8y8y8y8y'],
  ['$argon2id$'],
  ['$argon2id$v=19$m=19456,t=2,p=1$AAAA$xx'],
  ['$argon2id$v=16$m=4096,t=3,p=1$5Oar29Ldatb8bNlSaM1cVA$BlwOrngK840zqlDrlXSgAxQBiTFI6njXrqcmch5YpoY'], // the version before 2016's
])('%s is no hash', async (stored) => {
  expect(isHash(stored)).toBe(false);
  expect(await verify(stored ?? '', 'outra senha')).toBe(false);
});

test('a Node.js without it is refused in one sentence', async () => {
  await requireArgon2();
  const lacking = () => Promise.reject(new Error('Argon2 algorithm not supported'));
  await expect(requireArgon2(lacking)).rejects.toMatchObject({
    name: 'Refused',
    message: expect.stringMatching(
      /^Este Node\.js \([\d.]+, com OpenSSL .*\) não tem o Argon2 que guarda as senhas: instale o Node\.js 24 de nodejs\.org\.$/,
    ),
  });
});
