import type { Worker } from 'node:worker_threads';

/**
 * Posts `question` to a worker and resolves to its answer; the process stays alive meanwhile. Null when the
 * worker exits first, as it does on an error, or takes longer than `limitMs`. The caller listens to its
 * `error` event.
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
