import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AnsweredRequest } from '../../../../domain/desk/family-message.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import { classesQuery, isClassFull } from '../../api/classes.ts';
import { undoDecision } from '../../api/decisions.ts';
import type { ListedEnrolment } from '../../api/enrolments.ts';
import { actionError } from '../../api/failure-text.ts';
import { followUpQuery, summaryOf } from '../../api/follow-up.ts';
import type { Changed, FollowUp, FollowUpSummary } from '../../api/follow-up-shape.ts';
import { unsavedValue, useUnsavedValue } from '../../controls/unsaved.ts';
import { storing, warningsAbout } from './approval.ts';
import { asksFirst, freshScreen, isAsking } from './open-enrolment.ts';
import type { Decision, Draft, EnrolmentEvent, Screen, Undoable, Wanted } from './shape.ts';
import { dispatchEvent, draftOf, LAST, SCREEN } from './stored-screen.ts';
import { tryAgain } from './try-again.ts';
import { useTelling } from './use-telling.ts';

/** A call without an answer that is made again by itself: `wake` makes it now, `stop` no more. */
type Waiting = { wake: () => void; stop: () => void };

/** `decision`: what is stored by a call; `wanted`: what was pressed for it, to be asked about when a class is full; `answered`: the request that it answers; `said`: once it was applied. */
type AboutCall = { decision?: Decision; wanted?: Wanted; answered?: AnsweredRequest; said?: string };

type Props = {
  enrolment: ListedEnrolment;
  /** Opens the next enrolment of the list. */
  goOn: () => Promise<void>;
  onSelect: (enrolment: ListedEnrolment) => void;
  /** What is known of an enrolment now, which may not be the open one. */
  onFollowUpChange: (enrolment: string, known: FollowUpSummary) => void;
};

