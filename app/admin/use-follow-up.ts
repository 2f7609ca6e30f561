import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Situation } from '../../domain/situations.ts';
import { deedFailed } from './deed-failed.ts';
import { type Changed, type FollowUp, followUpQuery } from './follow-up.ts';
import { useKept } from './kept.ts';

/** A decision that is chosen and typed but not saved, and the version that was on the screen meanwhile. A reason only once one was typed. */
export type Deciding = { versao: number; situacao: Situation; motivo?: string | undefined };

/**
 * The state of one registration and the way to change it. `change` runs one call
 * at a time, puts what it gives in place of the state and hands it on; null when
 * nothing was changed. What is asked for meanwhile is not made, unless it waits.
 * `problem` says why the last one was not made, `overtaken` that somebody was
 * faster. Whatever became of it, nothing typed is lost.
 */
export function useFollowUp(id: string, onDecided: (state: FollowUp) => void) {
  const client = useQueryClient();
  const { queryKey: key, ...query } = followUpQuery(id);
  const state = useQuery({ queryKey: key, ...query, refetchOnMount: false }); // asked for when the dialog opened
  const [deciding, setDeciding] = useKept<Deciding>(`${id} situacao`);
  const running = useRef<Promise<Changed | null> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState(false);

  async function change(call: () => Promise<Changed | null>, meanwhile?: 'waits'): Promise<Changed | null> {
    while (running.current) {
      if (!meanwhile) return null; // a double click is one click
      await running.current;
    }
    running.current = make(call);
    const now = await running.current;
    running.current = null;
    return now;
  }

  async function make(call: () => Promise<Changed | null>): Promise<Changed | null> {
    setBusy(true);
    setProblem(null);
    try {
      const now = await call();
      client.setQueryData(key, now);
      if (!now) return null;
      onDecided(now);
      setOvertaken(now.aplicada === false);
      // One's own, or told of on the screen: seen. The answer to a note may hold a decision that nobody was told of.
      if (now.aplicada !== undefined) setDeciding((typed) => typed && { ...typed, versao: now.versao });
      return now;
    } catch (error) {
      setProblem(deedFailed(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { state, busy, problem, overtaken, change, deciding, setDeciding };
}

export type Change = ReturnType<typeof useFollowUp>['change'];
