import type { ImportedRow } from '../../../domain/desk/import.ts';
import { callFunction, callOnce, queryOf } from './calls.ts';

/** An import that may still be taken back; `people` nobody has done anything about since. `by` is null for a deleted account. */
export type RecentImport = { id: string; at: string; by: string | null; people: number };

export const importsQuery = queryOf<RecentImport[]>('lista_de_importacoes');

type Lines = readonly ImportedRow['stored'][];

/** `doubled`: the lines of who is enrolled already, or stands twice there; with one nothing is stored. */
type Answer = { stored: number; doubled: readonly number[] };

/** Which lines would be doubled; nothing is stored. Throws BackendError. */
export const doubledIn = async (linhas: Lines): Promise<readonly number[]> =>
  (await callFunction<Answer>('importar_participantes', { linhas, guardar: false })).doubled;

/** Stores all of them or none, once; null where that was done before. Throws BackendError, with a sentence that names the line. */
export const storeImport = (linhas: Lines): Promise<Answer | null> =>
  callOnce('importar_participantes', { linhas, guardar: true });

/** Takes back what an import brought: how many went into the bin and how many stayed; null where that was done before. Throws BackendError. */
export const undoImport = (importacao: string): Promise<{ undone: number; kept: number } | null> =>
  callOnce('desfazer_importacao', { importacao });
