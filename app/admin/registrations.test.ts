import { expect, test } from 'vitest';
import { admin, failures } from '../../content/messages.ts';
import type { Registration } from '../../domain/sheet.ts';
import { BackendError } from '../api/client.ts';
import { failureText, lastPageOf, mayRetry, pageOf, shownRange } from './registrations.ts';

test.each([
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-2', 1],
  ['2', 2],
  ['2.5', 1],
  ['1e3', 1],
  ['99999999999999999999', 1],
])('the address asks for page %j → %i', (written, page) => {
  expect(pageOf(written)).toBe(page);
});

test.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [132, 6],
])('%i registrations end on page %i', (total, page) => {
  expect(lastPageOf(total)).toBe(page);
});

test('the range counts from one and ends with the rows that are there', () => {
  const rows = Array.from({ length: 7 }, () => ({}) as Registration);
  expect(shownRange({ page: 6, rows, total: 1132 })).toBe('Mostrando 126–132 de 1.132');
});

test.each([
  [0, '', 'TypeError: Failed to fetch', admin.noAnswer, true],
  [503, '', 'upstream', admin.noAnswer, true],
  [500, 'XX000', 'Algo quebrou.', 'Algo quebrou.', false],
  [500, '', '', admin.listFailed, false],
  [401, 'PGRST303', 'JWT expired', admin.sessionOver, false],
  [403, '42501', 'permission denied', admin.forbidden, false],
  [429, '', '', failures.tooMany, false],
])('a failure %i %s %j reads %j', (status, code, message, words, again) => {
  const error = new BackendError(status, code, message);
  expect(failureText(error)).toBe(words);
  expect(mayRetry(error)).toBe(again);
});

test('a bug reads as a failed search, without its own words', () => {
  expect(failureText(new TypeError('x is undefined'))).toBe(admin.listFailed);
});
