import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword, makePassword, verifyPassword } from './passwords.ts';

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  const hash = await hashPassword('uma senha de teste');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(hash.length).toBeLessThanOrEqual(255);
  expect(await verifyPassword(hash, 'uma senha de teste')).toBe(true);
  expect(await verifyPassword(hash, 'uma senha de testes')).toBe(false);
});

test('too many passwords of strangers, or of one network, are refused, and whoever is known waits for none of them', async () => {
  let open = true;
  const verifyFrom = (network: string) => verifyPassword(null, 'uma senha de teste', { network });
  const asked = Array.from({ length: 40 }, (_, at) => verifyFrom(`203.0.${at}.0/24`));
  const known = verifyPassword(null, 'uma senha de teste').then(() => open);
  const ofOne = Array.from({ length: 6 }, () => verifyFrom('203.0.1.0/24'));
  const [hashes, more] = await Promise.all([Promise.allSettled(asked), Promise.allSettled(ofOne)]);
  open = false;
  const refused = (all: PromiseSettledResult<boolean>[]) => all.filter(({ status }) => status === 'rejected');
  expect([refused(hashes).length, refused(more).length]).toEqual([6, 6]);
  expect(refused(hashes)[0]).toMatchObject({ reason: { status: 503 } });
  expect(await known).toBe(true);
  const alone = Array.from({ length: 6 }, () => verifyFrom('203.0.1.0/24'));
  expect(refused(await Promise.allSettled(alone))).toHaveLength(2); // four places
});

const EMAIL = 'Joelma.Prado@example.com';

test.each<[string, string[] | null, string]>([
  ['curto e bonito', null, 'a short phrase'],
  ['açúcar com jiló', null, 'letters are counted, not bytes'],
  ['abcd-efgh-jkmn-pqrs', null, 'what the page makes has this shape'],
  ['onze letras', ['length'], 'one letter short'],
  ['', ['length'], 'nothing'],
  ['aaaaaaaaaaaaaaaa', ['characters'], 'one letter, again and again'],
  ['senha1234567', ['pwned'], 'everybody has it in Brazil'],
  ['Campeões2026!', ['pwned'], 'the same as it is written'],
  ['Construindo Campeões', ['pwned'], 'the centre as it is written'],
  ['flamengo2026', ['pwned'], 'a club and the year'],
  ['qwertyuiopasdfgh', ['pwned'], 'rows of the keyboard'],
  ['jesuseofiel10', ['pwned'], 'a saying of the faith and two digits'],
  ['dojo-dojo-dojo1', ['pwned'], 'the place, three times'],
  ['Goiânia 2027!!', ['pwned'], 'another as it is written'],
  ['domainlock2005', ['pwned'], 'one of the list of common passwords'],
  ['joelma.prado@example.com', ['pwned'], 'the e-mail itself'],
  ['pradojoelma1', ['pwned'], 'the person of the e-mail'],
])('the new password %j gives %j: %s', async (password, reasons) => {
  const checked = checkNewPassword(password, EMAIL);
  if (reasons === null) await expect(checked).resolves.toBeUndefined();
  else
    await expect(checked).rejects.toMatchObject({
      ...{ status: 422, code: 'weak_password', extra: { weak_password: { reasons } } },
    });
});

test('a password has 72 bytes at most, as in Supabase', async () => {
  const longest = 'o jiló da feira custa três reais e a pamonha cinco, disse Dona Zulmira'.padEnd(70, '!');
  expect(Buffer.byteLength(longest)).toBe(72);
  await expect(checkNewPassword(longest, EMAIL)).resolves.toBeUndefined();
  for (const password of [`${longest}x`, 'çãõé'.repeat(10)])
    await expect(checkNewPassword(password, EMAIL)).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
});

test('a generated password is twenty unambiguous characters and fits the rules', async () => {
  const passwords = Array.from({ length: 200 }, makePassword);
  for (const password of passwords) expect(password).toMatch(/^[a-hj-km-np-z2-9]{20}$/);
  for (const password of passwords.slice(0, 10))
    await expect(checkNewPassword(password, EMAIL)).resolves.toBeUndefined();
  expect(new Set(passwords).size).toBe(200);
});

test('the dictionaries are loaded by a thread of their own, which keeps no process alive', async () => {
  await checkNewPassword('curto e bonito', EMAIL);
  const loaded = Object.keys(createRequire(import.meta.url).cache ?? {}).filter((path) =>
    path.includes('zxcvbn'),
  );
  expect(loaded).toEqual([]);
  expect(process.getActiveResourcesInfo()).not.toContain('MessagePort');
});
