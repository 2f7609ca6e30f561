import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Changed, type FollowUp, followUpQuery } from './follow-up.ts';
import { failureText } from './registrations.ts';

/** How a change ended: done, overtaken by somebody else's, or not made. Whatever it was, nothing typed is lost. */
export type Outcome = 'done' | 'overtaken' | 'failed';

/**
 * The state of one registration and the way to change it. `change` runs one call
 * at a time and puts what it gives in place of the state; what is asked for
 * meanwhile is not made, unless it waits. `problem` says why the last one was not
 * made, `overtaken` that somebody was faster.
 */
export function useFollowUp(id: string, onDecided: (state: FollowUp) => void) {
  const client = useQueryClient();
  const { queryKey: key, ...query } = followUpQuery(id);
  const state = useQuery({ queryKey: key, ...query, refetchOnMount: false }); // asked for when the dialog opened
  const running = useRef<Promise<Outcome> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState(false);

  async function change(call: () => Promise<Changed | null>, meanwhile?: 'waits'): Promise<Outcome> {
    while (running.current) {
      if (!meanwhile) return 'failed'; // a double click is one click
      await running.current;
    }
    running.current = make(call);
    const outcome = await running.current;
    running.current = null;
    return outcome;
  }

  async function make(call: () => Promise<Changed | null>): Promise<Outcome> {
    setBusy(true);
    setProblem(null);
    try {
      const now = await call();
      client.setQueryData(key, now);
      if (now) onDecided(now);
      const late = now?.aplicada === false;
      setOvertaken(late);
      return now === null ? 'failed' : late ? 'overtaken' : 'done';
    } catch (error) {
      setProblem(failureText(error));
      return 'failed';
    } finally {
      setBusy(false);
    }
  }

  return { state, busy, problem, overtaken, change };
}

export type Change = ReturnType<typeof useFollowUp>['change'];
