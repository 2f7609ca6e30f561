import { existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL's log in a data folder, and its older parts `.1` (newest) to `.4`. */
export const logFile = (dataDir: string) => join(dataDir, 'postgresql.log');

const MOST_BYTES = 5 * 1024 * 1024;
const OLDER_PARTS = 4;

/** Opens the log to append to, so that a restart does not hide why PostgreSQL ended; anew when it is larger than 5 MB. */
export function openLog(dataDir: string): number {
  const file = logFile(dataDir);
  const part = (at: number) => (at === 0 ? file : `${file}.${at}`);
  if (existsSync(file) && statSync(file).size >= MOST_BYTES)
    for (let at = OLDER_PARTS; at > 0; at -= 1)
      if (existsSync(part(at - 1))) renameSync(part(at - 1), part(at));
  return openSync(file, 'a', 0o600);
}

/** What PostgreSQL answers and logs while it starts or stops; never the reason of a failure. */
const WAITING = /the database system is (starting up|shutting down|in recovery mode|not yet accepting)/;

/** Follows the log from now on. The returned function gives its last fatal line, why PostgreSQL ended; null without one. */
export function watchReason(dataDir: string): () => string | null {
  const from = statSync(logFile(dataDir)).size;
  return () => {
    const fatal = readFileSync(logFile(dataDir), 'latin1')
      .slice(from)
      .matchAll(/(?:FATAL|PANIC): {2}(.+)$/gm);
    return [...fatal].flatMap(([, said = '']) => (WAITING.test(said) ? [] : [said])).at(-1) ?? null;
  };
}
