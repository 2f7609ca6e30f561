import { toDo as words } from '../../../../content/to-do.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { isClassFull } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { actionError } from '../../api/failure-text.ts';
import type { Changed } from '../../api/follow-up-shape.ts';
import { tryAgain } from '../../enrolment/state/try-again.ts';

/**
 * A bulk decision: `approve`, with a class or without; `class`: another class for those who are in one or
 * wait for one.
 */
export type BulkDecision = 'approve' | 'class';

/** What became of each. `why`: in words, why nothing was stored, or that nobody knows. */
export type Outcomes = {
  done: { enrolment: ListedEnrolment; answer: Changed }[];
  failed: { enrolment: ListedEnrolment; why: string }[];
};

/** Whom the class had no place for. */
export const withoutPlace = ({ failed }: Outcomes): ListedEnrolment[] =>
  failed.flatMap(({ enrolment, why }) => (why === words.classFull ? [enrolment] : []));

/** What became of all, when those without a place were tried once more. */
export const afterRetry = (first: Outcomes, again: Outcomes): Outcomes => ({
  done: [...first.done, ...again.done],
  failed: [...first.failed.filter(({ why }) => why !== words.classFull), ...again.failed],
});

/** `className`: the class's name, '' for none. `at`: when it was over, in this computer's milliseconds. */
export type BulkOutcome = Outcomes & { what: BulkDecision; className: string; at: number };

type Options = {
  signal: AbortSignal;
  /** How many have an answer. */
  onProgress: (answered: number) => void;
  /** Given what makes a call now that had no answer and waits; null when it waits no more. */
  onWait: (wake: (() => void) | null) => void;
};

/**
 * Makes a call about each enrolment, one after the other, each until it has an answer or `signal` is aborted.
 * The call that `about` gives answers null where the enrolment is missing, and `applied` false where somebody else's change came
 * first.
 */
export async function forEach(
  rows: readonly ListedEnrolment[],
  about: (row: ListedEnrolment) => () => Promise<Changed | null>,
  { signal, onProgress, onWait }: Options,
): Promise<Outcomes> {
  const outcomes: Outcomes = { done: [], failed: [] };
  for (const [at, enrolment] of rows.entries()) {
    const fail = (why: string) => outcomes.failed.push({ enrolment, why });
    onProgress(at);
    if (signal.aborted) {
      fail(words.notTried);
      continue;
    }
    try {
      const answer = await tryAgain(about(enrolment), { signal, onWait });
      if (answer?.applied) outcomes.done.push({ enrolment, answer });
      else fail(answer ? words.changedMeanwhile : words.missing);
    } catch (error) {
      fail(isClassFull(error) ? words.classFull : signal.aborted ? words.unknown : actionError(error));
    }
  }
  return outcomes;
}

/** Names with why, those of one reason together: `Ana, Rui: a turma encheu`. */
export function failedInWords(failed: Outcomes['failed']): string[] {
  const reasons = new Map<string, string[]>();
  for (const { enrolment, why } of failed) reasons.set(why, [...(reasons.get(why) ?? []), nameOf(enrolment)]);
  return [...reasons].map(([why, names]) => `${names.join(', ')}: ${why}`);
}
