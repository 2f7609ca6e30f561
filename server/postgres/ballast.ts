import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { freeBytes, RESERVE_BYTES } from '../core/disk-space.ts';
import { reasonOf } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';

/** Space that a full disk gives back, enough for PostgreSQL to replay its log and for the desk to sign in and erase. */
export const BALLAST_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** On a full disk nobody at the desk can sign in until it is given up. */
const CHECK_MS = 5_000;

/** A quota, or inodes, may be used up where bytes are free. */
const NO_SPACE_LEFT = /no space left|quota exceeded/i;

/** The file in `folder`, which is on the database's disk. */
export const ballastFile = (folder: string): string => join(folder, 'lastro');

/**
 * Runs `start`, which starts PostgreSQL or prepares that. When the disk is full the ballast is deleted first;
 * when `start` fails with little space left, the ballast is deleted and `start` runs once more. Throws
 * Refused when it fails again and less is free than the ballast would give.
 */
export async function startWithBallast<T>(folder: string, start: () => Promise<T>, log: Logger): Promise<T> {
  await giveUpWhenFull(folder, log);
  try {
    return await start();
  } catch (error) {
    if (error instanceof Refused) throw error;
    const free = await freeBytes(folder);
    const isLow = free < RESERVE_BYTES || NO_SPACE_LEFT.test(String((error as Error)?.message));
    if (isLow && giveUp(folder, log)) return startWithBallast(folder, start, log);
    if (free >= BALLAST_BYTES) throw error;
    throw new Refused(
      `O disco de ${folder} está cheio (${Math.floor(free / CHUNK_BYTES)} MB livres) e o banco de dados não inicia. ` +
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
  if (await giveUpWhenFull(folder, log)) return;
  const file = ballastFile(folder);
  if (existsSync(file) && statSync(file).size === BALLAST_BYTES) return;
  if ((await freeBytes(folder)) < RESERVE_BYTES + 3 * BALLAST_BYTES) return;
  try {
    await fill(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Random bytes: a file system that compresses would set no space aside for zeros. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    for (let bytes = 0; bytes < BALLAST_BYTES; bytes += CHUNK_BYTES)
      await handle.writeFile(randomBytes(CHUNK_BYTES));
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function giveUpWhenFull(folder: string, log: Logger): Promise<boolean> {
  return (await freeBytes(folder)) < BALLAST_BYTES && giveUp(folder, log);
}

/** False when there was none. */
function giveUp(folder: string, log: Logger): boolean {
  const file = ballastFile(folder);
  if (!existsSync(file)) return false;
  rmSync(file, { force: true });
  log.error({ bytes: BALLAST_BYTES }, 'the disk is full: the ballast was given up');
  return true;
}
