import type { QueryClient } from '@tanstack/react-query';
import { toDo as words } from '../../../../content/to-do.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { isClassFull } from '../../api/classes.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { actionError, mayRetry } from '../../api/failure-text.ts';
import { type Changed, readListLater, summaryOf } from '../../api/follow-up.ts';

/** What became of an enrolment, as it is known then. `why`: in words, why nothing was stored, or that nobody knows; '' when it was. `isOver`: it is not asked about again. */
export type Outcome = { row: ListedEnrolment; why: string; isOver: boolean };

/**
 * Makes a call about each enrolment, one after the other, until one has no answer or `signal` is aborted, as when the
 * session ends. An enrolment that is missing (the answer is null) or that somebody else changed first (`applied` is
 * false) stays as it is, and its outcome says why.
 */
export async function decideEach(
  client: QueryClient,
  rows: readonly ListedEnrolment[],
  callAbout: (row: ListedEnrolment) => () => Promise<Changed | null>,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    if (signal.aborted) break;
    try {
      const answer = await callAbout(row)();
      const why = answer?.applied ? '' : answer ? words.changedMeanwhile : words.missing;
      outcomes.push({ row: answer ? { ...row, ...summaryOf(answer) } : row, why, isOver: true });
    } catch (error) {
      const why = isClassFull(error) ? words.classFull : mayRetry(error) ? words.unknown : actionError(error);
      outcomes.push({ row, why, isOver: false });
      if (mayRetry(error)) break;
    }
  }
  readListLater(client);
  return outcomes;
}

/** Names with why, those of one reason together: `Ana, Rui: a turma encheu`. */
export function failedInWords(outcomes: readonly Outcome[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const { row, why } of outcomes) if (why) reasons.set(why, [...(reasons.get(why) ?? []), nameOf(row)]);
  return [...reasons].map(([why, names]) => `${names.join(', ')}: ${why}`);
}
