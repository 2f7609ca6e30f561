import type { Worker } from 'node:worker_threads';

/**
 * What the worker answers to `question`, for which the process stays; null when it ends before, or
 * needs longer than `limitMs`. Its errors need a listener of their own: it ends then.
 */
export function answerOf<Answer>(
  worker: Worker,
  question: unknown,
  limitMs?: number,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      clearTimeout(timer);
      worker.off('message', settle).off('exit', ended).unref();
      resolve(answer);
    };
    const ended = () => settle(null);
    const timer = limitMs && setTimeout(() => setImmediate(ended), limitMs); // an answer that waits in the loop is heard first
    worker.once('message', settle).once('exit', ended).ref();
    worker.postMessage(question);
  });
}
