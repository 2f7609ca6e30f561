/**
 * The situations of an enrolment, by code. The same codes are a CHECK of
 * `private.acompanhamentos`; tests/database/code-tables.test.ts compares them. Source: docs/ux.md §8.5.
 */
export const SITUATIONS = {
  nova: 'Nova',
  'em-analise': 'Em análise',
  'falta-documento': 'Falta documento',
  aprovada: 'Aprovada',
  'lista-de-espera': 'Lista de espera',
  'nao-aprovada': 'Não aprovada',
  desistiu: 'Desistiu',
} as const;

export type Situation = keyof typeof SITUATIONS;

/** Situations whose reason is required: the family reads it. */
export const NEEDS_REASON: readonly Situation[] = ['falta-documento', 'nao-aprovada'];

/** Longest reason, in letters. */
export const REASON_MAX = 500;
/** Longest note, in letters. */
export const NOTE_MAX = 1000;

/** What is checked before a decision. `responsavel` only for a person under 18. */
export const CRITERIA = {
  cadunico: 'CadÚnico confere (nome e NIS legíveis)',
  socioeconomica: 'Situação socioeconômica avaliada',
  responsavel: 'Responsável confirmou (menor)',
} as const;

export type Criterion = keyof typeof CRITERIA;

/**
 * A tick beside the criteria, shown when a minor's family gave another telephone and the answers have no
 * guardian's: whether it is the guardian's.
 */
export const OF_GUARDIAN = { telefone: 'O telefone novo é do responsável (menor)' } as const;

export function isSituation(code: unknown): code is Situation {
  return typeof code === 'string' && Object.hasOwn(SITUATIONS, code);
}

/** A situation in words, of who took part and left on a day of its own; an unknown code as it is. */
export function situationInWords(code: string | null, leftOn?: string | null): string {
  if (leftOn) return 'Saiu';
  return isSituation(code) ? SITUATIONS[code] : (code ?? '');
}
