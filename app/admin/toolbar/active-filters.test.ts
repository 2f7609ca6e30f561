import { expect, test } from 'vitest';
import { type EnrolmentFilter, NO_FILTER } from '../../../domain/desk/filter.ts';
import { activeFilters, withoutFilter } from './active-filters.ts';

test('the filters that are on are said in words, without the search, the order and what a counter shows', () => {
  const filter: EnrolmentFilter = {
    ...NO_FILTER,
    busca: 'a',
    repetida: true,
    situacao: 'nova',
    ordem: 'nome',
  };
  expect(activeFilters(filter)).toEqual([]);
  expect(
    activeFilters({
      ...filter,
      situacao: 'aprovada',
      avisar: true,
      cidade: 'Vila Exemplo',
      ate: '2026-12-01',
    }),
  ).toEqual([
    { key: 'situacao', words: 'Situação: Aprovada' },
    { key: 'cidade', words: 'Cidade: Vila Exemplo' },
    { key: 'avisar', words: 'A avisar' },
    { key: 'ate', words: 'Chegou até 01/12/2026' },
  ]);
});

test('one filter is taken away alone', () => {
  const filter: EnrolmentFilter = { ...NO_FILTER, busca: 'a', cidade: 'Vila Exemplo', semResponsavel: true };
  expect(withoutFilter(filter, 'cidade')).toEqual({ ...filter, cidade: '' });
  expect(withoutFilter(filter, 'semResponsavel')).toEqual({ ...filter, semResponsavel: false });
});
