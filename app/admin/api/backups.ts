import { callFunction } from './calls.ts';
import { named, type WireNames } from './named.ts';

/** The last good copy and drill, and what failed since; null: none. */
export type LastBackups = {
  copiedAt: string | null;
  triedAt: string | null;
  failedAt: string | null;
  /** `copia` or `ensaio`, and why; `documentos`: it was made, without those that the site had lost. */
  failed: string | null;
  code: string | null;
  /** The last copy on another device than the data. */
  elsewhereAt: string | null;
};

const BACKUPS: WireNames<LastBackups> = {
  copiedAt: 'copia',
  triedAt: 'ensaio',
  failedAt: 'falhou_em',
  failed: 'falhou',
  code: 'codigo',
  elsewhereAt: 'fora',
};

/** Undefined where backups are not ours, as on Supabase. Throws BackendError. */
export async function lastBackups(signal: AbortSignal): Promise<LastBackups | undefined> {
  const [last] = await callFunction<object[]>('ultimas_copias', {}, signal);
  return last && named(last, BACKUPS);
}
