import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { deciding as words } from '../../../../content/deciding.ts';
import { desk } from '../../../../content/desk.ts';
import { hasRoom } from '../../../../domain/desk/classes.ts';
import type { StoredEnrolment } from '../../../../domain/desk/sheet.ts';
import type { Situation } from '../../../../domain/desk/situations.ts';
import { BackendError } from '../../../api/client.ts';
import { ofThisSession, UNTIL_ANSWERED } from '../../api/calls.ts';
import { classesQuery, isClassFull, nextWaitingQuery } from '../../api/classes.ts';
import { type DecisionDetails, recordPreparedMessage, undoDecision } from '../../api/decisions.ts';
import { type ListedEnrolment, siblingsQuery } from '../../api/enrolments.ts';
import { actionError, tellFailure } from '../../api/failure-text.ts';
import { type Changed, type FollowUp, followUpQuery, readListLater, summaryOf } from '../../api/follow-up.ts';
import { useUnanswered } from '../../controls/FormDialog.tsx';
import { discardUnsaved } from '../../controls/unsaved.ts';
import { toTellWith } from './families.ts';
import { overtakenInWords } from './history.ts';
import { aheadOf, asksFirst, calledName, FRESH, type Screen, storing } from './open-enrolment.ts';

type Call = () => Promise<Changed | null>;

/** What is shown once a call has changed something; `done` is said. */
type Then = Partial<Pick<Screen, 'inner' | 'message'>> & { done?: string };

