import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { isOfSystem, isRootFolder } from './platform.ts';
import { Refused } from './refused.ts';

/** What a disk or a file manager puts into a folder by itself. */
const NOBODYS = /^(lost\+found|\.DS_Store|\.Trash.*|\.Spotlight-V100|\.fseventsd|System Volume Information)$/;

/** How a folder of one kind is known. */
export type FolderKind = {
  /** Where its name is written, as a refusal says it. */
  where: string;
  /** Whether a folder with these names in it is ours. */
  isOurs: (folder: string, names: readonly string[]) => boolean;
  /** What may lie there before it is marked. */
  before: RegExp;
};

/** DATA_DIR. */
export const DATA: FolderKind = {
  where: 'DATA_DIR',
  isOurs: (folder, names) =>
    names.includes('instalacao.json') ||
    (names.includes('keys.json') &&
      readFileSync(join(folder, 'keys.json'), 'utf8').includes('"jwtSecret"')) ||
    existsSync(join(folder, 'postgresql/global')),
  before:
    /^(apagamentos\.jsonl|lastro|owner(\..+)?|keys\.json\..+|postgresql(\.iniciando|\.log.*)?|(ensaio|copia-a-cifrar)-[0-9a-f]{8})$/,
};

/** What is wrong with a folder for our files, as a sentence; null for one that is ours, empty or not there yet. */
export function strangeFolder(folder: string, { where, isOurs, before }: FolderKind): string | null {
  const real = realOf(folder);
  if (real === null) return null;
  const elsewhere = `Diga em ${where} uma pasta só para isto, nova ou vazia`;
  const names = readdirSync(real);
  if (!isRootFolder(real) && isOurs(real, names)) return null; // a disk of copies may be mounted at /mnt itself
  if (isOfSystem(real))
    return `A pasta ${folder} é do sistema, ou de uma pessoa. Nada foi mudado. ${elsewhere}, como ${join(real, 'construindo-campeoes')}.`;
  const others = names.filter((name) => !before.test(name) && !NOBODYS.test(name));
  if (others.length === 0) return null;
  const shown = others.slice(0, 5).join(', ') + (others.length > 5 ? ` e mais ${others.length - 5}` : '');
  return `A pasta ${folder} tem outras coisas (${shown}). Nada foi mudado. ${elsewhere}.`;
}

/** Null where there is nothing. Throws what the system says of a path through a file. */
function realOf(folder: string): string | null {
  try {
    return realpathSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Throws Refused, with nothing changed, for a DATA_DIR that is somebody's for other things; ConfigError for one that
 * this account cannot use, or is no folder.
 */
export function checkDataDir(dataDir: string): void {
  const strange = inWords(dataDir, () => strangeFolder(dataDir, DATA));
  if (strange) throw new Refused(strange);
}

/** `checkDataDir`, and makes the folder when it is not there. */
export function makeDataDir(dataDir: string): void {
  checkDataDir(dataDir);
  inWords(dataDir, () => mkdirSync(dataDir, { recursive: true, mode: 0o700 }));
}

function inWords<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('DATA_DIR', `não foi possível usar ${dataDir} como pasta (${code})`);
  }
}
