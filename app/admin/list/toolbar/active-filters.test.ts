import { expect, test } from 'vitest';
import { type EnrolmentFilter, NO_FILTER } from '../../../../domain/desk/filter.ts';
import { activeFilters, withoutFilter } from './active-filters.ts';

test('the filters that are on are said in words, without the search, the order and what a counter shows', () => {
  const filter: EnrolmentFilter = {
    ...NO_FILTER,
    search: 'a',
    mayBeRepeated: true,
    situation: 'nova',
    order: 'nome',
  };
  expect(activeFilters(filter)).toEqual([]);
  expect(
    activeFilters({
      ...filter,
      situation: 'aprovada',
      toNotify: true,
      city: 'Vila Exemplo',
      until: '2026-12-01',
    }),
  ).toEqual([
    { key: 'situation', words: 'Situação: Aprovada' },
    { key: 'city', words: 'Cidade: Vila Exemplo' },
    { key: 'toNotify', words: 'A avisar' },
    { key: 'until', words: 'Chegou até 01/12/2026' },
  ]);
});

test('one filter is taken away alone', () => {
  const filter: EnrolmentFilter = { ...NO_FILTER, search: 'a', city: 'Vila Exemplo', withoutGuardian: true };
  expect(withoutFilter(filter, 'city')).toEqual({ ...filter, city: '' });
  expect(withoutFilter(filter, 'withoutGuardian')).toEqual({ ...filter, withoutGuardian: false });
});
