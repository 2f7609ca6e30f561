import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** `path:line` of the letter at this index of a file's text. */
export const placeOf = ({ path, text }: { path: string; text: string }, at: number): string =>
  `${path}:${text.slice(0, at).split('\n').length}`;

/** Every file below the folders whose name matches, by its path from the project's folder. */
export function sources(folders: readonly string[], matching: RegExp): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile() && matching.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => ({ path: relative(ROOT, file), text: readFileSync(file, 'utf8') })),
  );
}

/** The path in the repository that `named` in the file `by` means: frozen migrations name former ones. */
export const pathNow = (named: string, by: string) =>
  /(platform|migrations)\/.*\.sql$/.test(by)
    ? named.replace(/^server\/data\//, 'server/site-data/open/')
    : named;
