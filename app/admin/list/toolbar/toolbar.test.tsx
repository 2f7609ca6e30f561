import { expect, test, vi } from 'vitest';
import { FILTERS, NO_FILTER, withChip } from '../../../../domain/desk/filter.ts';
import { drawn } from '../../../../tests/support/screens/drawn.tsx';
import { elementsIn, innerParts, partsOf, press } from '../../../../tests/support/screens/form.tsx';
import { controlsIn } from '../../../../tests/support/screens/heard.ts';
import { FilterPanel } from './FilterPanel.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { SearchBox } from './SearchBox.tsx';

test('Enter searches; an empty box or Escape ends the search, and typing does not', () => {
  const onSearch = vi.fn();
  const box = partsOf(SearchBox, { value: '', onSearch });
  const [{ props }] = elementsIn(box).filter(({ type }) => type === 'input') as [ReturnType<typeof partsOf>];
  const { onChange, onKeyDown } = props as Record<string, (event: object) => void>;
  for (const value of ['an', 'ana', '']) onChange?.({ target: { value } });
  for (const [key, value] of Object.entries({ a: 'ana', Enter: ' ana ', Escape: 'ana' }))
    onKeyDown?.({ key, currentTarget: { value }, preventDefault: () => {} });
  expect(onSearch.mock.calls).toEqual([[''], ['ana'], ['']]);
});

test('a chip shows all that waits under it, whatever was searched', () => {
  const onChange = vi.fn();
  const filter = { ...NO_FILTER, search: 'ana' };
  const props = { filter, waiting: undefined, onSearch: () => {}, onChange, all: null, more: null };
  press(innerParts(partsOf(ListToolbar, props), 'ToDoChips'), FILTERS.toNotify.label);
  expect(onChange).toHaveBeenCalledWith(withChip(NO_FILTER, 'toNotify'));
});

test('in the panel what is filtered by is ticked, and nothing else', () => {
  const panel = <FilterPanel filter={{ ...NO_FILTER, mayBeRepeated: true }} onChange={() => {}} />;
  const ticks = ' | Possível repetida (on) | Dados apagados em 30 dias | ';
  expect(controlsIn(drawn(panel, ['lista_de_turmas', {}], []))).toContain(ticks);
});
