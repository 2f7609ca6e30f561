import { expect, test } from 'vitest';
import { changeInWords } from '../follow-up/History.tsx';
import { countInWords } from '../toolbar/ListCounters.tsx';
import { placesAround, type ShownPage, shownRange } from './ListPaging.tsx';

const page = (changes: Partial<ShownPage>): ShownPage => ({
  place: { pagina: 1 },
  ids: ['primeira', 'meio', 'última'],
  more: true,
  size: 25,
  count: { total: 1132, exato: true },
  ...changes,
});
const roughly = { total: 123_456, exato: false };

test.each([
  [page({}), 'Mostrando 1–3 de 1.132'],
  [page({ count: undefined }), 'Mostrando 1–3'],
  [page({ place: { pagina: 46, apos: 'x' } }), 'Mostrando 1.126–1.128 de 1.132'],
  [page({ place: { pagina: 46, fim: true } }), 'Mostrando 1.130–1.132 de 1.132'],
  [
    page({ place: { pagina: 4939, fim: true }, count: roughly }),
    'Mostrando as últimas 3 de cerca de 120.000',
  ],
  [
    page({ place: { pagina: 4938, antes: 'x' }, count: roughly }),
    'Mostrando por volta de 123.426–123.428 de cerca de 120.000',
  ],
])('the range of %j reads %j', (shown, words) => {
  expect(shownRange(shown)).toBe(words);
});

test('the first page leads to the next and the last, not back', () => {
  expect(placesAround(page({}))).toEqual({
    before: null,
    after: { pagina: 2, apos: 'última' },
    last: { pagina: 46, fim: true },
  });
});

test('a page in the middle leads both ways, by the rows beside it', () => {
  expect(placesAround(page({ place: { pagina: 3, apos: 'x' } }))).toMatchObject({
    before: { pagina: 2, antes: 'primeira' },
    after: { pagina: 4, apos: 'última' },
  });
});

test('the second page leads back to the current first page', () => {
  expect(placesAround(page({ place: { pagina: 2, apos: 'x' } })).before).toEqual({ pagina: 1 });
});

test('the last page has no next one, however it was reached', () => {
  expect(placesAround(page({ place: { pagina: 46, apos: 'x' }, more: false }))).toMatchObject({
    after: null,
    last: null,
  });
  expect(placesAround(page({ place: { pagina: 46, fim: true } }))).toMatchObject({ after: null, last: null });
});

test('a page read backwards leads on to the page it was reached from', () => {
  expect(placesAround(page({ place: { pagina: 45, antes: 'x' }, more: false })).after).toEqual({
    pagina: 46,
    apos: 'última',
  });
});

test('a single page leads nowhere', () => {
  expect(placesAround(page({ more: false, count: { total: 3, exato: true } }))).toEqual({
    before: null,
    after: null,
    last: null,
  });
});

test.each([
  [{ total: 10_000, exato: true }, '10.000'],
  [{ total: 10_001, exato: false }, 'cerca de 10.000'],
  [{ total: 987_654, exato: false }, 'cerca de 990.000'],
])('%j are %j', (count, words) => {
  expect(countInWords(count)).toBe(words);
});

const change = { quando: '2026-01-01T12:00:00Z', quem: null, de: null, para: null, motivo: null };
test.each([
  [{ ...change, acao: 'situacao', de: 'nova', para: 'aprovada' }, 'De Nova para Aprovada'],
  [
    { ...change, acao: 'situacao', de: 'x-antiga', para: 'nao-aprovada', motivo: 'sem vaga' },
    'De x-antiga para Não aprovada: sem vaga',
  ],
  [
    { ...change, acao: 'criterio', de: 'socioeconomica', para: 'nao' },
    'Desmarcou: Situação socioeconômica avaliada',
  ],
  [
    { ...change, acao: 'repetida', de: '48271936', para: 'sim' },
    'Marcou como repetida: a inscrição 4827-1936',
  ],
  [{ ...change, acao: 'repetida', de: '', para: 'nao' }, 'Pessoas diferentes: outra inscrição'],
  [{ ...change, acao: 'mensagem', de: 'contato', para: 'pessoa' }, 'Mensagem preparada para a pessoa'],
] as const)('the change %j reads %j', (made, words) => {
  expect(changeInWords(made)).toBe(words);
});
