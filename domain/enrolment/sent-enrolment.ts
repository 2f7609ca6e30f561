import { missingGuardian } from '../../content/messages.ts';
import { nationalDigits, writtenPhone } from '../contact.ts';
import { asciiDigits, todayInBrazil } from '../dates.ts';
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
  /** `maskedPhone` of the applicant's telephone. */
  phone: string;
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
): SentEnrolment {
  const strict = { ...DEFAULT_RULES, responsavelObrigatorio: true };
  const missing = findProblems(enrolment, todayInBrazil(now), strict).map(({ field }) => field as string);
  const lacks = (Object.keys(missingGuardian) as GuardianAnswer[]).filter((name) => missing.includes(name));
  return {
    protocol: protocolOf(id),
    code,
    at: now.toISOString(),
    phone: maskedPhone(enrolment.telefoneWhatsapp),
    lacks,
    until: lacks.includes('telefoneResponsavel') ? lastDayWithoutGuardian(now, rules) : '',
  };
}

/** `62999991234` → `(62) 9••••-••34`; any other telephone by its last two digits, `••••34`; `''` when there are too few to be one. */
export function maskedPhone(typed: string): string {
  const digits = asciiDigits(typed).replace(/\D/g, '');
  const national = nationalDigits(digits);
  if (national && !/^\s*\+(?!\s*55)/.test(typed))
    return writtenPhone(national).replace(
      /^(\(\d\d\) \d)(.+)(\d\d)$/,
      (_all, start: string, hidden: string, end: string) => start + hidden.replace(/\d/g, '•') + end,
    );
  return digits.length < 8 ? '' : `••••${digits.slice(-2)}`;
}
