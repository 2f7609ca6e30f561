import { useEffect, useRef, useState } from 'react';
import { enrolmentFailed, enrolmentSent } from '../../content/messages.ts';
import { project } from '../../content/social-project.ts';
import type { Enrolment, Problem } from '../../domain/enrolment.ts';
import { BackendError, backend, CANCELLED } from '../api/client.ts';
import { showToast } from '../ui/toast.ts';
import { failureText, refusedAnswer } from './failure-text.ts';
import { askedWait, nextRetry, type Retry } from './retry-plan.ts';
import { newSubmission, type Submission, submitEnrolment } from './submit-enrolment.ts';

/** `unknown`: an attempt ended without telling whether the enrolment arrived; until it is sent again nothing may change. */
export type Phase = 'filling' | 'sending' | 'unknown';

/** Why it is not sent yet. `retry` is the attempt that the page makes next, or is making, by itself. */
export type Failure = { text: string; retry: Retry | null };

/** From when on an upload can be given up. Source: ux.md §6.1. */
export const CANCEL_AFTER_MS = 10_000;

type Asked = {
  answers: () => Enrolment;
  /** Writes down what is known, before and after each call. */
  keep: () => void;
  /** Hears the uuid of what has arrived. */
  onSent: (id: string) => void;
  /** Hears of the answer that the back end refused. */
  onRefused: (problem: Problem) => void;
};

/** Sending of one filled form: attempts, what is known after each, and the page's own further ones. Source: SPEC §7, §8; ux.md §6.1. */
export function useSending({ answers, keep, onSent, onRefused }: Asked) {
  const [first] = useState(newSubmission);
  const submission = useRef<Submission>(first);
  const [phase, setPhase] = useState<Phase>('filling');
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Part of the document that has gone out, 0 to 1; null while none is under way. */
  const [uploaded, setUploaded] = useState<number | null>(null);
  /** Gives the upload up; null while there is none or it is too young. */
  const [cancel, setCancel] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (phase !== 'sending') return;
    const stay = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = true;
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, [phase]);

  async function send(retry: Retry | null = null) {
    const { current } = submission;
    let askedMs = 0;
    const giveUp = new AbortController();
    const patience = setTimeout(() => setCancel(() => () => giveUp.abort()), CANCEL_AFTER_MS);
    const upload = { onProgress: setUploaded, signal: giveUp.signal };
    const onAnswer = (answer: Response) => {
      setUploaded(null);
      setCancel(null);
      clearTimeout(patience); // a row on its way cannot be called back
      askedMs = askedWait(answer, Date.now());
    };
    setFailure((now) => now && retry && { ...now, retry });
    try {
      if (!navigator.onLine) throw new BackendError(0, '', '');
      setPhase('sending');
      await submitEnrolment(current, answers(), () => backend(undefined, { upload, onAnswer }), keep);
      showToast(enrolmentSent);
      document.title = project.sent.pageTitle;
      onSent(current.id);
    } catch (error) {
      setPhase(current.pending ? 'unknown' : 'filling');
      keep();
      fail(error, nextRetry(error, retry?.number ?? 0, askedMs));
    } finally {
      clearTimeout(patience);
      setUploaded(null);
      setCancel(null);
    }
  }

  function fail(error: unknown, retry: Retry | null) {
    const text = failureText(error);
    const ours = error instanceof BackendError;
    if (!ours || error.code !== CANCELLED) showToast(enrolmentFailed(text));
    const refused = refusedAnswer(error);
    if (refused) onRefused(refused);
    setFailure({ text, retry });
    if (!ours) reportError(error);
  }

  return {
    submission,
    /** After a reload in the middle: whether the row arrived is as unknown as before. */
    resumeUnknown() {
      setPhase('unknown');
      setFailure({ text: project.notSent.reloaded, retry: null });
    },
    phase,
    failure,
    uploaded,
    cancel,
    send,
    /** Says `text` instead of sending. */
    refuse(text: string) {
      showToast(enrolmentFailed(text));
      setFailure({ text, retry: null });
    },
    /** Ends the page's own attempts; the next one is a person's. */
    wait: () => setFailure((now) => now && { ...now, retry: null }),
    /** Takes back what was said of the last attempt. */
    forget: () => setFailure(null),
  };
}
