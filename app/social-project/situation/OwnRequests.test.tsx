import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import type { OwnRequest } from './own-data.ts';

const REQUEST: OwnRequest = {
  numero: 2,
  tipo: 'corrigir',
  telefone: null,
  mudancas: { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma' },
  feitoEm: '2026-12-10T12:00:00Z',
  prazo: '2026-12-25',
  noBalcao: false,
  respondidoEm: null,
  confirmado: null,
  resposta: null,
};

const text = (request: Partial<OwnRequest>, today = '2026-12-25') =>
  drawn(<OwnRequests requests={[{ ...REQUEST, ...request }]} today={today} />).replace(/<[^>]*>/g, '');

test('an open request says what, since when and until when, and once that is over that it is', () => {
  expect(text({})).toContain(
    'Pedido nº 2 · Corrigir: Possui Condição Médica?, para Sim; Qual?, para AsmaFeito em 10/12/2026. A equipe responde até 25/12/2026.',
  );
  expect(text({}, '2026-12-26')).toContain('O prazo de 15 dias acabou em 25/12/2026.');
  expect(text({ noBalcao: true })).toContain('Feito em 10/12/2026, na recepção.');
});

test('an answered one says when and why', () => {
  const respondidoEm = '2026-12-12T12:00:00Z';
  expect(text({ respondidoEm, confirmado: true })).toContain('Atendido em 12/12/2026.');
  expect(text({ respondidoEm, resposta: 'O laudo diz outra coisa.' })).toContain(
    'Não atendido, em 12/12/2026.A equipe escreveu: O laudo diz outra coisa.',
  );
  expect(text({ tipo: 'telefone', telefone: '62988887777', mudancas: null })).toContain(
    'Usar outro telefone: (62) 98888-7777',
  );
});
