import { expect, test } from 'vitest';
import { shownRange } from './ListPaging.tsx';

const rows = ['primeira', 'meio', 'última'];

test.each([
  [{ number: 1, count: 1132 }, 'Mostrando 1–3 de 1.132'],
  [{ number: 1, count: undefined }, 'Mostrando 1–3'],
  [{ number: 46, count: 1128 }, 'Mostrando 1.126–1.128 de 1.128'],
])('the range of %j reads %j', (page, words) => {
  expect(shownRange({ rows, ...page })).toBe(words);
});
