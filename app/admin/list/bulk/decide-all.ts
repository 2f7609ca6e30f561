import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDo as words } from '../../../../content/to-do.ts';
import { nameOf } from '../../../../domain/desk/sheet.ts';
import { BackendError } from '../../../api/client.ts';
import { ofThisSession, UNTIL_ANSWERED } from '../../api/calls.ts';
import { isClassFull } from '../../api/classes.ts';
import { type ListedEnrolment, patchListed } from '../../api/enrolments.ts';
import { actionError, mayRetry } from '../../api/failure-text.ts';
import type { Changed } from '../../api/follow-up.ts';

/**
 * A bulk decision: `approve`, with a class or without; `class`: another class for those who are in one or
 * wait for one.
 */
export type BulkDecision = 'approve' | 'class';

/** What became of each. `why`: in words, why nothing was stored, or that nobody knows. `at`: when it was over, in this computer's milliseconds. */
export type Outcomes = {
  at: number;
  done: { enrolment: ListedEnrolment; answer: Changed }[];
  failed: { enrolment: ListedEnrolment; why: string }[];
};

/** `where`: into which class, in words, '' for none. */
export type BulkOutcome = Outcomes & { what: BulkDecision; where: string };

/**
 * Makes a call about each enrolment, one after the other, until `signal` is aborted or one has no answer. The call
 * answers null where the enrolment is missing, and `applied` false where somebody else's change came first.
 * `onProgress` hears how many have an answer.
 */
export async function forEach(
  rows: readonly ListedEnrolment[],
  call: (row: ListedEnrolment) => Promise<Changed | null>,
  signal: AbortSignal,
  onProgress: (answered: number) => void,
): Promise<Outcomes> {
  const outcomes: Outcomes = { at: 0, done: [], failed: [] };
  let isSilent = false;
  for (const [at, enrolment] of rows.entries()) {
    const fail = (why: string) => outcomes.failed.push({ enrolment, why });
    onProgress(at);
    if (signal.aborted || isSilent) {
      fail(words.notTried);
      continue;
    }
    try {
      const answer = await call(enrolment);
      if (answer?.applied) outcomes.done.push({ enrolment, answer });
      else fail(answer ? words.changedMeanwhile : words.missing);
    } catch (error) {
      isSilent = mayRetry(error);
      fail(isClassFull(error) ? words.classFull : isSilent ? words.unknown : actionError(error));
    }
  }
  return { ...outcomes, at: Date.now() };
}

/** Makes the call that `about` gives for each, until it is answered. `answered`: how many are; null while it does not run. */
export function useForEach() {
  const client = useQueryClient();
  const { mutateAsync, isPending, failureCount } = useMutation(UNTIL_ANSWERED);
  const stopper = useRef(new AbortController());
  const [answered, setAnswered] = useState<number | null>(null);
  const stop = () => stopper.current.abort();
  useEffect(() => () => stopper.current.abort(), []);

  async function run(
    rows: readonly ListedEnrolment[],
    about: (row: ListedEnrolment) => () => Promise<Changed | null>,
  ): Promise<Outcomes> {
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new BackendError(0, '', ''))),
    );
    stopped.catch(() => {}); // heard by the call that waits, if one does
    const send = (call: () => Promise<Changed | null>) => {
      const attempt = async () => (signal.aborted ? stopped : call());
      return Promise.race([stopped, mutateAsync(ofThisSession(attempt)) as Promise<Changed | null>]);
    };
    const outcomes = await forEach(rows, (row) => send(about(row)), signal, setAnswered);
    for (const { enrolment, answer } of outcomes.done) patchListed(client, enrolment.id, answer);
    setAnswered(null);
    return outcomes;
  }

  return { run, answered, unanswered: isPending && failureCount > 0, stop };
}

/** Names with why, those of one reason together: `Ana, Rui: a turma encheu`. */
export function failedInWords(failed: Outcomes['failed']): string[] {
  const reasons = new Map<string, string[]>();
  for (const { enrolment, why } of failed) reasons.set(why, [...(reasons.get(why) ?? []), nameOf(enrolment)]);
  return [...reasons].map(([why, names]) => `${names.join(', ')}: ${why}`);
}
