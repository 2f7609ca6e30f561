import { call } from './desk-calls.ts';

/** What only the page knows that it does; the codes are the database's (private.auditoria). */
type Deed = 'imprimiu' | 'exportou';

/**
 * Writes to the record of accesses that a sheet goes to paper, or rows into a file. Resolves when the line is kept. Throws BackendError: what cannot be
 * noted is neither printed nor exported.
 */
export async function noteAccess(
  acao: Deed,
  about: { inscricao?: string; linhas?: number; colunas?: readonly string[] },
): Promise<void> {
  await call('anotar_acesso', { acao, ...about });
}
