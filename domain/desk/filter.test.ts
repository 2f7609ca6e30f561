import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  asked,
  type EnrolmentFilter,
  filterOf,
  NO_FILTER,
  narrows,
  PAGE_SIZES,
  placeOf,
  withoutFilters,
} from './filter.ts';
import { SITUATIONS, type Situation } from './situations.ts';

const filters = fc.record<EnrolmentFilter>({
  busca: fc.string(),
  situacao: fc.constantFrom('' as const, ...(Object.keys(SITUATIONS) as Situation[])),
  idade: fc.constantFrom('', 'crianca', 'adolescente', 'adulto'),
  cidade: fc.string({ unit: 'grapheme', maxLength: 40 }),
  documento: fc.constantFrom('', 'com', 'sem'),
  condicao: fc.constantFrom('', 'sim', 'nao'),
  semResponsavel: fc.boolean(),
  repetida: fc.boolean(),
  avisar: fc.boolean(),
  de: fc.constantFrom('', '2026-01-31'),
  ate: fc.constantFrom('', '2026-12-01'),
  ordem: fc.constantFrom('criada', 'nome', 'idade', 'telefone'),
  sentido: fc.constantFrom('asc', 'desc'),
  tamanho: fc.constantFrom(...PAGE_SIZES),
});
const places = fc.oneof(
  fc.constant({ pagina: 1 }),
  fc.record({ pagina: fc.integer({ min: 2, max: 99_999 }) }),
  fc.record({ pagina: fc.integer({ min: 2, max: 99_999 }), apos: fc.uuid() }),
  fc.record({ pagina: fc.integer({ min: 2, max: 99_999 }), antes: fc.uuid() }),
  fc.record({ pagina: fc.integer({ min: 2, max: 99_999 }), fim: fc.constant(true) }),
);

test('an address gives back the filter and the page it was made of, without the search', () => {
  fc.assert(
    fc.property(filters, places, (filter, place) => {
      const address = new URLSearchParams(addressOf(filter, place));
      expect(filterOf(address)).toEqual({ ...filter, busca: '' });
      expect(placeOf(address)).toEqual(place);
      expect(address.has('busca')).toBe(false);
    }),
  );
});

test('the unfiltered list adds nothing to the address', () => {
  expect(addressOf(NO_FILTER)).toBe('');
  expect(addressOf({ ...NO_FILTER, busca: 'Pessoa de Teste' })).toBe('');
});

test.each([
  'situacao=x',
  'idade=12',
  'documento=talvez',
  'de=ontem',
  'ordem=cpf',
  'sentido=',
  'tamanho=1000000',
  'busca=Maria',
  'repetida=1',
  'avisar=sim',
])('an address with %s filters nothing', (text) => {
  expect(filterOf(new URLSearchParams(text))).toEqual(NO_FILTER);
});

test.each(['', '0', '-2', '2.5', '1e3', '99999999999999999999'])('%j is the first page', (pagina) => {
  expect(placeOf(new URLSearchParams({ pagina }))).toEqual({ pagina: 1 });
});

test('a row beside the page that is not an id is ignored', () => {
  expect(placeOf(new URLSearchParams('pagina=3&apos=Maria'))).toEqual({ pagina: 3 });
});

test('only values that differ from the usual are asked, and order does not narrow', () => {
  const ordered: EnrolmentFilter = { ...NO_FILTER, ordem: 'nome', sentido: 'asc' };
  expect(asked(ordered)).toEqual({ ordem: 'nome', sentido: 'asc' });
  expect(narrows(ordered)).toBe(false);
  expect(narrows({ ...ordered, busca: 'a' })).toBe(true);
  expect(withoutFilters({ ...ordered, cidade: 'x' })).toEqual(ordered);
});
