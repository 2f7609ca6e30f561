import { isGuardianMissing } from '../../../../domain/desk/flags.ts';
import { isMinor } from '../../../../domain/desk/sheet.ts';
import { changeSituation, tickCriterion } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import type { Changed } from '../../api/follow-up-shape.ts';
import type { ApprovalWarning, Decision } from './shape.ts';

// Approving, of one that is open and of several that are ticked.

/** What is asked about before this person is approved. */
export const warningsAbout = (enrolment: ListedEnrolment): ApprovalWarning[] => [
  ...(enrolment.mayBeRepeated || enrolment.repeatedOf ? (['repeated'] as const) : []),
  ...(isGuardianMissing(enrolment) ? (['noGuardian'] as const) : []),
  ...(hasUnconfirmedGuardian(enrolment) ? (['guardian'] as const) : []),
];

/** Whether a minor's guardian came by the link, and nobody has confirmed it. */
const hasUnconfirmedGuardian = (enrolment: ListedEnrolment): boolean =>
  enrolment.hasNewGuardian && isMinor(enrolment);

/**
 * A call that stores a decision, and may be made again until it is answered. `asked`: about the guardian that
 * came by the link, if there is one, whom approving confirms then.
 */
export function storing(
  enrolment: ListedEnrolment,
  decision: Decision,
  asked: boolean,
): () => Promise<Changed | null> {
  const { id } = enrolment;
  const { situation, version } = decision;
  let confirms = asked && situation === 'aprovada' && hasUnconfirmedGuardian(enrolment);
  return async () => {
    if (confirms) {
      const ticked = await tickCriterion(id, version, 'responsavel', true);
      if (!ticked?.applied) return ticked;
      confirms = false;
    }
    return changeSituation(id, version, situation, decision);
  };
}
