import {
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
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

/** What PostgreSQL answers and logs while it starts or stops; never the reason of a failure. */
const WAITING = /the database system is (starting up|shutting down|in recovery mode|not yet accepting)/;

/** Follows the log from now on. The returned function gives its last fatal line, why PostgreSQL ended; null without one. */
export function watchReason(dataDir: string): () => string | null {
  const file = logFile(dataDir);
  const from = existsSync(file) ? statSync(file).size : 0;
  return () => {
    const fatal = readFileSync(file, 'latin1')
      .slice(from)
      .matchAll(/(?:FATAL|PANIC): {2}(.+)$/gm);
    return [...fatal].flatMap(([, said = '']) => (WAITING.test(said) ? [] : [said])).at(-1) ?? null;
  };
}
