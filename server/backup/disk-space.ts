import { freeBytes, RESERVE_BYTES } from '../core/disk-space.ts';
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
