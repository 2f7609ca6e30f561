import { expect, test } from 'vitest';
import { admin, failures } from '../../content/messages.ts';
import { BackendError } from '../api/client.ts';
import { failureText, mayRetry } from './registrations.ts';

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
