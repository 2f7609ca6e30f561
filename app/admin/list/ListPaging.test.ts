import { expect, test } from 'vitest';
import { changeInWords } from '../enrolment/follow-up/History.tsx';
import { cursorsAround, type ShownPage, shownRange } from './ListPaging.tsx';

const page = (changes: Partial<ShownPage>): ShownPage => ({
  cursor: { page: 1 },
  rows: ['primeira', 'meio', 'última'].map((id) => ({ id })),
  more: true,
  size: 25,
  count: 1132,
  ...changes,
});

test.each([
  [page({}), '1–3 de 1.132'],
  [page({ count: undefined }), '1–3'],
  [page({ cursor: { page: 46, after: 'x' } }), '1.126–1.128 de 1.132'],
  [page({ cursor: { page: 46, last: true } }), '1.130–1.132 de 1.132'],
  [page({ cursor: { page: 46, last: true }, count: undefined }), 'as últimas 3'],
])('the range of %j reads %j', (shown, words) => {
  expect(shownRange(shown)).toBe(words);
});

test('the first page leads to the next and the last, not back', () => {
  expect(cursorsAround(page({}))).toEqual({
    before: null,
    after: { page: 2, after: 'última' },
    last: { page: 46, last: true },
  });
});

test('a page in the middle leads both ways, by the rows beside it', () => {
  expect(cursorsAround(page({ cursor: { page: 3, after: 'x' } }))).toMatchObject({
    before: { page: 2, before: 'primeira' },
    after: { page: 4, after: 'última' },
  });
});

test('the second page leads back to the current first page', () => {
  expect(cursorsAround(page({ cursor: { page: 2, after: 'x' } })).before).toEqual({ page: 1 });
});

test('the last page has no next one, however it was reached', () => {
  expect(cursorsAround(page({ cursor: { page: 46, after: 'x' }, more: false }))).toMatchObject({
    after: null,
    last: null,
  });
  expect(cursorsAround(page({ cursor: { page: 46, last: true } }))).toMatchObject({
    after: null,
    last: null,
  });
});

test('a page read backwards leads on to the page it was reached from', () => {
  expect(cursorsAround(page({ cursor: { page: 45, before: 'x' }, more: false })).after).toEqual({
    page: 46,
    after: 'última',
  });
});

test('a single page leads nowhere', () => {
  expect(cursorsAround(page({ more: false, count: 3 }))).toEqual({
    before: null,
    after: null,
    last: null,
  });
});

const change = { at: '2026-01-01T12:00:00Z', by: null, from: null, to: null, reason: null, className: null };
test.each([
  [{ ...change, action: 'situacao', from: 'nova', to: 'aprovada' }, 'De Nova para Aprovada'],
  [
    { ...change, action: 'situacao', from: 'x-antiga', to: 'nao-aprovada', reason: 'sem vaga' },
    'De x-antiga para Não aprovada: sem vaga',
  ],
  [
    { ...change, action: 'criterio', from: 'socioeconomica', to: 'nao' },
    'Desmarcou: Situação socioeconômica avaliada',
  ],
  [
    { ...change, action: 'repetida', from: '48271936', to: 'sim' },
    'Marcou como repetida: a inscrição 4827-1936',
  ],
  [{ ...change, action: 'repetida', from: '', to: 'nao' }, 'Pessoas diferentes: outra inscrição'],
  [{ ...change, action: 'mensagem', from: 'contato', to: 'pessoa' }, 'Mensagem preparada para a pessoa'],
] as const)('the change %j reads %j', (made, words) => {
  expect(changeInWords(made)).toBe(words);
});
