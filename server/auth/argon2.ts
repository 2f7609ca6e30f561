import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refused } from '../core/refused.ts';

// Argon2id as PHC strings: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`, salt and tag in base64 without padding.

/** `memory` in KiB, `passes` over it, `parallelism` in lanes. */
export type Cost = { memory: number; passes: number; parallelism: number };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The one version that Node.js computes, which everything since 2016 has. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{6,})$/;

const derive = promisify(argon2);
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Argon2id of a password with a salt of its own. */
export async function hash(password: string, { memory, passes, parallelism }: Cost): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const parameters = { message: password, nonce, tagLength: TAG_BYTES, memory, passes, parallelism };
  const tag = await derive('argon2id', parameters);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Throws Refused where this Node.js computes none, as one that is built over an older OpenSSL. */
export async function requireArgon2(compute = hash): Promise<void> {
  await compute('', { memory: 8, passes: 1, parallelism: 1 }).catch(() => {
    throw new Refused(
      `Este Node.js (${process.versions.node}, com OpenSSL ${process.versions.openssl}) não tem o Argon2 que guarda as senhas: instale o Node.js 24 de nodejs.org.`,
    );
  });
}

/** True for a hash that `verify` understands. */
export const isHash = (stored: string | null): stored is string => stored !== null && PHC.test(stored);

/** True when `stored` is the hash of `password`, whichever its cost; false for what is no hash. */
export async function verify(stored: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored) ?? [];
  if (!tag) return false;
  const wanted = Buffer.from(tag, 'base64');
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: wanted.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(found, wanted);
}
