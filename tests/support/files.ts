import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { TEST_FOLDER } from './test-folder.ts';

/** PostgreSQL's account may pass through it: else a site below it keeps its database elsewhere (server/postgres/account.ts). */
const makeFolder = () => {
  const folder = mkdtempSync(join(TEST_FOLDER, 'cc-'));
  chmodSync(folder, 0o755);
  return folder;
};
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** A new folder; it is removed after the test that asked for it. */
export function newFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => remove(folder));
  return folder;
}

/** A new folder for the tests around; it is removed after the last. */
export function folderForTests(): string {
  const folder = makeFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** The files below a folder that this process has open. */
export const openIn = (folder: string) =>
  readdirSync('/proc/self/fd')
    .map((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`);
      } catch {
        return ''; // the listing's own
      }
    })
    .filter((path) => path.startsWith(folder));

/** Every file below a folder, by its path there, with its SHA-256. */
export const hashesOf = (folder: string) =>
  ofFiles(folder, (path) => createHash('sha256').update(readFileSync(path)).digest('hex'));

/** Every file below a folder, by its path there, with its number, size and last change: another one after any writing. */
export const changesOf = (folder: string) =>
  ofFiles(folder, (path) => {
    const { ino, size, ctimeNs } = lstatSync(path, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  });

function ofFiles(folder: string, what: (path: string) => string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    entries
      .map((name) => [name, join(folder, name)] as const)
      .filter(([, path]) => lstatSync(path).isFile())
      .map(([name, path]) => [name, what(path)]),
  );
}
