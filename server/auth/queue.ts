import { ApiError } from '../core/errors.ts';

/**
 * Runs at most `atOnce` tasks at a time, the others in order of arrival. Throws 503
 * with Retry-After when `waitingMax` wait already.
 */
export function boundedQueue(atOnce: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw busy();
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // it takes this slot
      else running--;
    }
  };
}

/** One task at a time for each key; tasks of different keys do not wait for each other. */
export function keyedQueue(waitingMax: number) {
  const queues = new Map<string, { run: ReturnType<typeof boundedQueue>; tasks: number }>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { run: boundedQueue(1, waitingMax), tasks: 0 };
    queues.set(key, queue);
    queue.tasks++;
    try {
      return await queue.run(task);
    } finally {
      queue.tasks--;
      if (queue.tasks === 0) queues.delete(key);
    }
  };
}

function busy(): ApiError {
  return new ApiError(503, 'unexpected_failure', 'Muita gente ao mesmo tempo. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '2' },
  });
}
