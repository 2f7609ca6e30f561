import { expect, test } from 'vitest';
import { type EnrolmentFilter, NO_FILTER } from '../../../../domain/desk/filter.ts';
import { activeFilters } from './active-filters.ts';

test('the filters that are on are said in words, without the search, the order and the pressed chip', () => {
  const filter: EnrolmentFilter = {
    ...NO_FILTER,
    search: 'a',
    withoutGuardian: true,
    order: 'nome',
  };
  expect(activeFilters(filter)).toEqual([]);
  expect(
    activeFilters(
      {
        ...filter,
        situation: 'aprovada',
        mayBeRepeated: true,
        classId: '6c84fb90-12c4-41e1-840d-7b25c5ee775a',
        city: 'Vila Exemplo',
        until: '2026-12-01',
      },
      'Muay Thai',
    ),
  ).toEqual([
    { key: 'situation', words: 'Situação: Aprovada' },
    { key: 'city', words: 'Cidade: Vila Exemplo' },
    { key: 'classId', words: 'Turma: Muay Thai' },
    { key: 'mayBeRepeated', words: 'Possível repetida' },
    { key: 'until', words: 'Chegou até 01/12/2026' },
  ]);
});
