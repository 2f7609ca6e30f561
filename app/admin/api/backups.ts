import { callFunction } from './calls.ts';

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

/** Undefined where backups are not ours, as on Supabase. Throws BackendError. */
export async function lastBackups(signal: AbortSignal): Promise<LastBackups | undefined> {
  const [last] = await callFunction<LastBackups[]>('estado_das_copias', {}, signal);
  return last;
}
