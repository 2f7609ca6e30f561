import { callFunction } from './calls.ts';

/** The last good copy and drill, and what failed since; null: none. */
export type LastBackups = {
  copia: string | null;
  ensaio: string | null;
  falhou_em: string | null;
  /** `copia` or `ensaio`. */
  falhou: string | null;
};

/** Undefined where backups are not ours, as on Supabase. Throws BackendError. */
export async function lastBackups(signal: AbortSignal): Promise<LastBackups | undefined> {
  return (await callFunction<LastBackups[]>('ultimas_copias', {}, signal))[0];
}
