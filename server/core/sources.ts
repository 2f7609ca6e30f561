import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The text of a file of the project, by its path from the project's folder. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const { version } = JSON.parse(textOf('package.json')) as { version: string };

/** The product's version, as CHANGELOG and backups name it. */
export const VERSION = version;

/** A file of SQL by its name. */
export type SqlFile = { name: string; sql: string };

/** The files of SQL of a folder of the project, in the order of their names. */
export const sqlFilesOf = (folder: string): SqlFile[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: textOf(`${folder}/${name}`) }));
