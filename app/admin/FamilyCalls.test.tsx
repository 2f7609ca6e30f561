import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desk } from '../../content/desk.ts';
import type { Registration } from '../../domain/sheet.ts';
import { FamilyCalls } from './FamilyCalls.tsx';
import type { FollowUp } from './follow-up.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-12-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** The calls to an adult who waits and is erased on a day. */
function calls(eraseOn: string | null): string {
  const client = new QueryClient();
  const time = { inscricao: 'a', apagar_em: eraseOn, regra: 'espera', documento_apagado_em: null };
  client.setQueryData(['prazos', ['a']], [time]);
  const registration = {
    id: 'a',
    nome_completo: 'Pessoa de Teste',
    idade: 30,
    telefone_whatsapp: '62900000000',
  };
  const state = { situacao: 'lista-de-espera', motivo: null, criterios: {} } as FollowUp;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <FamilyCalls
        registration={registration as unknown as Registration}
        state={state}
        change={async () => null}
      />
    </QueryClientProvider>,
  );
  client.clear();
  return html;
}

test('who waited until it is nearly time to erase is asked, and the desk told what to do with the answer', () => {
  expect(calls('2027-01-10')).toContain('Você ainda quer participar? Responda SIM até 09/01/2027.');
  expect(calls('2027-01-10')).toContain(desk.stillWantsHint);
});

test.each(['2027-02-10', null])('who is erased on %s is told of the list alone', (eraseOn) => {
  expect(calls(eraseOn)).toContain('Quando abrir vaga, chamamos.');
  expect(calls(eraseOn)).not.toContain(desk.stillWantsHint);
});
