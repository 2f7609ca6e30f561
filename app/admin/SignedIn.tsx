import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endSession } from '../api/auth.ts';
import { BackendError } from '../api/client.ts';
import { forgetAttempts, LOST_AT_THE_END } from './api/calls.ts';
import { mayRetry } from './api/failure-text.ts';
import { Desk } from './Desk.tsx';
import './controls/vocabulary.css';

/**
 * What somebody who has signed in sees. Owns the query cache: signing out drops all data from memory, and
 * `onEnd` hears whether a decision still waited for its answer.
 */
export function SignedIn({ onEnd }: { onEnd: (waited: boolean) => void }) {
  const [client] = useState(newQueryClient);
  useEffect(
    () => () => {
      onEnd(client.isMutating(LOST_AT_THE_END) > 0);
      client.clear();
      forgetAttempts();
    },
    [client, onEnd],
  );
  return (
    <QueryClientProvider client={client}>
      <Desk />
    </QueryClientProvider>
  );
}

/** Stores nothing on the device and unused data for one minute in memory; a 401 ends the session. */
function newQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof BackendError && error.status === 401) void endSession();
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 60_000,
        networkMode: 'always', // offline, show the error instead of waiting for the network
        refetchOnReconnect: ({ state }) => state.data === undefined, // what is shown never moves without an action
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && mayRetry(error),
      },
    },
  });
}
