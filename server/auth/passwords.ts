import { randomInt } from 'node:crypto';
import { boundedQueue } from '../core/queue.ts';
import { hash, isHash, verify } from './argon2.ts';

/** Argon2id: 19 MiB, two passes. Supabase accepts these hashes too. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };

/** A hash that no password matches, at the cost of a real one: verified when there is no hash, so that timing is equal. */
const DECOY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Of one network at most so many places, running and waiting. */
const OF_ONE_NETWORK = 4;

/** Of Node's four worker threads two are for strangers and one for whom the site knows; the fourth is for files. */
const LINES = { stranger: boundedQueue(2, 32, OF_ONE_NETWORK), known: boundedQueue(1, 32) } as const;

/** Who asks: somebody signed in, on a known device or at the terminal, or a stranger, by the network. */
export type Asker = 'known' | { network: string };

const queued = <T>(asker: Asker, task: () => Promise<T>): Promise<T> =>
  asker === 'known' ? LINES.known(task) : LINES.stranger(task, asker.network);

/** The hash as a PHC string. Throws 503 when too many wait. */
export function hashPassword(password: string, asker: Asker = 'known'): Promise<string> {
  return queued(asker, () => hash(password, COST));
}

/**
 * True when `stored` is the hash of `password`. Takes as long when there is no hash
 * (null: unknown e-mail) or one of another kind: only Argon2 is understood, not the
 * bcrypt of a hosted project. Throws 503 when too many wait.
 */
export function verifyPassword(
  stored: string | null,
  password: string,
  asker: Asker = 'known',
): Promise<boolean> {
  return queued(
    asker,
    async () => (await verify(isHash(stored) ? stored : DECOY, password)) && isHash(stored),
  );
}

/** Without characters that look similar when written down: l 1 i o 0. */
const CLEAR_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Twenty random characters, about 99 bits, to be read from a screen and typed. */
export function makePassword(): string {
  return randomText(CLEAR_LETTERS, 20);
}

/** Characters of `alphabet`, uniformly random. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
