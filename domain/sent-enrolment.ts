import { missingGuardian } from '../content/messages.ts';
import { nationalDigits, writtenPhone } from './contact.ts';
import { asciiDigits, todayInBrazil } from './dates.ts';
import { type Enrolment, findProblems } from './enrolment.ts';
import { cleaned } from './enrolment-answers.ts';
import { protocolOf } from './protocol.ts';
import { DEFAULT_RULES } from './rules.ts';

/** An answer about the guardian that somebody under 18 may leave out. */
export type GuardianAnswer = keyof typeof missingGuardian;

/** All that is told of an enrolment once it has arrived: no document of identity, no income, no health. Source: ux.md §6.2, §6.4. */
export type SentEnrolment = {
  /** Eight digits. */
  protocol: string;
  /** The moment it arrived by the device's clock, as ISO text. */
  at: string;
  /** `maskedPhone` of the applicant's telephone. */
  phone: string;
  /** What is missing of the guardian of somebody under 18; empty for everybody else. */
  lacks: readonly GuardianAnswer[];
  /** `shortName` of the applicant; `''` where it is not known any more. */
  name: string;
};

/** What is told of `enrolment`, sent at `now` under the uuid `id`. */
export function sentEnrolment(id: string, enrolment: Enrolment, now: Date): SentEnrolment {
  const strict = { ...DEFAULT_RULES, responsavelObrigatorio: true };
  const missing = findProblems(enrolment, todayInBrazil(now), strict).map(({ field }) => field as string);
  return {
    protocol: protocolOf(id),
    at: now.toISOString(),
    phone: maskedPhone(enrolment.telefoneWhatsapp),
    lacks: (Object.keys(missingGuardian) as GuardianAnswer[]).filter((name) => missing.includes(name)),
    name: shortName(enrolment.nomeCompleto),
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

/** First name and the initial of the last: `Maria da Silva` → `Maria S.`; a single name as it is. */
export function shortName(name: string): string {
  const [first = '', ...others] = cleaned(name).split(' ');
  const [initial] = others.at(-1) ?? '';
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
