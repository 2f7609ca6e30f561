import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Situation } from '../../../domain/desk/situations.ts';
import { type Changed, type FollowUp, followUpQuery } from '../api/follow-up.ts';
import { actionError } from '../parts/action-error.ts';
import { useUnsavedValue } from '../parts/unsaved.ts';

/** An unsaved decision, and the version it was made on; `motivo` is undefined until one is typed. */
export type Deciding = { versao: number; situacao: Situation; motivo?: string | undefined };

/**
 * The follow-up of one enrolment and a function to change it. `change` runs one call
 * at a time, stores the state it returns and passes it to `onDecided`; it returns null
 * when nothing was changed. A call made meanwhile is dropped, or waits with 'waits'.
 * `problem` is why the last call failed; `overtaken`: another administrator decided
 * first. Unsaved text is never lost.
 */
export function useFollowUp(id: string, onDecided: (state: FollowUp) => void) {
  const client = useQueryClient();
  const { queryKey: key, ...query } = followUpQuery(id);
  const state = useQuery({ queryKey: key, ...query, refetchOnMount: false }); // loaded when the dialog opened
  const [deciding, setDeciding] = useUnsavedValue<Deciding>(`${id} situacao`);
  const running = useRef<Promise<Changed | null> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState(false);

  async function change(call: () => Promise<Changed | null>, whenBusy?: 'waits'): Promise<Changed | null> {
    while (running.current) {
      if (!whenBusy) return null; // a double click is one click
      await running.current;
    }
    running.current = run(call);
    const now = await running.current;
    running.current = null;
    return now;
  }

  async function run(call: () => Promise<Changed | null>): Promise<Changed | null> {
    setBusy(true);
    setProblem(null);
    try {
      const now = await call();
      client.setQueryData(key, now);
      if (!now) return null;
      onDecided(now);
      setOvertaken(now.aplicada === false);
      // The answer to a decision was seen, also when overtaken. The answer to a note may hold a decision not yet shown.
      if (now.aplicada !== undefined) setDeciding((typed) => typed && { ...typed, versao: now.versao });
      return now;
    } catch (error) {
      setProblem(actionError(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { state, busy, problem, overtaken, change, deciding, setDeciding };
}

export type Change = ReturnType<typeof useFollowUp>['change'];
