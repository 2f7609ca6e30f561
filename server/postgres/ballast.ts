import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { freeBytes, RESERVE_BYTES } from '../core/disk-space.ts';
import { reasonOf } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';

const MB = 1024 * 1024;
/** Space that a full disk gives back, enough for PostgreSQL to replay its log and for the desk to sign in and erase. */
export const BALLAST_BYTES = 64 * MB;
/** On a full disk nobody at the desk can sign in until it is given up. */
const CHECK_MS = 5_000;

/** A quota, or inodes, may be used up where bytes are free. */
const NO_SPACE_LEFT = /no space left|quota exceeded/i;

/** The file in `folder`, which is on the database's disk. */
export const ballastFile = (folder: string): string => join(folder, 'lastro');

/**
 * Runs `start`, which starts PostgreSQL or prepares that. When the disk is full the ballast is deleted first;
 * when `start` fails with less than the reserve free, or for want of space, the ballast is deleted and `start` runs once more. Throws
 * Refused when it fails again and less is free than the ballast would give.
 */
export async function startWithBallast<T>(folder: string, start: () => Promise<T>, log: Logger): Promise<T> {
  await giveUpBelow(BALLAST_BYTES, folder, log);
  try {
    return await start();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const isFull = NO_SPACE_LEFT.test(String((error as Error)?.message));
    const enough = isFull ? Number.POSITIVE_INFINITY : RESERVE_BYTES;
    if (await giveUpBelow(enough, folder, log)) return startWithBallast(folder, start, log);
    const free = await freeBytes(folder);
    if (free >= BALLAST_BYTES) throw error;
    throw new Refused(
      `O disco de ${folder} está cheio (${Math.floor(free / MB)} MB livres) e o banco de dados não inicia. ` +
        'Nada se perdeu. Libere espaço e inicie de novo.',
    );
  }
}

/** Deletes the ballast within seconds of a full disk, and makes it again once there is space. Returns the function that stops this. */
export function watchBallast(folder: string, log: Logger, checkMs = CHECK_MS): () => void {
  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking
      .then(() => checkBallast(folder, log))
      .catch((error: unknown) => log.error(reasonOf(error), 'ballast'));
  }, checkMs).unref();
  return () => clearInterval(timer);
}

/**
 * Deletes the ballast when less than its size is free; makes it when twice its size would stay free above the
 * reserve.
 */
export async function checkBallast(folder: string, log: Logger): Promise<void> {
  if (await giveUpBelow(BALLAST_BYTES, folder, log)) return;
  const file = ballastFile(folder);
  if (existsSync(file) && statSync(file).size === BALLAST_BYTES) return;
  if ((await freeBytes(folder)) >= RESERVE_BYTES + 3 * BALLAST_BYTES)
    await writeFile(file, filling(), { mode: 0o600, flush: true });
}

/** Random bytes: a file system that compresses would set no space aside for zeros. */
function* filling(): Generator<Buffer> {
  for (let bytes = 0; bytes < BALLAST_BYTES; bytes += MB) yield randomBytes(MB);
}

/** Deletes the ballast when less than `bytes` are free; false when it did not. */
async function giveUpBelow(bytes: number, folder: string, log: Logger): Promise<boolean> {
  const file = ballastFile(folder);
  if ((await freeBytes(folder)) >= bytes || !existsSync(file)) return false;
  rmSync(file, { force: true });
  log.error({ bytes: BALLAST_BYTES }, 'the disk is full: the ballast was given up');
  return true;
}
