import { freeBytes, RESERVE_BYTES } from '../../core/disk-space.ts';
import { Refused } from '../../core/refused.ts';
import type { Manifest } from './manifest.ts';
import { CopyRefused } from './record.ts';

/** Throws Refused unless the disk of `folder`, which exists, has room for `bytes` and the reserve. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free >= bytes + RESERVE_BYTES) return;
  throw new CopyRefused(
    'sem_espaco',
    `Não há espaço em ${folder}: são precisos ${inMegabytes(bytes + RESERVE_BYTES)} e há ${inMegabytes(free)}. ` +
      'Nada foi mudado. Libere espaço, ou escolha um disco maior.',
  );
}

/** What a loaded database takes of its text: rows, indexes and the write-ahead log. */
const LOADED = 3;

/** Bytes of a copy's tables, once they are in a database. */
export function loadedBytes({ tabelas }: Pick<Manifest, 'tabelas'>): number {
  return tabelas.reduce((sum, { claro }) => sum + claro.bytes, 0) * LOADED;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('pt-BR')} MB`;
}

/** What a fault of the disk means in the middle of a backup or restore, by the system's code. */
const DISK: Record<string, string> = {
  ENOSPC: 'o disco encheu no meio da cópia; ela não vale, e as anteriores continuam inteiras',
  EDQUOT: 'o espaço desta conta acabou no meio da cópia; ela não vale, e as anteriores continuam inteiras',
  EIO: 'o disco falhou no meio da cópia; ela não vale',
  EROFS: 'o disco da cópia só pode ser lido',
  EFBIG:
    'o disco da cópia não aceita arquivos tão grandes (FAT32?); formate-o de outro modo, como exFAT ou ext4',
  EACCES: 'esta conta não pode escrever na pasta das cópias',
  EPERM: 'esta conta não pode escrever na pasta das cópias',
  ESTALE: 'a pasta de rede das cópias caiu no meio',
  ENOENT: 'a pasta das cópias sumiu no meio; o disco foi tirado?',
};

/** What a fault of the disk or the database means; other errors as they are. */
export function inPortuguese(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (error instanceof Refused) return error;
  if (code && DISK[code]) return new Error(DISK[code], { cause: error });
  if (typeof error === 'object' && error !== null && 'severity' in error)
    return new Error(`o PostgreSQL recusou (${code})`, { cause: error });
  if (/Connection terminated|ECONNRESET/.test(message ?? ''))
    return new Error('o banco de dados parou no meio; rode de novo quando ele estiver no ar', {
      cause: error,
    });
  return error;
}
