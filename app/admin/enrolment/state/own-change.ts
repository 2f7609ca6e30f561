import type { Change, Changed } from '../../api/follow-up-shape.ts';
import type { Decision } from './shape.ts';

/**
 * A decision whose answer was lost is sent again and then told that another came first:
 * its own. That it was: exactly one version later, by the same person, all as asked.
 */
export function recognised(
  answer: Changed | null,
  decision: Decision,
  me: string | undefined,
): Changed | null {
  if (answer?.applied !== false) return answer;
  const { situation, version, reason = '', classId = '', firstDay = '' } = decision;
  const same =
    answer.version === version + 1 &&
    answer.situation === situation &&
    (answer.reason ?? '') === reason.trim() &&
    (answer.classId ?? '') === classId &&
    (answer.firstDay ?? '') === firstDay &&
    isBy(lastDecision(answer.history), 'situacao', me);
  return same ? { ...answer, applied: true } : answer;
}

/** The same for taking a decision back. */
export function recognisedUndo(
  answer: Changed | null,
  version: number,
  me: string | undefined,
): Changed | null {
  if (answer?.applied !== false || answer.version !== version + 1) return answer;
  return isBy(lastDecision(answer.history), 'situacao-desfeita', me) ? { ...answer, applied: true } : answer;
}

/** The newest change that raised the version. */
export const lastDecision = (changes: readonly Change[]): Change | undefined =>
  changes.find(
    ({ action }) => action === 'situacao' || action === 'situacao-desfeita' || action === 'criterio',
  );

const isBy = (change: Change | undefined, action: Change['action'], me: string | undefined): boolean =>
  change?.action === action && me !== undefined && change.by === me;
