import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deciding as words } from '../../../../content/deciding.ts';
import type { AnsweredRequest } from '../../../../domain/desk/family-message.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import { useUntilAnswered } from '../../api/calls.ts';
import { classesQuery, isClassFull } from '../../api/classes.ts';
import { type DecisionDetails, undoDecision } from '../../api/decisions.ts';
import { type ListedEnrolment, patchListed } from '../../api/enrolments.ts';
import { actionError, mayRetry } from '../../api/failure-text.ts';
import { type Changed, type FollowUp, followUpQuery, summaryOf } from '../../api/follow-up.ts';
import {
  correctionOnceAnswered,
  type Decision,
  type Draft,
  setUnsavedValue,
  unsavedValue,
  useUnsavedValue,
} from '../../controls/unsaved.ts';
import {
  askedAbout,
  asksFirst,
  draftOnceAnswered,
  draftOnceSent,
  FRESH,
  isWritten,
  type Screen,
  shownDraft,
  storing,
  undoableAfter,
  undoneInWords,
} from './open-enrolment.ts';
import { useTelling } from './use-telling.ts';

/** `decision`: what is stored by a call; `answered`: the request that it answers; `said`: once it was applied. */
type AboutCall = { decision?: Decision; answered?: AnsweredRequest; said?: string };

type Props = {
  enrolment: ListedEnrolment;
  /** Opens the next enrolment of the list. */
  goOn: () => Promise<void>;
  onSelect: (enrolment: ListedEnrolment) => void;
};

/**
 * The open enrolment, and everything that is done about it. `screen` and `draft` are its own; `said`, `tell` and `last`
 * are of what was done last, and stay when the next one opens.
 */
