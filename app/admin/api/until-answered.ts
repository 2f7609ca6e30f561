import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { mayRetry } from './failure-text.ts';

/** Before each further attempt; after the last the failure is told. */
const PAUSES_MS = [2_000, 5_000, 10_000, 10_000, 10_000];

type Call = () => Promise<unknown>;

/** How a call that carries its attempt (decision 167) is made again where no answer came. */
export const UNTIL_ANSWERED = {
  mutationFn: (call: Call) => call(),
  retry: (failures: number, error: unknown) => failures < PAUSES_MS.length && mayRetry(error),
  retryDelay: (failures: number) => PAUSES_MS[failures] ?? 0,
  // The first attempt is made whatever the browser says of the network, for the server may be this computer; further ones once there is a network.
  networkMode: 'offlineFirst',
  gcTime: 60_000,
} as const;

type Sender = { mutateAsync: (call: Call) => Promise<unknown>; reset: () => void };

/**
 * Makes a call until it is answered or the attempts are used up. When `signal` is aborted no further attempt is
 * made, and the result is that of the last one.
 */
export function sendUntilAnswered<Answer>(
  { mutateAsync, reset }: Sender,
  call: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let last: Promise<Answer> | undefined;
    const attempt = () => {
      signal.throwIfAborted();
      last = call();
      return last;
    };
    const stop = () => {
      reset();
      resolve(last ?? Promise.reject(signal.reason));
    };
    signal.addEventListener('abort', stop);
    mutateAsync(attempt)
      .then((answer) => resolve(answer as Answer), reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Sends calls, one after the other, each until it is answered, as long as `about` is on the screen. `unanswered`: there
 * was no answer yet, and the call is made again by itself; `stop` ends that, `signal` says that it ended.
 */
export function useUntilAnswered(about = '') {
  const mutation = useMutation(UNTIL_ANSWERED);
  const stay = useRef(new AbortController());

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits ends with what it is about
  useLayoutEffect(() => {
    const here = new AbortController();
    stay.current = here;
    return () => here.abort();
  }, [about]);

  return {
    send: <Answer>(call: () => Promise<Answer>) => sendUntilAnswered(mutation, call, stay.current.signal),
    isPending: mutation.isPending,
    unanswered: mutation.isPending && mutation.failureCount > 0,
    stop: () => stay.current.abort(),
    signal: () => stay.current.signal,
  };
}
