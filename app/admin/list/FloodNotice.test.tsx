import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FloodNotice } from './FloodNotice.tsx';

/** The HTML drawn with this answer of the back end in the query cache. */
function drawn(element: ReactNode, key: readonly unknown[], answer: unknown): string {
  const client = new QueryClient();
  client.setQueryData(key, answer);
  const html = renderToStaticMarkup(<QueryClientProvider client={client}>{element}</QueryClientProvider>);
  client.clear();
  return html;
}

test('a flood is told with its numbers and times, and nothing without one', () => {
  const flood = {
    origin: 'a',
    hour: '2026-12-20T11:00:00Z',
    first: '2026-12-20T11:05:00Z',
    last: '2026-12-20T11:50:00Z',
    enrolments: 40,
    documents: 12,
  };
  const html = drawn(<FloodNotice />, ['floods'], [flood]);
  expect(html).toMatch(/08:05.* a .*08:50.*: 40 inscrições ainda sem resposta e 12 arquivos sem inscrição\./);
  expect(html).toContain('Apagar todas');
  expect(drawn(<FloodNotice />, ['floods'], [])).toBe('');
});
