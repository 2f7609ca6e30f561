import { writtenDay } from '../dates.ts';
import { normalisedAnswer } from './answers.ts';
import { EMPTY_ENROLMENT, findProblems } from './enrolment.ts';
import { FIELDS, type Field } from './fields.ts';
import type { GuardianAnswer } from './missing-guardian.ts';
import { DEFAULT_RULES } from './rules.ts';

/** The guardian's answers, as they are typed. */
export type GuardianAnswers = Partial<Record<GuardianAnswer, string>>;

/** The form's fields of these answers, in its order. */
export const guardianFields = (lacks: readonly GuardianAnswer[]): (Field & { name: GuardianAnswer })[] =>
  (FIELDS as readonly Field[]).filter((field): field is Field & { name: GuardianAnswer } =>
    (lacks as readonly string[]).includes(field.name),
  );

/**
 * What the form's strict rules say against the answers that a minor's enrolment lacks; empty when
 * nothing. `today` is an ISO day.
 */
export function guardianProblems(
  typed: GuardianAnswers,
  lacks: readonly GuardianAnswer[],
  today: string,
): GuardianAnswers {
  const ofChild = { ...EMPTY_ENROLMENT, dataNascimento: writtenDay(today), ...typed };
  const strict = { ...DEFAULT_RULES, responsavelObrigatorio: true, validacaoEstrita: true };
  const problems = findProblems(ofChild, today, strict).map(({ field, message }) => [field, message]);
  return Object.fromEntries(problems.filter(([name]) => (lacks as readonly string[]).includes(name ?? '')));
}

/** One of a guardian's answers as its column stores it; null for a blank one. */
export function storedGuardianAnswer(name: GuardianAnswer, typed: string | undefined): string | null {
  const [field] = guardianFields([name]);
  return field ? (normalisedAnswer(field, typed ?? '') as string | null) : null;
}
