import { useEffect, useRef, useState } from 'react';
import { enrolmentFailed, enrolmentSent } from '../../../content/messages.ts';
import { project } from '../../../content/social-project.ts';
import type { Enrolment, Problem } from '../../../domain/enrolment/enrolment.ts';
import { backend } from '../../api/backend.ts';
import { BackendError, CANCELLED } from '../../api/client.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { loadNextSteps } from '../after/load-next-steps.ts';
import { failureText, refusedAnswer } from './failure-text.ts';
import { nextRetry, type Retry, retryAfterOf } from './retry-plan.ts';
import { newSubmission, type Submission, submitEnrolment } from './submit-enrolment.ts';

/** `unknown`: an attempt ended and it is unknown whether the enrolment arrived; nothing may change until it is sent again. */
export type Phase = 'filling' | 'sending' | 'unknown';

/** `retry`: the next or running automatic attempt; `needsHelp`: further attempts are useless, only people can help. */
export type Failure = { text: string; retry: Retry | null; needsHelp?: boolean };

/** An upload can be cancelled after this long. Source: docs/ux.md §6.1. */
export const CANCEL_AFTER_MS = 10_000;

type Options = {
  answers: () => Enrolment;
  /** Saves the submission's state; called before each request and after a failure. */
  save: () => void;
  /** Gets what was sent: the form may have left the page by then. */
  onSent: (sent: Submission, enrolment: Enrolment) => void;
  /** Gets the answer that the back end refused. */
  onRefused: (problem: Problem) => void;
};

/** Sends one form: attempts, their state, and automatic retries. Source: SPEC §7, §8; docs/ux.md §6.1. */
export function useSending({ answers, save, onSent, onRefused }: Options) {
  const [first] = useState(newSubmission);
  const submission = useRef<Submission>(first);
  const [phase, setPhase] = useState<Phase>('filling');
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Uploaded fraction, 0 to 1; null while no upload is running. */
  const [uploaded, setUploaded] = useState<number | null>(null);
  /** Cancels the upload; null while there is none, and in its first seconds. */
  const [cancel, setCancel] = useState<(() => void) | null>(null);

  useEffect(() => {
    if (phase !== 'sending') return;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      event.returnValue = true;
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [phase]);

  async function send(retry: Retry | null = null) {
    const { current } = submission;
    let retryAfterMs = 0;
    const upload = new AbortController();
    const cancelTimer = setTimeout(() => setCancel(() => () => upload.abort()), CANCEL_AFTER_MS);
    const listener = { onProgress: setUploaded, signal: upload.signal };
    const onAnswer = (answer: Response) => {
      setUploaded(null);
      setCancel(null);
      clearTimeout(cancelTimer); // the row's request cannot be cancelled
      retryAfterMs = retryAfterOf(answer, Date.now());
    };
    setFailure((now) => now && retry && { ...now, retry });
    try {
      if (!navigator.onLine) throw new BackendError(0, '', '');
      setPhase('sending');
      loadNextSteps().catch(() => {}); // loaded again when needed
      const enrolment = answers();
      await submitEnrolment(
        current,
        enrolment,
        () => backend(undefined, { upload: listener, onAnswer }),
        save,
      );
      showToast(enrolmentSent);
      onSent(current, enrolment);
    } catch (error) {
      setPhase(current.pending ? 'unknown' : 'filling');
      save();
      fail(error, nextRetry(error, retry?.number ?? 0, retryAfterMs));
    } finally {
      clearTimeout(cancelTimer);
      setUploaded(null);
      setCancel(null);
    }
  }

  function fail(error: unknown, retry: Retry | null) {
    const text = failureText(error);
    const expected = error instanceof BackendError;
    if (!expected || error.code !== CANCELLED) showToast(enrolmentFailed(text));
    const refused = refusedAnswer(error);
    if (refused) onRefused(refused);
    setFailure({ text, retry });
    if (!expected) reportError(error);
  }

  return {
    submission,
    /** After a reload while sending: it is unknown whether the row arrived. */
    resumeUnknown() {
      setPhase('unknown');
      setFailure({ text: project.notSent.reloaded, retry: null });
    },
    phase,
    failure,
    uploaded,
    cancel,
    send,
    /** Shows `text` with the contact details instead of sending. */
    refuse(text: string) {
      showToast(enrolmentFailed(text));
      setFailure({ text, retry: null, needsHelp: true });
    },
    /** Cancels automatic attempts. */
    cancelRetry: () => setFailure((now) => now && { ...now, retry: null }),
    clearFailure: () => setFailure(null),
  };
}
