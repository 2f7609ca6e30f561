import { expect, test } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { TeamNotice } from './TeamNotice.tsx';

const shown = (state: object) =>
  drawn(<TeamNotice />, ['team'], state)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ADVICE =
  'Não foi combinado? Veja em Registro quem foi, com a pessoa escolhida devolva tudo de uma vez, e chame quem cuida do site: por 7 dias o que foi apagado ainda volta.';

test.each([
  [{ erased: 10 }, 'Em 24 horas, a mesma pessoa apagou 10 inscrições.'],
  [{ disabled: 3 }, 'Em 24 horas, a mesma pessoa tirou o acesso de 3 pessoas.'],
  [
    { erased: 10, disabled: 6 },
    'Em 24 horas, a mesma pessoa apagou 10 inscrições e tirou o acesso de 6 pessoas.',
  ],
])('%j is told as %j', (state, sentence) => {
  expect(shown(state)).toBe(`Alguém da equipe apagou muito, ou tirou muitos acessos ${sentence} ${ADVICE}`);
});

test('a day like others is not told', () => {
  expect(shown({})).toBe('');
});
