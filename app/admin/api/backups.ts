import { callFunction } from './calls.ts';

/** The last good copy and drill, and what failed since; null: none. */
export type LastBackups = {
  copia: string | null;
  ensaio: string | null;
  falhou_em: string | null;
  /** `copia` or `ensaio`, and why; `documentos`: it was made, without those that the site had lost. */
  falhou: string | null;
  codigo: string | null;
};

/** Undefined where backups are not ours, as on Supabase. Throws BackendError. */
export async function lastBackups(signal: AbortSignal): Promise<LastBackups | undefined> {
  return (await callFunction<LastBackups[]>('ultimas_copias', {}, signal))[0];
}
