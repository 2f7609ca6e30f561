import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { deciding as words } from '../../../content/desk.ts';
import { firstNameOf } from '../../../domain/desk/sheet.ts';
import { type Situation, situationInWords } from '../../../domain/desk/situations.ts';
import { useSession } from '../../api/session.tsx';
import { undoDecision } from '../api/decisions.ts';
import type { ListedEnrolment } from '../api/enrolments.ts';
import { type FollowUp, followUpQuery } from '../api/follow-up.ts';
import { actionError } from '../parts/action-error.ts';
import { focusTitle } from '../parts/focus-target.ts';
import { useUnsavedValue } from '../parts/unsaved.ts';
import { recognisedUndo } from './own-change.ts';
import { tryAgain } from './try-again.ts';
import type { Waiting } from './use-decision.ts';

/** The last decision of this person, while it may be taken back: until `until`, in this computer's milliseconds. */
export type Undoable = {
  enrolment: ListedEnrolment;
  version: number;
  situation: Situation;
  until: number;
};

/** How long the database takes a decision back. */
const UNDO_MS = 60_000;

/** What became of an undo, about an enrolment that may not be on the screen. */
export type Undone = { text: string; failed: boolean };

/**
 * Taking back the last decision; it stays in reach when the next enrolment is open, also
 * after the dialog was closed. `offer` a state after a decision, or one that was just
 * read. `onUndone` gets what is true of that enrolment then, null when it is missing.
 */
export function useUndo(onUndone: (enrolment: ListedEnrolment, now: FollowUp | null) => void) {
  const client = useQueryClient();
  const { user } = useSession();
  const [last, setLast] = useUnsavedValue<Undoable>('undo');
  const [undone, setUndone] = useState<Undone | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!last || busy) return;
    const timer = setTimeout(() => setLast(undefined), Math.max(0, last.until - Date.now()));
    return () => clearTimeout(timer);
  }, [last, busy, setLast]);
  useEffect(() => {
    if (!last) focusTitle(); // the focused button may just have disappeared
  }, [last]);

  /** The server's clock may not be ours: what it says may be undone now is offered for a moment at least. */
  function offer(enrolment: ListedEnrolment, now: FollowUp) {
    if (!now.undoUntil) return setLast((it) => (it?.enrolment.id === enrolment.id ? undefined : it));
    const left = Math.min(UNDO_MS, Math.max(5_000, Date.parse(now.undoUntil) - Date.now()));
    setLast((it) =>
      it?.enrolment.id === enrolment.id && it.version === now.version
        ? it
        : { enrolment, version: now.version, situation: now.situation, until: Date.now() + left },
    );
  }

  async function undo() {
    if (!last || busy) return;
    const { enrolment, version } = last;
    const stop = new AbortController();
    setBusy(true);
    setUndone(null);
    try {
      const now = await tryAgain(
        async () => recognisedUndo(await undoDecision(enrolment.id, version), version, user?.email),
        { signal: stop.signal, onWait: (wake) => setWaiting(wake && { wake, stop: () => stop.abort() }) },
      );
      setLast(undefined);
      client.setQueryData(followUpQuery(enrolment.id).queryKey, now);
      onUndone(enrolment, now);
      const name = undoneName(enrolment);
      setUndone(
        now?.applied
          ? { text: words.undone(name, situationInWords(now.situation)), failed: false }
          : { text: words.notUndone(name), failed: true },
      );
    } catch (error) {
      if (!stop.signal.aborted) setLast(undefined); // refused: too late, or somebody else's
      setUndone({ text: actionError(error), failed: true });
    } finally {
      setBusy(false);
    }
  }

  return { last: last ?? null, undone, forget: () => setUndone(null), waiting, busy, offer, undo };
}

export type UndoState = ReturnType<typeof useUndo>;

/** Whom an undo is about: the first name; 'inscrição' without one. */
export const undoneName = (enrolment: ListedEnrolment): string => firstNameOf(enrolment) || 'inscrição';
