import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** What the clusters of one run may come to need, in bytes. */
const NEEDED = 1024 ** 3;

/** Where the tests' clusters and documents go: the memory file system of Linux where it has room, else the system's folder. */
export const TEST_FOLDER = hasRoom(MEMORY) ? MEMORY : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED;
  } catch {
    return false; // there is no such folder, or it is not ours to write
  }
}
