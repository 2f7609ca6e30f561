import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { TEST_FOLDER } from './test-folder.ts';

/** Returns a function that makes a temporary folder, which is removed after the test. */
export function makesFolders(prefix: string): () => string {
  const made: string[] = [];
  afterEach(() => {
    for (const each of made.splice(0)) rmSync(each, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(TEST_FOLDER, prefix));
    made.push(folder);
    return folder;
  };
}

/** Every file below a folder, by its path there, with its SHA-256. */
export function hashesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    entries
      .map((name) => [name, join(folder, name)] as const)
      .filter(([, path]) => lstatSync(path).isFile())
      .map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}
