import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { checkNewPassword } from './password-rules.ts';
import { hashPassword, makePassword, randomText, verifyPassword } from './passwords.ts';

test('a password is stored as argon2id with 19 MiB and two passes', async () => {
  const hash = await hashPassword('uma senha de teste');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parseOptions(hash)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(hash.length).toBeLessThanOrEqual(255);
  expect(await verifyPassword(hash, 'uma senha de teste')).toBe(true);
  expect(await verifyPassword(hash, 'uma senha de testes')).toBe(false);
});

test.each<[string | null, string]>([
  [null, 'nobody has that e-mail'],
  ['', 'an account without a password'],
  ['$2a$10$abcdefghijklmnopqrstuuNnZ1Yy0X2ZQ8y8y8y8y8y8y8y8y8y8y', 'bcrypt of a hosted project'],
])('the hash %j fits no password (%s)', async (stored) => {
  expect(await verifyPassword(stored, 'uma senha de teste')).toBe(false);
});

test('too many passwords at once are refused instead of waiting without end', async () => {
  const hashes = await Promise.allSettled(
    Array.from({ length: 40 }, () => verifyPassword(null, 'uma senha de teste')),
  );
  const refused = hashes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatchObject({ reason: { status: 503 } });
});

test.each<[string, string[] | null, string]>([
  ['curta demais', null, 'twelve letters are enough'],
  ['açúcar e mel', null, 'letters are counted, not bytes'],
  ['onze letras', ['length'], 'one letter short'],
  ['🥋🥋🥋🥋🥋🥋', ['length'], 'a picture is one letter'],
  ['', ['length'], 'nothing'],
  ['aaaaaaaaaaaaaaaa', ['characters'], 'one letter, again and again'],
  ['ababababababab', ['characters'], 'two letters'],
  ['Password1234', ['pwned'], 'everybody has it, also with a capital'],
  ['senha1234567', ['pwned'], 'everybody has it in Brazil'],
  ['pessoa@example.com', ['pwned'], 'the e-mail itself'],
])('the new password %j gives %j: %s', (password, reasons) => {
  const check = () => checkNewPassword(password, 'Pessoa@example.com');
  if (reasons === null) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ status: 422, code: 'weak_password', reasons }));
});

test('a password has 72 bytes at most, as in Supabase', () => {
  expect(() => checkNewPassword('senha-'.repeat(12), 'pessoa@example.com')).not.toThrow();
  expect(() => checkNewPassword(`${'senha-'.repeat(12)}x`, 'pessoa@example.com')).toThrow(
    expect.objectContaining({ status: 400, code: 'validation_failed' }),
  );
  expect(() => checkNewPassword('çãõé'.repeat(10), 'pessoa@example.com')).toThrow(
    expect.objectContaining({ status: 400 }),
  );
});

test('a generated password is twenty unambiguous characters and fits the rules', () => {
  const passwords = Array.from({ length: 200 }, makePassword);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-hj-km-np-z2-9]{20}$/);
    expect(() => checkNewPassword(password, 'pessoa@example.com')).not.toThrow();
  }
  expect(new Set(passwords).size).toBe(200);
});

test('every letter comes as often as the others', () => {
  const counts = new Map<string, number>();
  for (const letter of randomText('abcdefghijklmnopqrstuvwxyz0123456789', 36_000))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(36);
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250); // about eight standard deviations
});
