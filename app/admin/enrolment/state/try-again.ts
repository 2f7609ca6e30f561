import { mayRetry } from '../../api/failure-text.ts';

/** Seconds before each further attempt; the last one repeats. */
const PAUSES = [2, 5, 10];

/**
 * Calls until there is an answer: where none came, again after a pause, at once when the browser is online
 * again or `wake` is called. `onWait` gets `wake` when a pause begins, null when it ends. Throws what `call`
 * throws when asking again is of no use or `signal` is aborted. `call` must be idempotent.
 */
export async function tryAgain<Answer>(
  call: () => Promise<Answer>,
  { signal, onWait }: { signal: AbortSignal; onWait: (wake: (() => void) | null) => void },
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted || !mayRetry(error)) throw error;
      const seconds = PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 10;
      await pause(seconds * 1000, signal, onWait);
      onWait(null);
      if (signal.aborted) throw error;
    }
  }
}

function pause(ms: number, signal: AbortSignal, onWait: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    globalThis.addEventListener?.('online', wake);
    signal.addEventListener('abort', wake);
    onWait(wake);
  });
}
