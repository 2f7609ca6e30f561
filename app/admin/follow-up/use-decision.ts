import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deciding as words } from '../../../content/desk.ts';
import { NEEDS_REASON, type Situation } from '../../../domain/desk/situations.ts';
import { useSession } from '../../api/session.tsx';
import { changeSituation } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { type FollowUp, followUpQuery } from '../api/follow-up.ts';
import { type Decision, type Details, recognised } from './own-change.ts';
import { tryAgain } from './try-again.ts';
import type { FollowUpState } from './use-follow-up.ts';
import { useStateOf } from './use-state-of.ts';

/** A call without an answer that is made again by itself: `wake` makes it now, `stop` no more. */
export type Waiting = { wake: () => void; stop: () => void };

/**
 * Decides about the open enrolment, and goes on to the next one if wanted. `said` is
 * what was done last. `asking`: approving what may be repeated has to be confirmed.
 */
export function useDecision({
  enrolment,
  followUp,
  goOn,
  onDecided,
}: {
  enrolment: ListedEnrolment;
  followUp: FollowUpState;
  goOn: () => Promise<void>;
  /** Called when a decision is stored, before going on. */
  onDecided: (state: FollowUp) => void;
}) {
  const client = useQueryClient();
  const { user } = useSession();
  const [said, setSaid] = useState('');
  const [waiting, setWaiting] = useStateOf<Waiting | null>(enrolment.id, null);
  const [asking, setAsking] = useStateOf<((sure: boolean) => void) | null>(enrolment.id, null);
  const open = useRef(enrolment.id);
  const leaving = useRef(new AbortController());

  useEffect(() => {
    open.current = enrolment.id;
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort(); // what was not decided stays unsaved
  }, [enrolment.id]);

  /** Decides as asked on what is on the screen; `then` says whether to go on to the next one. */
  async function decide(situation: Situation, details: Details, then: 'next' | 'stay') {
    const { id } = enrolment;
    setSaid('');
    const seen = await known();
    if (!seen) return;
    if (situation === 'aprovada' && mayBeRepeated(seen) && !(await confirmed())) return;
    const decision = { situation, ...details, version: followUp.deciding?.version ?? seen.version };
    followUp.setDeciding((typed) => ({ ...typed, ...decision })); // a half-written reason stays until this is stored
    const stop = new AbortController();
    leaving.current.signal.addEventListener('abort', () => stop.abort());
    const now = await followUp.change(() =>
      tryAgain(async () => recognised(await send(id, decision), decision, user?.email), {
        signal: stop.signal,
        onWait: (wake) => setWaiting(wake && { wake, stop: () => stop.abort() }, id),
      }),
    );
    if (!now?.applied) return;
    followUp.setDeciding((typed) => (typed && sameAs(typed, decision) ? undefined : typed));
    setSaid(words.saved);
    onDecided(now);
    if (then === 'next' && open.current === id) await goOn();
  }

  /** What the screen shows; null when it shows something else once it has loaded. */
  async function known(): Promise<FollowUp | null> {
    if (followUp.state.data) return followUp.state.data;
    const { id, situation } = enrolment;
    const now = await client.ensureQueryData(followUpQuery(id)).catch(() => null);
    return open.current === id && now?.situation === situation ? now : null;
  }

  /** Asks for what goes with a situation: the reason, or class and first day. Half-written answers stay. */
  async function ask(situation: Situation) {
    setSaid('');
    const now = await known();
    if (!now) return;
    const standing = now.situation === situation ? (now.reason ?? '') : '';
    followUp.setDeciding((typed) => ({
      version: now.version,
      reason: standing,
      className: now.className ?? '',
      firstDay: now.firstDay ?? '',
      ...typed,
      situation,
      open: true,
    }));
  }

  /** Asks once; an answered question does not come back for this enrolment. */
  function confirmed(): Promise<boolean> {
    const { id } = enrolment;
    return new Promise((resolve) =>
      setAsking((sure) => {
        setAsking(null, id);
        resolve(sure);
      }),
    );
  }

  return { decide, ask, said, say: setSaid, waiting, asking };
}

const send = (id: string, { version, situation, ...details }: Decision) =>
  changeSituation(id, version, situation, {
    reason: details.reason ?? '',
    className: details.className || null,
    firstDay: details.firstDay || null,
  });

const mayBeRepeated = ({ similar, repeatedOf }: FollowUp) => similar.length > 0 || repeatedOf !== null;

/** Whether nothing that goes with the situation was typed meanwhile. */
function sameAs(typed: Decision, sent: Decision): boolean {
  const parts = NEEDS_REASON.includes(sent.situation)
    ? (['reason'] as const)
    : (['className', 'firstDay'] as const);
  return (
    typed.situation === sent.situation && parts.every((part) => (typed[part] ?? '') === (sent[part] ?? ''))
  );
}

export type DecisionState = ReturnType<typeof useDecision>;
