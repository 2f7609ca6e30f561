import { randomBytes } from 'node:crypto';
import { Decrypter, Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { decrypting, encrypting, isRecipient, makeIdentity, suffixOf } from './encryption.ts';

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}
const whole = async (pieces: AsyncIterable<Uint8Array>) => {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
};

test('age opens what we encrypted, and we what age did', async () => {
  const { identity, recipient } = await makeIdentity();
  const bytes = randomBytes(200_000);
  const age = new Decrypter();
  age.addIdentity(identity);
  const encrypted = await whole(await encrypting(piecesOf(bytes), recipient));
  expect(Buffer.compare(Buffer.from(await age.decrypt(encrypted)), bytes)).toBe(0);
  const other = new Encrypter();
  other.addRecipient(recipient);
  const theirs = await other.encrypt(new Uint8Array(bytes));
  expect(Buffer.compare(await whole(await decrypting(piecesOf(theirs), identity)), bytes)).toBe(0);
});

test('a changed byte, a cut end and another identity open nothing', async () => {
  const { identity, recipient } = await makeIdentity();
  const encrypted = await whole(await encrypting(piecesOf(randomBytes(100_000)), recipient));
  const open = async (bytes: Uint8Array, key = identity) => whole(await decrypting(piecesOf(bytes), key));
  const changed = Buffer.from(encrypted);
  changed[50_000] = (changed[50_000] ?? 0) ^ 1;
  await expect(open(changed)).rejects.toThrow();
  await expect(open(encrypted.subarray(0, -20))).rejects.toThrow();
  await expect(open(encrypted, (await makeIdentity()).identity)).rejects.toThrow();
});

test('a public key is told from what is none, and names the files that are encrypted for it', async () => {
  const { identity, recipient } = await makeIdentity();
  expect([recipient, identity, recipient.replace(/.$/, 'q'), ''].map(isRecipient)).toEqual([
    true,
    false,
    recipient.endsWith('q'),
    false,
  ]);
  expect(suffixOf(recipient)).toMatch(/^\.[0-9a-f]{8}\.age$/);
  expect(suffixOf(null)).toBe('');
});
