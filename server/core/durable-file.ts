import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes or replaces a small file (mode 0600): on the disk, whole or not at all, when it returns. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}`;
  try {
    const handle = openSync(temporary, 'w', 0o600);
    try {
      writeFileSync(handle, content); // all of it: a single write may be short on a full disk
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Names made, renamed or removed in `folder` outlast a power cut when it returns. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!/EINVAL|ENOTSUP|EPERM/.test((error as NodeJS.ErrnoException).code ?? '')) throw error; // some disks sync no folders
  } finally {
    closeSync(handle);
  }
}
