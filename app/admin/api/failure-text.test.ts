import { expect, test } from 'vitest';
import { admin } from '../../../content/desk-screens.ts';
import { failures } from '../../../content/messages.ts';
import { BackendError } from '../../api/client.ts';
import { failureText, mayRetry } from './failure-text.ts';

test.each([
  [0, '', 'TypeError: Failed to fetch', admin.noAnswer, true],
  [503, '', 'upstream', admin.noAnswer, true],
  [500, 'XX000', 'Algo quebrou.', 'Algo quebrou.', false],
  [500, '', '', admin.listFailed, false],
  [401, 'PGRST303', 'JWT expired', admin.sessionOver, false],
  [403, '42501', 'permission denied', admin.forbidden, false],
  [429, '', '', failures.tooMany, false],
])('status %i, code %j, message %j shows %j; retried: %j', (status, code, message, text, retried) => {
  const error = new BackendError(status, code, message);
  expect(failureText(error)).toBe(text);
  expect(mayRetry(error)).toBe(retried);
});

test('an unexpected error shows the general text, without its own message', () => {
  expect(failureText(new TypeError('x is undefined'))).toBe(admin.listFailed);
});