/** The open enrolment, and everything that is done about it. What it shows is said by open-enrolment.ts. */
export function useOpenEnrolment({ enrolment, goOn, onSelect, onFollowUpChange }: Props) {
  const { id } = enrolment;
  const client = useQueryClient();
  const followUp = useQuery({ ...followUpQuery(id), refetchOnMount: false }); // loaded when the dialog opened
  const [stored = null] = useUnsavedValue<Screen>(SCREEN);
  const [draft = null] = useUnsavedValue<Draft>(draftOf(id));
  const [last = null] = useUnsavedValue<Undoable>(LAST);
  const screen = stored?.id === id ? stored : freshScreen(id, stored);
  const shown = useRef(id);
  const leaving = useRef(new AbortController());
  const running = useRef(new Map<string, Promise<Changed | null>>());
  const retries = useRef<{ waiting?: Waiting; undoWaiting?: Waiting }>({});
  const dispatch = (event: WithoutOf<EnrolmentEvent>) =>
    dispatchEvent({ of: id, ...event } as EnrolmentEvent);

  useLayoutEffect(() => {
    shown.current = id;
    const left = new AbortController();
    leaving.current = left;
    dispatchEvent({ of: id, type: 'opened' });
    return () => left.abort(); // what was not decided stays unsaved
  }, [id]);
  useEffect(() => () => dispatchEvent({ of: shown.current, type: 'left' }), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read or decided is offered once
  useEffect(() => {
    if (followUp.data) offerUndo(followUp.data);
  }, [followUp.data]);
  useEffect(() => {
    if (!last || screen.undoing) return;
    const { enrolment, until } = last;
    const expire = () => dispatchEvent({ of: enrolment.id, type: 'undoExpired' });
    const timer = setTimeout(expire, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [last, screen.undoing]);

  const offerUndo = (now: FollowUp) =>
    dispatch({
      type: 'undoOffered',
      enrolment: { ...enrolment, ...summaryOf(now) },
      followUp: now,
      now: Date.now(),
    });

  /** Runs one call at a time, and stores the state that it returns; null when nothing was changed. A call made meanwhile is dropped, or `waits`. */
  async function change(
    call: () => Promise<Changed | null>,
    { waits = false, ...about }: { waits?: boolean } & AboutCall = {},
  ): Promise<Changed | null> {
    while (running.current.has(id)) {
      if (!waits) return null; // a double click is one click
      await running.current.get(id);
    }
    const run = callAndTell(call, about);
    running.current.set(id, run);
    const answer = await run;
    running.current.delete(id);
    return answer;
  }

  async function callAndTell(
    call: () => Promise<Changed | null>,
    { wanted, ...about }: AboutCall,
  ): Promise<Changed | null> {
    dispatch({ type: 'called' });
    try {
      const answer = await call();
      client.setQueryData(followUpQuery(id).queryKey, answer);
      if (answer) onFollowUpChange(id, summaryOf(answer));
      const known = answer && { enrolment: { ...enrolment, ...summaryOf(answer) } };
      dispatch({ type: 'answered', answer, ...about, ...((about.decision || about.answered) && known) });
      if (about.decision) void client.invalidateQueries({ queryKey: classesQuery.queryKey });
      return answer;
    } catch (error) {
      if (wanted && isClassFull(error)) {
        void client.invalidateQueries({ queryKey: classesQuery.queryKey });
        dispatch({ type: 'classFull', wanted });
        return null;
      }
      dispatch({ type: 'failed', problem: actionError(error) });
      return null;
    }
  }

  /** Calls until there is an answer, or until `stop`. */
  const patiently = (
    of: string,
    type: 'waiting' | 'undoWaiting',
    stop: AbortController,
    call: () => Promise<Changed | null>,
  ) =>
    tryAgain(call, {
      signal: stop.signal,
      onWait: (wake) => {
        if (wake) retries.current[type] = { wake, stop: () => stop.abort() };
        dispatchEvent({ of, type, on: wake !== null });
      },
    });

  /** Decides as pressed on what is on the screen. `sure`: also about what is asked first. */
  async function decide(wanted: Wanted, sure = false) {
    const seen = await known();
    if (!seen) return;
    const { situation, details, next } = wanted;
    const now = { ...enrolment, ...summaryOf(seen) };
    const why = warningsAbout(now).filter((warning) => warning !== 'guardian' || !wanted.guardian);
    const approves = situation === 'aprovada' && seen.situation !== situation;
    if (approves && !sure && why.length > 0) return dispatch({ type: 'confirmationAsked', wanted, why });
    const version = unsavedValue<Draft>(draftOf(id))?.version ?? seen.version;
    const decision = { situation, ...details, version };
    dispatch({ type: 'sent', decision });
    const stop = new AbortController();
    leaving.current.signal.addEventListener('abort', () => stop.abort());
    const send = storing(now, decision, true);
    const answer = await change(() => patiently(id, 'waiting', stop, send), { decision, wanted });
    if (!answer?.applied) return;
    offerUndo(answer);
    const isWriting = unsavedValue<Draft>(draftOf(id)) !== undefined; // begun before, or meanwhile
    if (next && !isWriting && shown.current === id) await goOn();
  }

  /** The follow-up, waited for; null when another enrolment is open by then, or the list shows another situation. */
  async function known(): Promise<FollowUp | null> {
    if (followUp.data) return followUp.data;
    const now = await client.ensureQueryData(followUpQuery(id)).catch(() => null);
    return shown.current === id && now?.situation === enrolment.situation ? now : null;
  }

  /** Asks for what goes with a situation: the reason, or class and first day. Half-written answers stay. */
  async function ask(situation: Situation, classId = '') {
    const now = await known();
    if (now) dispatch({ type: 'asked', situation, followUp: now, classId });
  }

  /** Decides, into a class or its line where one is given; asks first where something is written with it. */
  function choose(situation: Situation, classId = '') {
    dispatch({ type: 'chosen' });
    const { situation: standing } = followUp.data ?? enrolment; // a press may come before the follow-up
    if (asksFirst(situation, standing)) return void ask(situation, classId);
    const details = classId ? { classId } : {};
    void decide({ situation, details, next: situation === 'aprovada' });
  }

  /** Takes the last decision back, and opens its enrolment: whoever undoes wants to decide otherwise. */
  async function undo() {
    if (!last || screen.undoing) return;
    const { enrolment: about, version } = last;
    const of = about.id;
    const stop = new AbortController();
    dispatchEvent({ of, type: 'undoing' });
    try {
      const answer = await patiently(of, 'undoWaiting', stop, () => undoDecision(of, version));
      client.setQueryData(followUpQuery(of).queryKey, answer);
      dispatchEvent({ of, type: 'undone', enrolment: about, answer });
      if (!answer) return void client.invalidateQueries({ queryKey: ['enrolments'] });
      onFollowUpChange(of, summaryOf(answer));
      onSelect({ ...about, ...summaryOf(answer) });
    } catch (error) {
      dispatchEvent({ of, type: 'undoFailed', problem: actionError(error), stopped: stop.signal.aborted });
    }
  }

  /** Closes what is asked, the innermost alone; whether there was anything. */
  function closeInnermost(): boolean {
    const open = isAsking(screen, draft);
    if (open) dispatch({ type: 'escaped' });
    return open;
  }

  const tell = useTelling({
    shown: id,
    telling: screen.telling,
    dispatch: dispatchEvent,
    onFollowUpChange,
  });

  return {
    followUp,
    tell,
    screen,
    draft,
    last,
    waiting: screen.waiting
      ? retries.current.waiting
      : screen.undoWaiting
        ? retries.current.undoWaiting
        : undefined,
    change,
    decide,
    ask,
    choose,
    undo,
    closeInnermost,
    dispatch,
  };
}

export type OpenedEnrolment = ReturnType<typeof useOpenEnrolment>;
export type MakeChange = OpenedEnrolment['change'];
/** What the panels about an open enrolment need: it, its state, whether a call is on its way, and how to make one. */
export type Followed = { enrolment: StoredEnrolment; state: FollowUp; busy: boolean; change: MakeChange };

type WithoutOf<Event> = Event extends unknown ? Omit<Event, 'of'> : never;
