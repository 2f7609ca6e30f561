import { isMinor, type StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import type { FollowUp } from '../../api/follow-up-shape.ts';
import type { ApprovalWarning, Wanted } from './shape.ts';

/** Whether approving asks for confirmation, because the person may have another enrolment. */
export const mayBeRepeated = ({ similar, repeatedOf }: FollowUp): boolean =>
  similar.length > 0 || repeatedOf !== null;

/**
 * What is asked before a decision, nothing unless it approves; and whether it confirms the guardian of a minor, who
 * came by the link. `warnings`: what else is asked about.
 */
export function askedBefore(
  { situation, guardian }: Wanted,
  enrolment: StoredEnrolment,
  seen: FollowUp,
  warnings: readonly ApprovalWarning[],
): { why: ApprovalWarning[]; confirms: boolean } {
  if (situation !== 'aprovada') return { why: [], confirms: false };
  const confirms = isMinor(enrolment) && seen.hasNewGuardian;
  const why: ApprovalWarning[] = [...warnings];
  if (confirms && !guardian) why.unshift('guardian');
  if (mayBeRepeated(seen)) why.unshift('repeated');
  return { why, confirms };
}
