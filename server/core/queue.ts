import { unavailable } from './errors.ts';

/**
 * Runs at most `atOnce` tasks at a time, the others in order of arrival. Throws 503 with Retry-After when
 * `waitingMax` wait, and when `ofOne` tasks of one key run or wait: nobody takes every place.
 */
export function boundedQueue(atOnce: number, waitingMax: number, ofOne = Number.POSITIVE_INFINITY) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const tasks = new Map<string, number>();
  const count = (key: string, change: 1 | -1): void => {
    const left = (tasks.get(key) ?? 0) + change;
    if (left > 0) tasks.set(key, left);
    else tasks.delete(key);
  };
  return async <T>(task: () => Promise<T>, key = ''): Promise<T> => {
    const isFull = running >= atOnce && waiting.length >= waitingMax;
    if (isFull || (tasks.get(key) ?? 0) >= ofOne) throw unavailable();
    count(key, 1);
    if (running < atOnce) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin)); // it takes the place of one that ended
    try {
      return await task();
    } finally {
      count(key, -1);
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** One task at a time for each key; tasks of different keys do not wait for each other. */
export function keyedQueue() {
  const lasts = new Map<string, Promise<unknown>>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const mine = (lasts.get(key) ?? Promise.resolve()).then(task, task);
    lasts.set(key, mine);
    try {
      return await mine;
    } finally {
      if (lasts.get(key) === mine) lasts.delete(key);
    }
  };
}
