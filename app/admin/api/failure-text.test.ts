import { expect, test } from 'vitest';
import { admin } from '../../../content/desk-screens.ts';
import { failures } from '../../../content/messages.ts';
import { BackendError } from '../../api/client.ts';
import { failureText, mayRetry } from './failure-text.ts';

test.each([
  [0, '', 'TypeError: Failed to fetch', admin.noAnswer, true],
  [502, '', '<html>', admin.noAnswer, true],
  [503, '', 'upstream', admin.noAnswer, true],
  [504, '', '', admin.noAnswer, true],
  [500, 'XX000', 'Algo quebrou.', 'Algo quebrou.', false],
  [500, '', '', admin.listFailed, false],
  [401, 'PGRST303', 'JWT expired', admin.sessionOver, false],
  [403, '42501', 'permission denied', admin.forbidden, false],
  [429, '', '', failures.tooMany, false],
  [404, 'PGRST202', 'Could not find the function public.meu_papel', admin.otherVersion, false],
  [404, 'PGRST205', "Could not find the table 'public.x'", admin.otherVersion, false],
  [400, 'PGRST204', "Could not find the 'x' column", admin.otherVersion, false],
  [400, '42703', 'column inscricoes_projeto.x does not exist', admin.otherVersion, false],
])('status %i, code %j, message %j shows %j; retried: %j', (status, code, message, text, retried) => {
  const error = new BackendError(status, code, message);
  expect(failureText(error)).toBe(text);
  expect(mayRetry(error)).toBe(retried);
});

test('an unexpected error shows the general text, without its own message', () => {
  expect(failureText(new TypeError('x is undefined'))).toBe(admin.listFailed);
});
