import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, give, isOurs, setMode } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';

/** A unix socket's whole path has 104 bytes on macOS, of which `/.s.PGSQL.5432` takes 15 with its end. */
const MOST_BYTES = 89;

/**
 * Makes the folder of PostgreSQL's socket inside `base`, which is ours and closed to others, so
 * that nobody else can make it first or lie in wait in it; below the system's temporary
 * folder where the path would be too long for a socket. Throws Refused for one that is not ours.
 */
export function makeSocketFolder(base: string, account: Account | null): string {
  const inside = join(realpathSync(base), 'soquete');
  const short = `cc-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`;
  const folder = Buffer.byteLength(inside) <= MOST_BYTES ? inside : join(tmpdir(), short);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  if (!lstatSync(folder).isDirectory() || !isOurs(folder, account))
    throw new Refused(`A pasta ${folder} não é deste site. Nada foi mudado. Tire-a dali e inicie de novo.`);
  setMode(folder, 0o700);
  give(folder, account);
  return folder;
}
