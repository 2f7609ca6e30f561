import { missingGuardian as words } from '../../content/missing-guardian.ts';

/** An answer about the guardian, which may be missing for a person under 18. */
export type GuardianAnswer = keyof typeof words.lacks;

/** What an enrolment without these answers lacks, and that its place waits for them. */
export function guardianLackText(lacks: readonly GuardianAnswer[]): string {
  return words.text(lacks.map((name) => words.lacks[name]).join(words.and) + words.of);
}
