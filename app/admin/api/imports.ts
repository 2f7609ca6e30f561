import type { ImportedRow } from '../../../domain/desk/import.ts';
import { callFunction, callOnce, queryOf } from './calls.ts';

/** An import that may still be taken back; `people` nobody has done anything about since. `by` is null for a deleted account. */
export type RecentImport = { id: string; at: string; by: string | null; people: number };

export const importsQuery = queryOf<RecentImport[]>('lista_de_importacoes');

/** `doubled`: the lines of who is enrolled already, or stands twice there; with one nothing is stored. */
type Answer = { stored: number; doubled: readonly number[] };

const linesOf = (rows: readonly ImportedRow[]) =>
  rows.map((row) => ({
    ...{ linha: row.line, turma: row.classId, primeiro_dia: row.firstDay, respostas: row.answers },
  }));

/** Which lines would be doubled; nothing is stored. Throws BackendError. */
export const checkImport = (rows: readonly ImportedRow[]): Promise<Answer> =>
  callFunction('importar_participantes', { linhas: linesOf(rows), guardar: false });

/** Stores all of them or none, once; null where that was done before. Throws BackendError, with a sentence that names the line. */
export const storeImport = (rows: readonly ImportedRow[]): Promise<Answer | null> =>
  callOnce('importar_participantes', { linhas: linesOf(rows), guardar: true });

/** Takes back what an import brought: how many went into the bin and how many stayed; null where that was done before. Throws BackendError. */
export const undoImport = (importacao: string): Promise<{ undone: number; stayed: number } | null> =>
  callOnce('desfazer_importacao', { importacao });
