import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that is started for the first question, and again after it ended. Ask it one question at a time. */
export function thread<Answer>(source: string, options: WorkerOptions = {}) {
  let worker: Worker | null = null;
  const start = async (): Promise<void> => {
    const started = new Worker(source, { eval: true, ...options });
    worker = started
      .on('error', () => {})
      .once('exit', () => {
        if (worker === started) worker = null;
      });
    await next(started, 'online'); // which is not counted as answering
  };
  return {
    /** Its answer, while the process stays alive; null where it ends first or takes longer than `limitMs`: then it has ended. */
    ask: async (question: unknown, limitMs?: number): Promise<Answer | null> => {
      if (!worker) await start().catch(() => {}); // no memory, no thread
      const asked = worker;
      asked?.ref();
      asked?.postMessage(question);
      const said = asked && (await next(asked, 'message', limitMs));
      asked?.unref();
      if (!said) await asked?.terminate();
      return said && (said[0] as Answer);
    },
    end: async (): Promise<void> => {
      const ended = worker;
      worker = null; // the next question starts another
      await ended?.terminate();
    },
  };
}

/** What comes with the event; null where the worker ends first, or after `limitMs`. */
async function next(worker: Worker, event: string, limitMs?: number): Promise<unknown[] | null> {
  const over = new AbortController();
  const timer = limitMs && setTimeout(() => setImmediate(() => over.abort()), limitMs); // an answer that waits in the loop is heard first
  try {
    return await Promise.race([once(worker, event, over), once(worker, 'exit', over).then(() => null)]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
