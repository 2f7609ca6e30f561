import { expect, test } from 'vitest';
import { NO_FILTER } from '../../../../domain/desk/filter.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { controlsIn } from '../../../../tests/support/screens/heard.ts';
import { FilterPanel } from './FilterPanel.tsx';

test('in the panel what is filtered by is ticked, and nothing else', () => {
  const panel = <FilterPanel filter={{ ...NO_FILTER, mayBeRepeated: true }} onChange={() => {}} />;
  const ticks = ' | Possível repetida (on) | Dados apagados em 30 dias | ';
  expect(controlsIn(drawn(panel, ['lista_de_turmas', {}], []))).toContain(ticks);
});
