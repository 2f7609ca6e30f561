import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The HTML drawn for a direção, with the usual messages, and with this answer of the back end in the query cache. */
export function drawn(
  element: ReactNode,
  key: readonly unknown[] = ['nothing'],
  answer: unknown = null,
): string {
  const client = new QueryClient();
  client.setQueryData(['role'], 'direcao');
  client.setQueryData(['own messages'], {});
  client.setQueryData(key, answer);
  const html = renderToStaticMarkup(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
  client.clear();
  return html;
}
