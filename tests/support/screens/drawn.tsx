import { type MutationState, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SessionProvider } from '../../../app/api/session.tsx';

const PENDING = { status: 'pending', failureCount: 0, isPaused: false } as MutationState;

/** The HTML drawn for a direção, with the usual messages, and with these answers of the back end in the query cache; an Error is one that failed, a Promise a change that has no answer yet. */
export function drawn(
  element: ReactNode,
  key: readonly unknown[] = ['nothing'],
  answer: unknown = null,
  also: readonly (readonly [key: readonly unknown[], answer: unknown])[] = [],
): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  client.setQueryData(['role'], 'direcao');
  client.setQueryData(['own messages'], {});
  for (const [of, known] of [[key, answer] as const, ...also]) {
    client.removeQueries({ queryKey: of, exact: true });
    if (known instanceof Promise) client.getMutationCache().build(client, { mutationKey: of }, PENDING);
    else if (!(known instanceof Error)) client.setQueryData(of, known);
    else client.getQueryCache().build(client, { queryKey: of }).setState({ status: 'error', error: known });
  }
  const html = renderToStaticMarkup(
    <SessionProvider notify={() => {}}>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </SessionProvider>,
  );
  client.clear();
  return html;
}
