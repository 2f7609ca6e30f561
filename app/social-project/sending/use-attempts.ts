import { useState } from 'react';
import { BackendError, type CallListeners } from '../../api/client.ts';
import { useConfirmLeaving } from '../../ui/browser/use-confirm-leaving.ts';
import { failureText } from './failure-text.ts';
import { nextRetry, type Retry, retryAfterOf } from './retry-plan.ts';

/** `retry`: the next or running automatic attempt; `needsHelp`: further attempts are useless, only people can help. */
export type Failure = { text: string; retry: Retry | null; needsHelp?: boolean };

/** Attempts of sending something, why the last one failed, and the next automatic one; leaving the page meanwhile asks. Source: docs/ux.md §6.1. */
export function useAttempts() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** Uploaded fraction, 0 to 1; null while no upload is running. */
  const [uploaded, setUploaded] = useState<number | null>(null);

  useConfirmLeaving(isSending);

  /** Resolves to what went wrong and its words; null when `work` is done. */
  async function attempt(work: (listeners: CallListeners) => Promise<void>, retry: Retry | null = null) {
    let retryAfterMs = 0;
    const onAnswer = (answer: Response) => {
      setUploaded(null);
      retryAfterMs = retryAfterOf(answer, Date.now());
    };
    setFailure((now) => now && retry && { ...now, retry });
    try {
      if (!navigator.onLine) throw new BackendError(0, '', '');
      setSending(true);
      await work({ upload: { onProgress: setUploaded }, onAnswer });
      return null;
    } catch (error) {
      const text = failureText(error);
      setFailure({ text, retry: nextRetry(error, retry?.number ?? 0, retryAfterMs) });
      return { error, text };
    } finally {
      setSending(false);
      setUploaded(null);
    }
  }

  return {
    isSending,
    failure,
    uploaded,
    attempt,
    setFailure,
    /** Cancels automatic attempts. */
    cancelRetry: () => setFailure((now) => now && { ...now, retry: null }),
  };
}
