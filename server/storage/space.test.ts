import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pdf } from '../../tests/support/documents.ts';
import { storeFile } from './files.ts';

/** What the disk does next. */
const disk = vi.hoisted(() => ({ free: 1e12, failing: false }));

// The files of a worker share their modules: the ones here are loaded anew, and again after.
vi.hoisted(() => vi.resetModules());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  return {
    ...real,
    statfs: async () => ({ bavail: disk.free, bsize: 1 }),
    open: async (...args: Parameters<typeof real.open>) => {
      const file = await real.open(...args);
      if (disk.failing)
        file.writev = () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }));
      return file;
    },
  };
});

afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

describe('a disk that is full', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cc-space-'));
    Object.assign(disk, { free: 1e12, failing: false });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const keepOne = () => {
    const bytes = (async function* () {
      for (let sent = 0; sent < 3; sent++) yield pdf(600_000);
    })();
    return storeFile(
      folder,
      bytes,
      { maxBytes: 5_000_000, accept: () => {} },
      async ({ version }) => version,
    );
  };

  test('is not filled further than its reserve: 507', async () => {
    disk.free = 200 * 1024 * 1024;
    await expect(keepOne()).rejects.toMatchObject({ status: 507, code: 'InsufficientStorage' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that fills up under the write leaves nothing, and takes documents again when there is room', async () => {
    disk.failing = true;
    await expect(keepOne()).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readdirSync(folder)).toEqual([]);
    disk.failing = false;
    expect(readdirSync(folder)).toEqual([]);
    const version = await keepOne();
    expect(readdirSync(folder)).toEqual([version]);
  });
});
