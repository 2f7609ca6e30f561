import type { Answers } from '../../../../domain/desk/sheet.ts';
import type { Change, Changed } from '../../api/follow-up-shape.ts';
import type { Decision } from './shape.ts';

/**
 * A decision whose answer was lost is sent again, and then conflicts with its own first attempt. Recognises
 * that (the state is exactly one version later, by the same person, and as decided) and returns it as
 * applied; any other answer is returned as it is.
 */
export function recognisedDecision(
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

/** The same for a correction: `answers` as they were sent. */
export function recognisedCorrection(
  answer: Changed | null,
  { version, answers }: { version: number; answers: Partial<Answers> },
  me: string | undefined,
): Changed | null {
  if (answer?.applied !== false || answer.version !== version + 1) return answer;
  const same = Object.entries(answers).every(
    ([name, value]) => String(answer.answers[name as keyof Answers] ?? '') === String(value ?? ''),
  );
  return same && isBy(lastDecision(answer.history), 'correcao', me) ? { ...answer, applied: true } : answer;
}

/** The same for taking a decision or a correction back. */
export function recognisedUndo(
  answer: Changed | null,
  version: number,
  me: string | undefined,
): Changed | null {
  if (answer?.applied !== false || answer.version !== version + 1) return answer;
  const last = lastDecision(answer.history);
  const isOwn = isBy(last, 'situacao-desfeita', me) || isBy(last, 'correcao-desfeita', me);
  return isOwn ? { ...answer, applied: true } : answer;
}

/** The newest change that raised the version. */
export const lastDecision = (changes: readonly Change[]): Change | undefined =>
  changes.find(({ action }) => /^(situacao|correcao)/.test(action));

const isBy = (change: Change | undefined, action: Change['action'], me: string | undefined): boolean =>
  change?.action === action && me !== undefined && change.by === me;
