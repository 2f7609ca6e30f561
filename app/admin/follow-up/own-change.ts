import type { Situation } from '../../../domain/desk/situations.ts';
import type { Changed } from '../api/decisions.ts';
import type { Change } from '../api/follow-up.ts';

/** What goes with a situation: a reason, or a class and its first day (ISO). '' is none. */
export type Details = {
  motivo?: string | undefined;
  turma?: string | undefined;
  primeiroDia?: string | undefined;
};

/** What somebody decided, and the version they saw. */
export type Decision = Details & { versao: number; situacao: Situation };

/**
 * A decision whose answer was lost is sent again and then told that another came first:
 * its own. That it was: exactly one version later, by the same person, all as asked.
 */
export function recognised(
  answer: Changed | null,
  decision: Decision,
  me: string | undefined,
): Changed | null {
  if (answer?.aplicada !== false) return answer;
  const { situacao, versao, motivo = '', turma = '', primeiroDia = '' } = decision;
  const same =
    answer.versao === versao + 1 &&
    answer.situacao === situacao &&
    (answer.motivo ?? '') === motivo.trim() &&
    (answer.turma ?? '') === turma &&
    (answer.primeiroDia ?? '') === primeiroDia &&
    isBy(lastDecision(answer.historico), 'situacao', me);
  return same ? { ...answer, aplicada: true } : answer;
}

/** The same for taking a decision back. */
export function recognisedUndo(
  answer: Changed | null,
  versao: number,
  me: string | undefined,
): Changed | null {
  if (answer?.aplicada !== false || answer.versao !== versao + 1) return answer;
  return isBy(lastDecision(answer.historico), 'situacao-desfeita', me)
    ? { ...answer, aplicada: true }
    : answer;
}

/** The newest change that raised the version. */
export const lastDecision = (changes: readonly Change[]): Change | undefined =>
  changes.find(({ acao }) => acao === 'situacao' || acao === 'situacao-desfeita' || acao === 'criterio');

const isBy = (change: Change | undefined, acao: Change['acao'], me: string | undefined): boolean =>
  change?.acao === acao && me !== undefined && change.quem === me;
