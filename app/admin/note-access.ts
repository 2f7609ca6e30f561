import { call } from './desk-calls.ts';

// What only the page knows that it does, written to the record of accesses before it is
// done. Each resolves when its lines are kept, and throws BackendError: what cannot be
// noted is neither printed nor exported.

/** Sheets go to paper: one line each, or none when one of them is gone. */
export function notePrinting(inscricoes: readonly string[]): Promise<void> {
  return call('anotar_impressao', { inscricoes });
}

/** Rows go into a file, with these of their columns. */
export function noteExport(linhas: number, colunas: readonly string[]): Promise<void> {
  return call('anotar_acesso', { acao: 'exportou', linhas, colunas });
}
