import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import type { LaterDocument } from '../api/follow-up.ts';
import { Documents } from './Documents.tsx';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true }))); // beside the sheet
afterEach(() => vi.unstubAllGlobals());

const [FIRST, BETTER] = ['https://casa.test/a.jpg', 'https://casa.test/b.jpg'];
const LATER = {
  address: BETTER,
  receivedAt: '2026-11-01T12:00:00Z',
  activeContent: ['programa'],
  fromDesk: true,
};

/** What is shown of an enrolment's documents, and the addresses of those that are fetched. */
function shown(known?: object, cadastroUnico: string | null = FIRST) {
  const client = new QueryClient();
  if (known) client.setQueryData(['follow-up', 'a'], followUp(known));
  const enrolment = { id: 'a', cadastroUnico, newestDocument: null, documentErasedAt: null };
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Documents enrolment={enrolment as never} />
    </QueryClientProvider>,
  );
  const asked = client.getQueryCache().findAll({ queryKey: ['document'] });
  const fetched = asked.flatMap(({ options, queryKey }) => (Object(options).enabled ? [queryKey[2]] : []));
  client.clear();
  return { html, fetched };
}

test('nothing is fetched, which is recorded, before it is known which document is the newest', () => {
  expect(shown().fetched).toEqual([]);
  expect(shown({ laterDocuments: [], activeContent: [] }).fetched).toEqual([FIRST]);
  const laterDocuments = [LATER] as unknown as LaterDocument[];
  expect(shown({ laterDocuments, activeContent: [] }).fetched).toEqual([BETTER]);
  vi.stubGlobal('matchMedia', () => ({ matches: false })); // out of sight until somebody wants it
  expect(shown({ laterDocuments, activeContent: [] }).fetched).toEqual([]);
});

test('of several the newest is shown, with who attached it and what it does by itself', () => {
  const laterDocuments = [{ ...LATER, attachedBy: 'Rui' }] as unknown as LaterDocument[];
  const { html } = shown({ laterDocuments, activeContent: [] });
  expect(controlsIn(html)).toBe(
    'Anexado em 01/11/2026 09:00 (on) | O da inscrição | Abrindo… (off) | Baixar',
  );
  expect(textOf(html)).toContain('Rui');
  expect(textOf(html)).toContain('traz um programa dentro');
  const [kept, alone] = [
    shown({ laterDocuments, activeContent: [] }, null),
    shown({ laterDocuments: [], activeContent: [] }),
  ];
  expect([controlsIn(kept.html), controlsIn(alone.html)]).toEqual([
    'Abrindo… (off) | Baixar',
    'Abrindo… (off) | Baixar',
  ]);
});
