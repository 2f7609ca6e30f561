import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TeamNotice } from './TeamNotice.tsx';

function drawn(state: object): string {
  const client = new QueryClient();
  client.setQueryData(['team'], state);
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TeamNotice />
    </QueryClientProvider>,
  );
  client.clear();
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

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
  expect(drawn(state)).toBe(`A equipe apagou muito, ou tirou muitos acessos ${sentence} ${ADVICE}`);
});

test('a day like others is not told', () => {
  expect(drawn({})).toBe('');
});
