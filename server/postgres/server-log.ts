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

/** Of so many new bytes of the log the last are looked at. */
const LOOKED_AT_BYTES = 64 * 1024;

/**
 * Returns what tells whether PostgreSQL has written of its own work since the last call, as a
 * recovery does every five seconds. That it refused a connection is no work: whoever waits for
 * it is the one that asks.
 */
export function watchWork(dataDir: string): () => boolean {
  const file = logFile(dataDir);
  const sizeNow = () => (existsSync(file) ? statSync(file).size : 0);
  let seen = sizeNow();
  return () => {
    const size = sizeNow();
    const from = Math.max(size < seen ? 0 : seen, size - LOOKED_AT_BYTES);
    seen = size;
    if (from >= size) return false;
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(size - from);
      return / LOG: {2}/.test(bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.length, from)));
    } finally {
      closeSync(handle);
    }
  };
}
