import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../kill.ts';

export type SmallDisk = {
  /** Where it is mounted. */
  folder: string;
  /** Bytes that are free. */
  freeBytes: () => number;
  /** Fills it until only `bytes` are free. */
  leave: (bytes: number) => void;
  /** Gives back what `leave` took. */
  clear: () => void;
  unmount: () => void;
};

/** A file system of its own (ext4 in a file), so that a full one is full for us alone. As root only. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  if (process.getuid?.() !== 0) throw new Error('npm run exam mounts small disks: run it as root');
  const above = mkdtempSync(join(tmpdir(), 'cc-exam-'));
  chmodSync(above, 0o755); // root's PostgreSQL account passes through
  const [image, folder] = [join(above, 'disk.ext4'), join(above, 'disk')];
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  mkdirSync(folder);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, folder]);
  chmodSync(folder, 0o755);
  const filler = join(folder, 'cheio');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  let taken = 0;
  return {
    folder,
    freeBytes,
    leave: (bytes) => {
      for (let piece = 64 * 1024 * 1024; piece >= 4096; ) {
        const missing = freeBytes() - bytes;
        piece = Math.min(piece, 2 ** Math.floor(Math.log2(Math.max(1, missing))));
        if (piece < 4096) break;
        try {
          execFileSync('fallocate', ['-o', String(taken), '-l', String(piece), filler], { stdio: 'ignore' });
          taken += piece;
        } catch {
          piece /= 2; // the file system needs some for itself
        }
      }
      check(freeBytes() <= bytes + 1024 * 1024, `the small disk is full (${freeBytes()} bytes free)`);
    },
    clear: () => {
      rmSync(filler, { force: true });
      taken = 0;
    },
    unmount: () => {
      execFileSync('umount', [folder]);
      rmSync(image);
      rmdirSync(folder);
      rmdirSync(above);
    },
  };
}
