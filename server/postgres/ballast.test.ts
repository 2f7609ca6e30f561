import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newFolder } from '../../tests/support/files.ts';
import { Refused } from '../core/refused.ts';

const MB = 1024 * 1024;
const disk = vi.hoisted(() => ({ free: 1e12 }));

// The files of a worker share their modules: the ones here are loaded anew, and again after.
vi.hoisted(() => vi.resetModules());
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => ({ bavail: disk.free, bsize: 1 }),
}));
afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

const { ballastFile, BALLAST_BYTES, checkBallast, startWithBallast, watchBallast } = await import(
  './ballast.ts'
);
const { startCluster } = await import('./cluster.ts');

describe('the ballast', () => {
  let folder: string;
  let lines: string[];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  beforeEach(() => {
    folder = newFolder();
    lines = [];
    disk.free = 1e12;
  });
  const exists = () => existsSync(ballastFile(folder));

  test('is 64 MB of the disk, given up when less than that is free, and made again only when there is space', async () => {
    writeFileSync(ballastFile(folder), 'half', { mode: 0o600 });
    await checkBallast(folder, log);
    const { size, blocks, mode } = statSync(ballastFile(folder));
    expect([size, blocks * 512 >= 64 * MB, mode & 0o777]).toEqual([BALLAST_BYTES, true, 0o600]);
    for (const [free, there] of [
      [63, false],
      [300, false],
      [400, true],
    ] as const) {
      disk.free = free * MB;
      await checkBallast(folder, log);
      expect([free, exists()]).toEqual([free, there]);
    }
    expect(lines.join('')).toContain('the ballast was given up');
    expect(lines.join('')).not.toContain(folder);
  });

  test('is given up within seconds while the site runs', async () => {
    await checkBallast(folder, log);
    const end = watchBallast(folder, log, 20);
    disk.free = 0;
    await expect.poll(exists, { timeout: 5_000 }).toBe(false);
    end();
  });

  test('is given up before a start on a full disk, and after one that failed below the reserve or for want of space, which is tried once more', async () => {
    for (const [free, reason] of [
      [0, 'outra falta'],
      [199 * MB, 'outra falta'],
      [1e12, 'No space left on device'],
      [1e12, 'Disk quota exceeded'],
    ] as const) {
      const start = async () => {
        if (exists()) throw new Error(reason);
        return 'started';
      };
      writeFileSync(ballastFile(folder), 'x');
      disk.free = free;
      expect(await startWithBallast(folder, start, log)).toBe('started');
    }
  });

  test('that is no longer there leaves one sentence when the disk is full, and the fault itself when it is not', async () => {
    const start = () => Promise.reject(new Error('could not write lock file'));
    await expect(startWithBallast(folder, start, log)).rejects.toThrow('could not write lock file');
    disk.free = 3 * MB;
    await expect(startWithBallast(folder, start, log)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /^O disco de \S+ está cheio \(3 MB livres\) e o banco de dados não inicia\. Nada se perdeu\. Libere espaço/,
      ),
    });
  });

  test.each([
    ['the start is refused for another reason', 199 * MB, new Refused('outra versão')],
    ['it fails although there is space', 1e12, new Error('outra falta')],
  ])('stays when %s', async (_when, free, error) => {
    writeFileSync(ballastFile(folder), 'x');
    disk.free = free;
    await expect(startWithBallast(folder, () => Promise.reject(error), log)).rejects.toBe(error);
    expect(exists()).toBe(true);
  });
});

test('a new site is not begun below the reserve: one sentence, and nothing is left that the next start minds', async () => {
  const folder = newFolder();
  disk.free = 199 * MB;
  await expect(startCluster(folder, 'only-for-tests')).rejects.toMatchObject({
    name: 'Refused',
    message: expect.stringMatching(
      /^No disco de \S+ há só 199 MB livres, e um site novo precisa de 200 MB\. Nada se perdeu\. Libere espaço/,
    ),
  });
  expect(readdirSync(join(folder, 'postgresql'))).toEqual([]);
});
