import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { Refused } from '../../core/refused.ts';

// Copies are encrypted as age does (age-encryption.org/v1): the public key, `age1…`, encrypts
// and can read nothing; the identity, `AGE-SECRET-KEY-1…`, stays with the owner, elsewhere.

/** A new pair of keys. */
export async function makeIdentity(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Whether a text is the public key (X25519) of an identity. */
export function isRecipient(text: string): boolean {
  if (!/^age1[0-9a-z]{58}$/.test(text)) return false;
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** What the names of files end with that are encrypted for `recipient`: a copy for another key has files of its own. */
export function suffixOf(recipient: string | null): string {
  return recipient ? `.${createHash('sha256').update(recipient).digest('hex').slice(0, 8)}.age` : '';
}

/** The bytes, encrypted. Each chunk is consumed before the next one is read. */
export async function encrypting(
  bytes: AsyncIterable<Uint8Array>,
  recipient: string,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return (await encrypter.encrypt(streamOf(bytes))) as unknown as AsyncIterable<Uint8Array>;
}

/** The bytes, decrypted; throws at the first chunk that was changed. */
export async function decrypting(
  bytes: AsyncIterable<Uint8Array>,
  identity: string,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return (await decrypter.decrypt(streamOf(bytes))) as unknown as AsyncIterable<Uint8Array>;
}

/**
 * The identity of a copy's `recipient` out of a file: lines of identities, `#` begins a
 * comment. Throws Refused when it is not there.
 */
export async function readIdentity(file: string, recipient: string): Promise<string> {
  for (const line of linesOf(file)) {
    const found = await identityToRecipient(line).catch(() => null);
    if (found === recipient) return line;
  }
  throw new Refused(
    `O arquivo ${file} não tem a chave desta cópia (a de ${recipient}). Nada foi mudado. ` +
      'Procure o arquivo de chave que foi guardado quando BACKUP_KEY foi posta no .env.',
  );
}

function linesOf(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  } catch {
    throw new Refused(`O arquivo de chave ${file} não pôde ser lido. Nada foi mudado. Confira o caminho.`);
  }
}

/** A stream that asks for a piece only when it is wanted; the types of the browser know no `from`. */
const streamOf = (bytes: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(bytes) as unknown as globalThis.ReadableStream<Uint8Array>;
