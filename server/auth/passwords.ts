import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from './queue.ts';

/** Argon2id, which is the package's default kind: 19 MiB, two passes. Supabase accepts these hashes too. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What nobody's password fits, at the cost of a real one: compared against when there is no hash. */
const DECOY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Two of Node's four worker threads at most: the others are for files. */
const inTurn = boundedQueue(2, 32);

/** The password as a PHC string. Throws 503 when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST));
}

/**
 * Whether `password` made `stored`. The same work is done when there is no hash
 * (null: nobody has that e-mail) or one of another kind: only Argon2 hashes are
 * understood, bcrypt's of a hosted project are not. Throws 503 when too many wait.
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const understood = stored?.startsWith('$argon2') === true;
  return inTurn(async () => (await verify(understood ? stored : DECOY, password)) && understood);
}

/** Without what is taken for another on paper: l 1 i o 0. */
const CLEAR_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twenty letters by chance, about 99 bits, to be read from a screen and typed. */
export function makePassword(): string {
  return randomText(CLEAR_LETTERS, 20);
}

/** Letters of `alphabet` by chance, each as likely as the others. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
