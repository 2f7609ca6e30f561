import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { controlsIn, textOf } from '../../../tests/support/screens/heard.ts';
import { followUp } from '../../../tests/support/screens/open-enrolment.ts';
import { Documents } from './Documents.tsx';

afterEach(() => vi.unstubAllGlobals());

const [FIRST, BETTER] = ['https://casa.test/a.jpg', 'https://casa.test/b.jpg'];
const LATER = { address: BETTER, receivedAt: '2026-11-01T12:00:00Z', activeContent: ['programa'] };

/** What is shown of an enrolment's documents, and the addresses of those that are fetched. */
function shown(known?: object, cadastroUnico: string | null = FIRST) {
  const client = new QueryClient();
  if (known) client.setQueryData(['follow-up', 'a'], followUp(known as object));
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
  const known = { laterDocuments: [LATER], activeContent: [] };
  expect(shown(known).fetched).toEqual([BETTER]);
  vi.stubGlobal('navigator', { connection: { saveData: true } }); // until somebody wants it
  expect(shown(known).fetched).toEqual([]);
});

test('of several the newest is shown, with who attached it and what it does by itself', () => {
  const laterDocuments = [{ ...LATER, fromDesk: true, attachedBy: 'Rui' }];
  const heard = (known: object, first?: null) => controlsIn(shown(known, first).html);
  const one = { laterDocuments: [], activeContent: [] };
  const both = { ...one, laterDocuments };
  expect(heard(both)).toBe(
    'Anexado em 01/11/2026 09:00 por Rui (on) | O da inscrição | Abrindo… (off) | Baixar',
  );
  expect([heard(both, null), heard(one)]).toEqual(Array(2).fill('Abrindo… (off) | Baixar'));
  expect(textOf(shown(both).html)).toContain('traz um programa dentro');
});
