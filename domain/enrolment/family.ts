import type { Enrolment } from './enrolment.ts';
import { FIELDS, type Field, type FieldName } from './fields.ts';

/** Answers that the next member of a family begins with, by field; blank ones are left out. */
export type FamilyAnswers = Partial<Record<FieldName, string>>;

/** Names of the answers that a family gives once: where it lives, how to reach it, who answers for the children, its income. */
export const FAMILY_FIELDS: readonly FieldName[] = FIELDS.filter(
  (field: Field) => field.ofFamily === true,
).map(({ name }) => name);

/**
 * The answers of an enrolment that the next member of the family starts with: nothing about the person,
 * documents or health.
 */
export function familyAnswers(enrolment: Enrolment): FamilyAnswers {
  const shared = FAMILY_FIELDS.map((name) => [name, enrolment[name]] as const);
  return Object.fromEntries(
    shared.filter(([, answer]) => typeof answer === 'string' && answer.trim() !== ''),
  );
}
