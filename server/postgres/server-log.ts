import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL's log in a data folder, and its older parts `.1` (newest) to `.4`. */
export const logFile = (dataDir: string) => join(dataDir, 'postgresql.log');

const MOST_BYTES = 5 * 1024 * 1024;
const OLDER_PARTS = 4;

/** Opens the log to append to, so that a restart does not hide why PostgreSQL ended. */
export function openLog(dataDir: string): number {
  rotateLog(dataDir);
  return openSync(logFile(dataDir), 'a', 0o600);
}

/** Starts the log anew when it is larger than 5 MB; what PostgreSQL writes in that instant is lost. */
export function rotateLog(dataDir: string): void {
  const file = logFile(dataDir);
  if (!existsSync(file) || statSync(file).size < MOST_BYTES) return;
  for (let part = OLDER_PARTS - 1; part >= 1; part -= 1)
    if (existsSync(`${file}.${part}`)) renameSync(`${file}.${part}`, `${file}.${part + 1}`);
  copyFileSync(file, `${file}.1`);
  truncateSync(file); // PostgreSQL has it open and goes on at its new end
}

/** At most this many bytes at the end of the log are read. */
const LOOKED_AT_BYTES = 64 * 1024;

const sizeNow = (file: string) => (existsSync(file) ? statSync(file).size : 0);

/** The end of the log after byte `from`; the log may have been rotated since. */
function readFrom(file: string, from: number): string {
  const size = sizeNow(file);
  const begin = Math.max(size < from ? 0 : from, size - LOOKED_AT_BYTES);
  if (begin >= size) return '';
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(size - begin);
    return bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.length, begin));
  } finally {
    closeSync(handle);
  }
}

/** What PostgreSQL answers and logs while it starts or stops; never the reason of a failure. */
const WAITING = /the database system is (starting up|shutting down|in recovery mode|not yet accepting)/;

/**
 * Follows the log from now on. The returned function gives the last fatal line as the `reason` why PostgreSQL
 * ended, null without one, and how often PostgreSQL has restarted itself.
 */
export function watchReasons(dataDir: string): () => { reason: string | null; restarts: number } {
  const file = logFile(dataDir);
  const from = sizeNow(file);
  return () => {
    const text = readFrom(file, from);
    const fatal = [...text.matchAll(/(?:FATAL|PANIC): {2}(.+)$/gm)].map(([, said = '']) => said);
    return {
      reason: fatal.filter((said) => !WAITING.test(said)).at(-1) ?? null,
      restarts: text.split('all server processes terminated; reinitializing').length - 1,
    };
  };
}

/**
 * Follows the log from now on. The returned function tells whether PostgreSQL has logged work of its own
 * since the last call, as a recovery does every five seconds. Refused connections do not count: the caller's
 * own waiting causes them.
 */
export function watchWork(dataDir: string): () => boolean {
  const file = logFile(dataDir);
  let seen = sizeNow(file);
  return () => {
    const text = readFrom(file, seen);
    seen = sizeNow(file);
    return / LOG: {2}/.test(text);
  };
}