/** The open enrolment, and everything that is done about it. `screen` is its own, and ends when the next one opens. */
export function useOpenEnrolment(enrolment: ListedEnrolment) {
  const { id } = enrolment;
  const client = useQueryClient();
  const followUp = useQuery(followUpQuery(id)); // which the back end records as opening the sheet
  const { data: siblings = [] } = useQuery(siblingsQuery(id));
  const [shown, setShown] = useState({ of: id, screen: FRESH });
  const mutationKey = ['change', id];
  const { mutateAsync } = useMutation({ ...UNTIL_ANSWERED, mutationKey, scope: { id } });
  const busy = useIsMutating({ mutationKey }) > 0;
  const unanswered = useUnanswered(mutationKey);
  const here = useRef<string | null>(null);
  useLayoutEffect(() => {
    here.current = id;
    return () => {
      here.current = null;
    };
  }, [id]);

  if (shown.of !== id) setShown({ of: id, screen: FRESH });
  const screen = shown.of === id ? shown.screen : FRESH;
  const state = followUp.data;
  const missing = state === null;
  useEffect(() => {
    if (!missing) return; // it was erased meanwhile, as the list says in its place
    discardUnsaved(id);
    client.setQueryData(['open', id], null);
    void client.invalidateQueries({ queryKey: ['enrolments'] });
  }, [client, id, missing]);
  const now: ListedEnrolment = state ? { ...enrolment, ...summaryOf(state) } : enrolment;

  const { data: classes } = useQuery(classesQuery);
  const awaited = classes?.find((one) => one.id === now.classId && now.situation === 'lista-de-espera');
  const isShort = !!awaited && hasRoom(awaited) && !hasRoom(awaited, aheadOf(awaited, now));
  const next = useQuery({ ...nextWaitingQuery(awaited?.id ?? ''), enabled: isShort });

  /** Changes the screen, unless it shows another enrolment by then, or another dialog than `from`. */
  const show = (part: Partial<Screen>, from?: Screen['inner']) =>
    setShown(({ of, screen }) => {
      if (of !== id || (from !== undefined && screen.inner !== from && screen.inner !== null))
        return { of, screen };
      const seen = part.inner && state ? { seen: state.version } : {};
      return { of, screen: { ...screen, ...seen, ...part } };
    });

  /** Says why nothing was changed: at the foot, or where another enrolment is open by then in a toast. */
  function fail(error: unknown) {
    if (here.current === id) show({ said: { title: actionError(error) } });
    else tellFailure(words.notStored(calledName(now)), error);
  }

  /**
   * Makes a call after those about the same enrolment that are on their way, until it is answered, and keeps the state
   * that it returns. Throws why nothing was changed.
   */
  async function send(call: Call, { done, ...more }: Then = {}): Promise<Changed> {
    const from = screen.inner;
    show({ said: null });
    const answer = (await mutateAsync(ofThisSession(call))) as Changed | null;
    const { queryKey } = followUpQuery(id);
    await client.cancelQueries({ queryKey }); // a reading of before would come last
    client.setQueryData(queryKey, answer);
    if (!answer) throw new BackendError(404, '', desk.missing);
    readListLater(client);
    if (answer.applied === false) {
      const title = overtakenInWords(answer.history); // at the foot too: what it was about may be gone with its dialog
      show({ seen: answer.version, said: { title } });
      throw new BackendError(409, '', title);
    }
    const said = done ? ({ title: done, tone: 'success' } as const) : null;
    const { inner, ...others } = more;
    show({ ...others, said });
    if (inner !== undefined) show({ inner }, from); // what was opened meanwhile stays
    return answer;
  }

  const isBusy = () => client.isMutating({ mutationKey }) > 0; // a double click is one click

  /** `send` of a button, which is pressed once at a time, unless it `waits` for others; null when nothing was changed, and why is said. */
  async function change(call: Call, then?: Then, waits = false): Promise<Changed | null> {
    if (isBusy() && !waits) return null;
    return send(call, then).catch((error) => {
      fail(error);
      return null;
    });
  }

  /** Stores a decision about the version that was seen. Throws why it did not. */
  async function decide(situation: Situation, details: DecisionDetails, version: number): Promise<void> {
    const readClasses = () => client.invalidateQueries({ queryKey: classesQuery.queryKey });
    const call = storing(now, { situation, ...details, version });
    try {
      await send(call, { inner: null, message: null, done: words.saved });
      discardUnsaved(id, 'decision'); // other ones that were begun are of what stood before
      void readClasses();
    } catch (error) {
      if (isClassFull(error)) await readClasses();
      throw error;
    }
  }

  /** Decides, into a class or its line where one is given, unless something is asked first, as it is where that class has become full. */
  async function choose(situation: Situation, classId = '', asks = asksFirst(situation, now)) {
    if (!state || isBusy()) return;
    const asked = { inner: 'decide', wanted: { situation, classId }, said: null } as const;
    if (asks) return show(asked);
    try {
      await decide(situation, classId ? { classId } : {}, state.version);
    } catch (error) {
      if (isClassFull(error) && here.current === id) show(asked);
      else fail(error);
    }
  }

  /** Takes the last decision or correction back. */
  const undo = (version: number) =>
    change(() => undoDecision(id, version), { message: null, done: words.undone });

  /** Records whether the opened message was sent: only then does the family count as told. */
  function answerSent({ model, to }: NonNullable<Screen['message']>, sent: boolean) {
    const name = calledName(now);
    if (!sent) return show({ message: null, said: { title: words.notInformed(name), tone: 'info' } });
    show({ message: { model, to, sent } });
    const then = { message: null, done: words.informed(name) };
    send(() => recordPreparedMessage(id, model, to), then).catch((error) => {
      show({ message: { model, to } });
      fail(error);
    });
  }

  return {
    /** As it is known now. */
    enrolment: now,
    siblings,
    /** Whose families one message tells: it, and siblings who wait to be told, too. */
    toTell: toTellWith(now, siblings),
    /** Null until its follow-up is loaded. */
    followed: state ? { enrolment: now, state, busy, change, send } : null,
    followUp,
    screen,
    busy,
    /** Who is first in the awaited line, where its places do not reach all of it. */
    firstInLine: next.data,
    readsLine: next.isLoading,
    /** A call had no answer, and is made again by itself. */
    unanswered,
    ...{ show, send, change, decide, choose, undo, answerSent },
  };
}

export type OpenedEnrolment = ReturnType<typeof useOpenEnrolment>;
type MakeChange = OpenedEnrolment['change'];
/** What the panels about an open enrolment need: it, its state, whether a call is on its way, and how to make one from a button or a form. */
export type Followed = {
  enrolment: StoredEnrolment;
  state: FollowUp;
  busy: boolean;
  change: MakeChange;
  send: OpenedEnrolment['send'];
};
