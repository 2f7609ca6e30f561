import type { ImportedRow } from '../../../domain/desk/import.ts';
import { callFunction, callOnce, queryOf } from './calls.ts';

/** An import that may still be taken back; `people` nobody has done anything about since. `by` is null for a deleted account. */
export type RecentImport = { id: string; at: string; by: string | null; people: number };

export const importsQuery = queryOf<RecentImport[]>('lista_de_importacoes');

const linesOf = (rows: readonly ImportedRow[]) =>
  rows.flatMap(({ line, stored }) =>
    stored
      ? { linha: line, turma: stored.classId, primeiro_dia: stored.firstDay, respostas: stored.answers }
      : [],
  );

/** Of these rows those with nothing wrong: by their lines who stands above too, with that line, or is enrolled already, with 0; nothing is stored. Throws BackendError. */
export const checkImport = (rows: readonly ImportedRow[]): Promise<Readonly<Record<number, number>>> =>
  callFunction('importar_participantes', { linhas: linesOf(rows), guardar: false });

/** Stores all of those or none, once. Throws BackendError, with a sentence that names the line. */
export const storeImport = (rows: readonly ImportedRow[]): Promise<unknown> =>
  callOnce('importar_participantes', { linhas: linesOf(rows), guardar: true });

/** Takes back what an import brought: how many went into the bin; null where that was done before. Throws BackendError. */
export const undoImport = (importacao: string): Promise<number | null> =>
  callOnce('desfazer_importacao', { importacao });
