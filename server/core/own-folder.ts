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
    /^(apagamentos\.jsonl|(pasta-das-copias|documentos-que-faltam\.txt)(\..+)?|lastro|owner(\..+)?|(keys|instalacao)\.json\..+|postgresql(\.iniciando|\.log.*)?|(ensaio|copia-a-cifrar)-[0-9a-f]{8})$/,
};

/** What is wrong with a folder for our files, as a sentence; null for one that is ours, empty or not there yet. */
export function strangeFolder(folder: string, { where, isOurs, before }: FolderKind): string | null {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const real = realpathSync(folder);
  const elsewhere = `Diga em ${where} uma pasta só para isto, nova ou vazia`;
  if (!isRootFolder(real) && isOurs(real, names)) return null; // a disk of copies may be mounted at /mnt itself
  if (isOfSystem(real))
    return `A pasta ${folder} é do sistema, ou de uma pessoa. Nada foi mudado. ${elsewhere}, como ${join(real, 'construindo-campeoes')}.`;
  const others = names.filter((name) => !before.test(name) && !NOBODYS.test(name));
  if (others.length === 0) return null;
  const shown = others.slice(0, 5).join(', ') + (others.length > 5 ? ` e mais ${others.length - 5}` : '');
  return `A pasta ${folder} tem outras coisas (${shown}). Nada foi mudado. ${elsewhere}.`;
}

/**
 * Throws Refused, with nothing changed, for a DATA_DIR that is somebody's for other things; ConfigError for one that
 * this account cannot use, or is no folder. With `isMade` it is made when it is not there.
 */
export function checkDataDir(dataDir: string, isMade = false): void {
  let strange: string | null;
  try {
    strange = strangeFolder(dataDir, DATA);
    if (isMade && !strange) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError('DATA_DIR', `não foi possível usar ${dataDir} como pasta (${code})`);
  }
  if (strange) throw new Refused(strange);
}

export const makeDataDir = (dataDir: string) => checkDataDir(dataDir, true);
