import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Changed, type FollowUp, followUpQuery } from '../api/follow-up.ts';
import { actionError } from '../parts/action-error.ts';
import { useUnsavedValue } from '../parts/unsaved.ts';
import type { Decision } from './own-change.ts';
import { useStateOf } from './use-state-of.ts';

/** An unsaved decision. `open`: somebody is still writing what goes with it. */
export type Deciding = Decision & { open?: boolean };

/**
 * The follow-up of one enrolment and a function to change it. `change` runs one call
 * at a time, stores the state it returns and passes it to `onKnown`; it returns null
 * when nothing was changed. A call made meanwhile is dropped, or waits with 'waits'.
 * `problem` is why the last call failed; `overtaken`: another administrator decided
 * first. Unsaved text is never lost, and what comes late for an enrolment that was left
 * shows nothing about the one that is open now.
 */
export function useFollowUp(id: string, onKnown: (id: string, state: FollowUp) => void) {
  const client = useQueryClient();
  const { queryKey: _key, ...query } = followUpQuery(id);
  const state = useQuery({ ...followUpQuery(id), ...query, refetchOnMount: false }); // loaded when the dialog opened
  const [deciding, setDeciding] = useUnsavedValue<Deciding>(`${id} decision`);
  const running = useRef(new Map<string, Promise<Changed | null>>());
  const [busy, setBusy] = useStateOf(id, false);
  const [problem, setProblem] = useStateOf<string | null>(id, null);
  const [overtaken, setOvertaken] = useStateOf(id, false);

  async function change(call: () => Promise<Changed | null>, whenBusy?: 'waits'): Promise<Changed | null> {
    for (let before = running.current.get(id); before; before = running.current.get(id)) {
      if (!whenBusy) return null; // a double click is one click
      await before;
    }
    const run = made(call);
    running.current.set(id, run);
    const now = await run;
    running.current.delete(id);
    return now;
  }

  async function made(call: () => Promise<Changed | null>): Promise<Changed | null> {
    setBusy(true);
    setProblem(null);
    try {
      const now = await call();
      client.setQueryData(followUpQuery(id).queryKey, now);
      if (!now) return null;
      onKnown(id, now);
      setOvertaken(now.applied === false, id);
      // The answer to a decision was seen, also when overtaken. The answer to a note may hold a decision not yet shown.
      if (now.applied !== undefined) setDeciding((typed) => typed && { ...typed, version: now.version });
      return now;
    } catch (error) {
      setProblem(actionError(error), id);
      return null;
    } finally {
      setBusy(false, id);
    }
  }

  return { state, busy, problem, overtaken, setOvertaken, change, deciding, setDeciding };
}

export type FollowUpState = ReturnType<typeof useFollowUp>;
export type Change = FollowUpState['change'];
