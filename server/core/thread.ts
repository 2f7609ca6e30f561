import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Longest that an answer takes, where nothing else is said. */
const LIMIT_MS = 60_000;

/** A thread that is started for the first question, and again after it ended. Ask it one question at a time. */
export function thread<Answer>(source: string, options: WorkerOptions = {}) {
  let worker: Worker | null = null;
  const start = (): Worker => {
    const started = new Worker(source, { eval: true, ...options })
      .on('error', () => {
        if (worker === started) worker = null;
      })
      .once('exit', () => started.emit('error', new Error('the thread ended'))); // `once` hears that alone
    return started;
  };
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = null; // the next question starts another
    await ended?.terminate();
  };
  return {
    end,
    /** Its answer, while the process stays alive; null where it ends first or takes longer than `limitMs`: then it has ended. */
    ask: async (question: unknown, limitMs = LIMIT_MS): Promise<Answer | null> => {
      try {
        const isNew = worker === null;
        worker ??= start();
        const asked = worker;
        asked.ref();
        if (isNew) await once(asked, 'online'); // which is not counted as answering
        asked.postMessage(question);
        const [answer] = await once(asked, 'message', { signal: AbortSignal.timeout(limitMs) });
        asked.unref();
        return answer;
      } catch {
        await end();
        return null;
      }
    },
  };
}
