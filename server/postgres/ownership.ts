import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beganAt, isAlive } from '../core/platform.ts';
import { Refused } from '../core/refused.ts';

/** Another live process owns this data folder. */
export class AlreadyOwned extends Refused {
  override name = 'AlreadyOwned';

  constructor(dataDir: string, pid: number) {
    super(
      `A pasta de dados ${dataDir} já está em uso por outro processo (pid ${pid}). Nada foi mudado. Pare o site, ou use outra DATA_DIR.`,
    );
  }
}

/**
 * Makes this process the only owner of a data folder; returns the release. Throws
 * AlreadyOwned when a live process owns it; a dead owner is replaced. Owners are told
 * apart by number and start time, because numbers are reused.
 */
export function ownDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'owner');
  const mine = `${process.pid} ${beganAt(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  for (;;) {
    const owner = readOwner(file); // before anything is written, which a full disk would refuse
    const live = livePid(owner ?? '');
    if (live !== null) throw new AlreadyOwned(dataDir, live);
    if (owner !== null) removeDeadOwner(file, owner);
    try {
      writeFileSync(draft, mine, { mode: 0o600 });
      linkSync(draft, file); // fails when the file exists: taking ownership is atomic
      return () => {
        if (readOwner(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** The live process that owns a data folder; null when none does. Changes nothing. */
export function liveOwner(dataDir: string): number | null {
  return livePid(readOwner(join(dataDir, 'owner')) ?? '');
}

/** The process that an owner's file names; null when it has ended. */
function livePid(owner: string): number | null {
  const [pid = '', began = ''] = owner.trim().split(' ');
  return pid !== '' && isAlive(Number(pid)) && beganAt(Number(pid)) === began ? Number(pid) : null;
}

function removeDeadOwner(file: string, owner: string): void {
  const aside = `${file}.dead.${process.pid}`;
  renameSync(file, aside);
  // Another process may have replaced the dead owner between our reading and our renaming: restore its file.
  if (readOwner(aside) !== owner) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function readOwner(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
