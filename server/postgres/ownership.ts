import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another live process owns this data folder. */
export class AlreadyOwned extends Error {
  constructor(dataDir: string, pid: number) {
    super(`a pasta de dados ${dataDir} já está em uso por outro processo (pid ${pid}); este não vai iniciar`);
    this.name = 'AlreadyOwned';
  }
}

/**
 * Makes this process the one owner of a data folder and gives back what ends
 * that. A live owner is never robbed (throws AlreadyOwned); a dead one never
 * blocks. The moment a process began tells it from a later one with its number.
 */
export function ownDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'owner');
  const mine = `${process.pid} ${beganAt(process.pid)}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(draft, file); // fails when the file is there: taking ownership is one step
        return () => {
          if (readOwner(file) === mine) rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        removeDeadOwner(file, dataDir);
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeDeadOwner(file: string, dataDir: string): void {
  const owner = readOwner(file);
  if (owner === null) return; // gone meanwhile
  const [pid = 0, began = ''] = owner
    .trim()
    .split(' ')
    .map((part, at) => (at === 0 ? Number(part) : part)) as [number, string];
  if (isAlive(pid) && beganAt(pid) === began) throw new AlreadyOwned(dataDir, pid);
  const aside = `${file}.dead.${process.pid}`;
  renameSync(file, aside);
  // Another starter may have replaced the dead owner between our reading and our renaming: give it back.
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

/** Whether a process of this number is there, this account's or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the kernel's ticks since boot with the boot's id; `-` where the system does not tell. */
function beganAt(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return '-';
  }
}
