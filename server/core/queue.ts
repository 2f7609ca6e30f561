import { ApiError } from './errors.ts';

/**
 * Runs at most `atOnce` tasks at a time. Those that wait take turns by `key`, and of one key in order of arrival,
 * so that nobody waits for all that another has sent. Throws 503 with Retry-After when a key has `ofOne` tasks
 * already, and when `waitingMax` wait: then the last of the key that has most, be it this one.
 */
export function boundedQueue(atOnce: number, waitingMax: number, ofOne = Number.POSITIVE_INFINITY) {
  type Waiting = { begin: () => void; refuse: (reason: Error) => void };
  let running = 0;
  let waiting = 0;
  const tasks = new Map<string, number>();
  /** Whose turn is next stands first. */
  const lines = new Map<string, Waiting[]>();

  /** Makes room in the longest line. Throws when that is the line of `key`. */
  const makeRoom = (key: string): void => {
    const [most] = [...lines.values()].sort((one, other) => other.length - one.length);
    if (!most || most.length <= (lines.get(key)?.length ?? 0) + 1) throw busy();
    most.pop()?.refuse(busy());
    waiting -= 1;
  };
  const wait = (key: string) =>
    new Promise<void>((begin, refuse) => {
      waiting += 1;
      lines.set(key, [...(lines.get(key) ?? []), { begin, refuse }]);
    });
  const beginNext = (): void => {
    const [next] = lines;
    if (!next) {
      running -= 1;
      return;
    }
    const [key, [first, ...others]] = next;
    lines.delete(key);
    if (others.length > 0) lines.set(key, others);
    waiting -= 1;
    first?.begin(); // it takes this place
  };
  /** Counts a task of `key` more, or one less. */
  const count = (key: string, change: 1 | -1): void => {
    const left = (tasks.get(key) ?? 0) + change;
    if (left > 0) tasks.set(key, left);
    else tasks.delete(key);
  };

  return async <T>(task: () => Promise<T>, key = ''): Promise<T> => {
    if ((tasks.get(key) ?? 0) >= ofOne) throw busy();
    if (running >= atOnce && waiting >= waitingMax) makeRoom(key);
    count(key, 1);
    try {
      if (running < atOnce) running += 1;
      else await wait(key);
      try {
        return await task();
      } finally {
        beginNext();
      }
    } finally {
      count(key, -1);
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

function busy(): ApiError {
  return new ApiError(503, 'unexpected_failure', 'Muita gente ao mesmo tempo. Tente de novo daqui a pouco.', {
    headers: { 'Retry-After': '2' },
  });
}
