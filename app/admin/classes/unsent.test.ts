import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { isRefusal } from './UnsentMarks.tsx';
import { forgetMarks, isAnyUnsent, isStored, keepMarks, unsentOf } from './unsent.ts';

const LIST = 'turma 2026-11-30';
const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  forgetMarks('conta', LIST);
  stored.clear();
  vi.unstubAllGlobals();
});

test('what was sent is forgotten, and what was marked meanwhile stays', () => {
  keepMarks('conta', LIST, { marks: { ana: 'falta' } });
  keepMarks('conta', LIST, { marks: { beto: null }, done: true });
  const sent = unsentOf('conta')[LIST];
  expect(sent).toEqual({ marks: { ana: 'falta', beto: null }, done: true, attempt: expect.any(String) });
  keepMarks('conta', LIST, { marks: { ana: 'presente', caio: 'falta' } });
  forgetMarks('conta', LIST, sent);
  const left = { marks: { ana: 'presente', caio: 'falta' }, done: false };
  expect(unsentOf('conta')[LIST]).toMatchObject(left); // under an attempt of its own
  expect(unsentOf('conta')[LIST]?.attempt).not.toBe(sent?.attempt);
  forgetMarks('conta', LIST, unsentOf('conta')[LIST]);
  expect([unsentOf('conta'), stored.size, isAnyUnsent()]).toEqual([{}, 0, false]);
});

test('another account’s marks are not read, nor lost', () => {
  keepMarks('conta', LIST, { marks: { ana: 'falta' } });
  keepMarks('outra', LIST, { marks: { beto: 'falta' } });
  forgetMarks('outra', LIST);
  expect([unsentOf('outra'), unsentOf('conta')[LIST]?.marks]).toEqual([{}, { ana: 'falta' }]);
});

test('where the browser stores nothing they are kept as long as the page, and what is not ours stops nothing', () => {
  stored.set('cc-chamada', '{"');
  expect(unsentOf('conta')).toEqual({});
  vi.stubGlobal('localStorage', null);
  keepMarks('conta', LIST, { marks: { ana: 'falta' } });
  expect([unsentOf('conta')[LIST]?.marks, isStored()]).toEqual([{ ana: 'falta' }, false]);
});

test.each([
  ...[0, 404, 409, 429, 500, 502, 503, 504].map((status) => [status, false] as const),
  ...[400, 401, 403].map((status) => [status, true] as const),
])('an answer %i is a refusal: %s; everything else is tried again', (status, expected) => {
  expect(isRefusal(new BackendError(status, '', ''))).toBe(expected);
});