export function useOpenEnrolment({ enrolment, goOn, onSelect }: Props) {
  const { id } = enrolment;
  const client = useQueryClient();
  const followUp = useQuery({ ...followUpQuery(id), refetchOnMount: false }); // loaded when the dialog opened
  const [shown, setShown] = useState({ of: id, screen: FRESH });
  const [draft, setDraft] = useUnsavedValue('decision', id);
  const [said, setSaid] = useState({ text: '', failed: false });
  const [last, setLast] = useUnsavedValue('undo');
  const deciding = useUntilAnswered(id);
  const undoing = useUntilAnswered();
  const running = useRef(new Map<string, Promise<Changed | null>>());

  if (shown.of !== id) setShown({ of: id, screen: FRESH });
  const screen = shown.of === id ? shown.screen : FRESH;
  /** Changes the screen, unless it shows another enrolment by then. */
  const show = (part: Partial<Screen>) =>
    setShown((now) => (now.of === id ? { of: id, screen: { ...now.screen, ...part } } : now));
  const say = (text: string) => setSaid({ text, failed: false });
  const fail = (error: unknown) => show({ problem: actionError(error) });
  const knownBy = (state: FollowUp): ListedEnrolment => ({ ...enrolment, ...summaryOf(state) });
  const offerUndo = (now: FollowUp) => setLast((last) => undoableAfter(last, knownBy(now), now, Date.now()));
  const readClasses = () => client.invalidateQueries({ queryKey: classesQuery.queryKey });

  /** Stores what a call about an enrolment answered, for every panel and the list. */
  function know(of: string, answer: Changed | null) {
    const { queryKey } = followUpQuery(of);
    const seen = client.getQueryData<FollowUp | null>(queryKey)?.version;
    setUnsavedValue('correction', of, '', (unsaved) => correctionOnceAnswered(unsaved, seen, answer));
    client.setQueryData(queryKey, answer);
    if (answer) patchListed(client, of, answer);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read or decided is offered once
  useEffect(() => {
    if (followUp.data) offerUndo(followUp.data);
  }, [followUp.data]);
  useEffect(() => {
    if (!last || undoing.isPending) return;
    const timer = setTimeout(setLast, Math.max(0, last.until - Date.now()), undefined);
    return () => clearTimeout(timer);
  }, [last, undoing.isPending, setLast]);

  const tell = useTelling({ store: (of, call) => call.then((answer) => know(of, answer)).catch(fail), say });

  /** Runs one call at a time, and stores the state that it returns; null when nothing was changed. A call made meanwhile is dropped, or `waits`. */
  async function change(
    call: () => Promise<Changed | null>,
    { waits = false, ...about }: { waits?: boolean } & AboutCall = {},
  ): Promise<Changed | null> {
    while (running.current.has(id)) {
      if (!waits) return null; // a double click is one click
      await running.current.get(id);
    }
    show({ busy: true, problem: null });
    const run = callAndTell(call, about);
    running.current.set(id, run);
    const answer = await run;
    running.current.delete(id);
    flushSync(() => show({ busy: false, folded: false })); // whoever called moves the focus in what is drawn now
    return answer;
  }

  async function callAndTell(
    call: () => Promise<Changed | null>,
    { decision, answered, said: done }: AboutCall,
  ): Promise<Changed | null> {
    try {
      const answer = await call();
      know(id, answer);
      setDraft((now) => draftOnceAnswered(now, answer, decision));
      if (decision) void readClasses();
      if (!answer) return null;
      show({ overtaken: answer.applied === false });
      offerUndo(answer);
      if (answer.applied === false) return answer;
      if (done) say(done);
      const family = { enrolment: knownBy(answer), followUp: answer };
      if (answered) tell.offer({ ...family, answered });
      else if (decision) tell.offer(answer.toNotify ? family : null);
      return answer;
    } catch (error) {
      if (decision && isClassFull(error) && unsavedValue('decision', id)?.situation === decision.situation) {
        void readClasses(); // the form asks whether to go beyond its places
        setDraft((now) => now && { ...now, editing: true, beyondPlaces: true });
      } else fail(error);
      return null;
    }
  }

  /** Stores a decision about what is on the screen; `next`: and opens the next enrolment. */
  async function decide(situation: Situation, details: DecisionDetails, next: boolean) {
    const left = deciding.signal();
    say('');
    const seen = await known();
    if (!seen) return;
    const version = unsavedValue('decision', id)?.version ?? seen.version;
    const decision = { situation, ...details, version };
    setDraft((now) => draftOnceSent(now, decision));
    const send = storing(knownBy(seen), decision, true);
    const answer = await change(() => deciding.send(send), { decision, said: words.saved });
    if (!answer?.applied) return;
    const isWriting = unsavedValue('decision', id) !== undefined; // begun before, or meanwhile
    if (next && !isWriting && !left.aborted) await goOn();
  }

  /** The follow-up, waited for; null when another enrolment is open by then, or the list shows another situation. */
  async function known(): Promise<FollowUp | null> {
    if (followUp.data) return followUp.data;
    const left = deciding.signal();
    const now = await client.ensureQueryData(followUpQuery(id)).catch(() => null);
    return !left.aborted && now?.situation === enrolment.situation ? now : null;
  }

  /** Decides, into a class or its line where one is given, unless something is asked first; `asks`: it is, whatever stands. */
  async function choose(situation: Situation, classId = '', asks = false) {
    say('');
    const seen = await known();
    if (!seen) return;
    show({ folded: false });
    if (!asks && !asksFirst(situation, knownBy(seen)))
      return decide(situation, classId ? { classId } : {}, situation === 'aprovada');
    setDraft((draft) => askedAbout(draft, situation, seen, classId));
  }

  /** Keeps what is typed about the draft that is shown, which may just have been stored. */
  const type = (shown: Draft, details: DecisionDetails) =>
    setDraft((now) => ({ ...shown, ...now, beyondPlaces: false, ...details, typed: true }));

  function cancel() {
    setDraft(undefined);
    show({ overtaken: false });
  }

  /** Closes the innermost thing alone; whether there was any. What was written stays. */
  function closeInnermost(): boolean {
    if (!shownDraft(screen, draft)) return false;
    show({ folded: true, overtaken: false });
    setDraft((now) => (now && isWritten(now) ? now : undefined));
    return true;
  }

  /** Takes the last decision back, and opens its enrolment: whoever undoes wants to decide otherwise. */
  async function undo() {
    if (!last || undoing.isPending) return;
    const { enrolment: about, version } = last;
    say('');
    try {
      const answer = await undoing.send(() => undoDecision(about.id, version));
      setLast(undefined);
      tell.withdraw(about.id);
      setSaid(undoneInWords(about, answer));
      know(about.id, answer);
      if (answer) onSelect({ ...about, ...summaryOf(answer) });
      else void client.invalidateQueries({ queryKey: ['enrolments'] });
    } catch (error) {
      if (!mayRetry(error)) setLast(undefined); // refused: too late, or somebody else's
      setSaid({ text: actionError(error), failed: true });
    }
  }

  const state = followUp.data;
  const now = state ? knownBy(state) : enrolment;
  const followed = state ? { enrolment: now, state, busy: screen.busy, change } : null;
  return {
    /** As it is known now. */
    enrolment: now,
    /** Null until its follow-up is loaded. */
    followed,
    followUp,
    screen,
    draft,
    said,
    tell,
    last,
    undoing: undoing.isPending,
    /** Had no answer, and is made again by itself. */
    unanswered: (screen.busy && deciding.unanswered) || undoing.unanswered,
    ...{ show, say, change, decide, choose, type, cancel, closeInnermost, undo },
  };
}

export type OpenedEnrolment = ReturnType<typeof useOpenEnrolment>;
export type MakeChange = OpenedEnrolment['change'];
/** What the panels about an open enrolment need: it, its state, whether a call is on its way, and how to make one. */
export type Followed = { enrolment: StoredEnrolment; state: FollowUp; busy: boolean; change: MakeChange };
