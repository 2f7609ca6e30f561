import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  CHIPS,
  chipOf,
  type EnrolmentFilter,
  filterOf,
  isOpening,
  NO_FILTER,
  narrows,
  pageOf,
  paramsOf,
  withChip,
  withoutFilters,
} from './filter.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const filters = fc.record<EnrolmentFilter>({
  search: fc.string(),
  situation: fc.constantFrom('' as const, ...(Object.keys(SITUATIONS) as Situation[])),
  age: fc.constantFrom('', 'crianca', 'adolescente', 'adulto'),
  document: fc.constantFrom('', 'com', 'sem'),
  classId: fc.oneof(fc.constant(''), fc.uuid()),
  undecided: fc.boolean(),
  newDocument: fc.boolean(),
  request: fc.boolean(),
  toNotify: fc.boolean(),
  withoutClass: fc.boolean(),
  withoutGuardian: fc.boolean(),
  absent: fc.boolean(),
  mayBeRepeated: fc.boolean(),
  leavingSoon: fc.boolean(),
  order: fc.constantFrom('criada', 'nome', 'idade', 'espera'),
  direction: fc.constantFrom('asc', 'desc'),
});
test('an address gives back the filter and the page it was made of, without the search', () => {
  fc.assert(
    fc.property(filters, fc.integer({ min: 1, max: 99_999 }), (filter, page) => {
      const address = new URLSearchParams(addressOf(filter, page));
      expect(filterOf(address)).toEqual({ ...filter, search: '' });
      expect(pageOf(address)).toBe(page);
      expect(address.has('busca')).toBe(false);
    }),
  );
});

test('the list of all has an address of its own, since without one the desk opens what waits', () => {
  for (const filter of [NO_FILTER, { ...NO_FILTER, search: 'Pessoa de Teste' }]) {
    const address = new URLSearchParams(addressOf(filter));
    expect(address.toString()).toBe('lista=todas');
    expect(filterOf(address)).toEqual(NO_FILTER);
    expect(isOpening(address)).toBe(false);
  }
  expect(isOpening(new URLSearchParams())).toBe(true);
});

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

test.each([
  'situacao=x',
  'idade=12',
  'documento=talvez',
  'ordem=telefone',
  'sentido=',
  'busca=Maria',
  'repetida=1',
  'novas=sim',
  'turma=Muay Thai',
  'avisar=sim',
])('an address with %s filters nothing', (text) => {
  expect(filterOf(new URLSearchParams(text))).toEqual(NO_FILTER);
});

test.each(['', '0', '-2', '2.5', '1e3', '99999999999999999999'])('%j is the first page', (page) => {
  expect(pageOf(new URLSearchParams({ pagina: page }))).toBe(1);
});

test('only values that differ from the usual are asked, and order does not narrow', () => {
  const ordered: EnrolmentFilter = { ...NO_FILTER, order: 'nome', direction: 'asc' };
  expect(paramsOf(ordered)).toEqual({ ordem: 'nome', sentido: 'asc' });
  expect(narrows(ordered)).toBe(false);
  expect(narrows({ ...ordered, search: 'a' })).toBe(true);
  expect(withoutFilters({ ...ordered, age: 'adulto' })).toEqual(ordered);
  expect(withoutFilters({ ...withChip(ordered, 'request'), age: 'adulto' })).toEqual(NO_FILTER);
});
