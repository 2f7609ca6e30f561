import { textOf } from './sources.ts';

const { version } = JSON.parse(textOf('package.json')) as { version: string };

/** The product's version, as CHANGELOG and backups name it. */
export const VERSION = version;
