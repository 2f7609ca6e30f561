import { useRef, useState } from 'react';
import { enrolmentFailed, enrolmentSent } from '../../../content/messages.ts';
import { project } from '../../../content/social-project.ts';
import type { Enrolment, Problem } from '../../../domain/enrolment/enrolment.ts';
import { backend } from '../../api/backend.ts';
import { BackendError } from '../../api/client.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { loadNextSteps } from '../after/load-next-steps.ts';
import { refusedAnswer } from './failure-text.ts';
import type { Retry } from './retry-plan.ts';
import { newSubmission, type Submission, submitEnrolment } from './submit-enrolment.ts';
import { useAttempts } from './use-attempts.ts';

/** `unknown`: an attempt ended and it is unknown whether the enrolment arrived; nothing may change until it is sent again. */
export type Phase = 'filling' | 'sending' | 'unknown';

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
  const [isUnknown, setUnknown] = useState(false);
  const { isSending, failure, uploaded, attempt, setFailure, cancelRetry } = useAttempts();
  const phase: Phase = isSending ? 'sending' : isUnknown ? 'unknown' : 'filling';

  async function send(retry?: Retry) {
    const { current } = submission;
    const failed = await attempt(async (listeners) => {
      loadNextSteps().catch(() => {}); // loaded again when needed
      const enrolment = answers();
      await submitEnrolment(current, enrolment, () => backend(undefined, listeners), save);
      showToast(enrolmentSent);
      onSent(current, enrolment);
    }, retry);
    if (!failed) return;
    setUnknown(current.pending !== null);
    save();
    showToast(enrolmentFailed(failed.text));
    const refused = refusedAnswer(failed.error);
    if (refused) onRefused(refused);
    if (!(failed.error instanceof BackendError)) reportError(failed.error);
  }

  return {
    submission,
    /** After a reload while sending: it is unknown whether the row arrived. */
    resumeUnknown() {
      setUnknown(true);
      setFailure({ text: project.notSent.reloaded, retry: null });
    },
    phase,
    failure,
    uploaded,
    send,
    /** Shows `text` with the contact details instead of sending. */
    refuse(text: string) {
      showToast(enrolmentFailed(text));
      setFailure({ text, retry: null, needsHelp: true });
    },
    cancelRetry,
    clearFailure: () => setFailure(null),
  };
}
