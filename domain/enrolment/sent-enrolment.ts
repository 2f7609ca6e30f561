import { missingGuardian } from '../../content/messages.ts';
import { todayInBrazil } from '../dates.ts';
import type { ForWhom } from './doubts.ts';
import { type Enrolment, findProblems } from './enrolment.ts';
import { lastDayWithoutGuardian } from './guardian.ts';
import type { GuardianAnswer } from './missing-guardian.ts';
import { protocolOf } from './protocol.ts';
import { DEFAULT_RULES, type Rules } from './rules.ts';

/** What the page shows of an enrolment after sending: no name, no identity document, no income, no health. Source: docs/ux.md §6.2. */
export type SentEnrolment = {
  /** Eight digits. */
  protocol: string;
  /** The personal code of the family's link. */
  code: string;
  /** When it was sent by the device's clock, as ISO text. */
  at: string;
  /** Whom it is said to be for; `''`: not said. */
  forWhom: ForWhom;
  /** Missing answers about the guardian of a person under 18; otherwise empty. */
  lacks: readonly GuardianAnswer[];
  /** ISO day until which the guardian's telephone may come; `''` when nothing is erased without it. */
  until: string;
};

/** The summary of `enrolment`, sent at `now` under the uuid `id`, which was made from `code`. */
export function sentEnrolment(
  { id, code }: { id: string; code: string },
  enrolment: Enrolment,
  now: Date,
  rules: Rules,
  forWhom: ForWhom,
): SentEnrolment {
  const strict = { ...DEFAULT_RULES, responsavelObrigatorio: true };
  const missing = findProblems(enrolment, todayInBrazil(now), strict).map(({ field }) => field as string);
  const lacks = (Object.keys(missingGuardian) as GuardianAnswer[]).filter((name) => missing.includes(name));
  return {
    protocol: protocolOf(id),
    code,
    at: now.toISOString(),
    forWhom,
    lacks,
    until: lacks.includes('telefoneResponsavel') ? lastDayWithoutGuardian(now, rules) : '',
  };
}
