import { ApiError } from '../core/errors.ts';

/**
 * Runs at most `atOnce` works side by side, the others in the order they came.
 * Throws 503 with Retry-After when `waitingMax` wait already.
 */
export function boundedQueue(atOnce: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length < waitingMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw busy();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // takes over this place
      else running--;
    }
  };
}

/** A queue of one for each key: who shares a key waits, who does not never does. */
export function lanes(waitingMax: number) {
  const open = new Map<string, { run: ReturnType<typeof boundedQueue>; inside: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const lane = open.get(key) ?? { run: boundedQueue(1, waitingMax), inside: 0 };
    open.set(key, lane);
    lane.inside++;
    try {
      return await lane.run(work);
    } finally {
      lane.inside--;
      if (lane.inside === 0) open.delete(key);
    }
  };
}

function busy(): ApiError {
  return new ApiError(503, 'unexpected_failure', 'Muita gente ao mesmo tempo. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '2' },
  });
}
