import { expect, test } from 'vitest';
import { drawn } from '../../../tests/support/screens/drawn.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import type { OwnRequest } from './own-data.ts';

const REQUEST: OwnRequest = {
  number: 2,
  kind: 'corrigir',
  phone: null,
  changes: { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma' },
  askedAt: '2026-12-10T12:00:00Z',
  until: '2026-12-25',
  atDesk: false,
  answeredAt: null,
  taken: false,
  sentence: '',
  updatedAt: null,
};

const text = (request: Partial<OwnRequest>, today = '2026-12-25') =>
  drawn(<OwnRequests requests={[{ ...REQUEST, ...request }]} today={today} />).replace(/<[^>]*>/g, '');

test('an open request says what, since when and until when, and once that is over that it is', () => {
  expect(text({})).toContain(
    'Pedido nº 2 · Corrigir: Possui Condição Médica?, para Sim; Qual?, para AsmaFeito em 10/12/2026. A equipe responde até 25/12/2026.',
  );
  expect(text({}, '2026-12-26')).toContain('O prazo de 15 dias acabou em 25/12/2026.');
  expect(text({ atDesk: true })).toContain('Feito em 10/12/2026, na recepção.');
});

test('an answered one says when and why', () => {
  const answeredAt = '2026-12-12T12:00:00Z';
  expect(text({ answeredAt, taken: true })).toContain('Atendido em 12/12/2026.');
  expect(text({ answeredAt, sentence: 'O laudo diz outra coisa.' })).toContain(
    'Não atendido, em 12/12/2026.A equipe escreveu: O laudo diz outra coisa.',
  );
  expect(text({ kind: 'telefone', phone: '62988887777', changes: null })).toContain(
    'Usar outro telefone: (62) 98888-7777',
  );
});
