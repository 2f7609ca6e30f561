import { expect, test } from 'vitest';
import { drawn } from '../../tests/support/screens/drawn.tsx';
import { TeamNotice } from './TeamNotice.tsx';

const shown = (state: object) =>
  drawn(<TeamNotice />, ['team'], state)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ADVICE =
  'Não foi combinado? Veja em Registro quem foi, devolva em Mais, Apagadas há pouco, e chame quem cuida do site: por 7 dias o que foi apagado ainda volta. Foi combinado: liberar';

test.each([
  [{ apagou: 5 }, 'Em 24 horas, 5 inscrições foram apagadas à mão.'],
  [{ tirou_acesso: 3 }, 'Em 24 horas, 3 pessoas da equipe perderam o acesso.'],
  [
    { apagou: 10, tirou_acesso: 6 },
    'Em 24 horas, 10 inscrições foram apagadas à mão e 6 pessoas da equipe perderam o acesso.',
  ],
])('%j is told as %j', (state, sentence) => {
  expect(shown(state)).toBe(`A equipe apagou muito, ou tirou muitos acessos ${sentence} ${ADVICE}`);
});

test('a day like others is not told', () => {
  expect(shown({})).toBe('');
});
