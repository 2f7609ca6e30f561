import { expect, test } from 'vitest';
import {
  CHIPS,
  chipOf,
  type EnrolmentFilter,
  NO_FILTER,
  narrows,
  paramsOf,
  withChip,
  withoutFilters,
} from './filter.ts';

test('chips clear one another and nothing else, and bring who waits longest first', () => {
  const filter: EnrolmentFilter = { ...NO_FILTER, age: 'adulto' };
  for (const chip of CHIPS) {
    const pressed = withChip(filter, chip);
    expect(chipOf(pressed)).toBe(chip);
    expect(pressed).toEqual({ ...filter, [chip]: true, order: 'espera', direction: 'asc' });
    expect(withChip(pressed, null)).toEqual(filter);
    for (const other of CHIPS) expect(withChip(pressed, other)).toEqual(withChip(filter, other));
  }
  expect(chipOf(filter)).toBeNull();
});

test('only values that differ from the usual are asked, and order does not narrow', () => {
  const ordered: EnrolmentFilter = { ...NO_FILTER, order: 'nome', direction: 'asc' };
  expect(paramsOf(ordered)).toEqual({ ordem: 'nome', sentido: 'asc' });
  expect(narrows(ordered)).toBe(false);
  expect(narrows({ ...ordered, search: 'a' })).toBe(true);
  expect(withoutFilters({ ...ordered, age: 'adulto' })).toEqual(ordered);
  expect(withoutFilters({ ...withChip(ordered, 'request'), age: 'adulto' })).toEqual(NO_FILTER);
});
