import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BackendError } from '../../api/client.ts';
import { isRefusal } from './UnsentMarks.tsx';
import { forgetMarks, isAnyUnsent, isStored, keepMarks, unsentOf } from './unsent.ts';

const LIST = 'turma 2026-11-30';
const name = 'Capoeira';
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
  keepMarks('conta', LIST, { name, marks: { ana: 'falta' } });
  keepMarks('conta', LIST, { name, marks: { beto: null }, done: true });
  const sent = unsentOf('conta')[LIST];
  expect(sent).toEqual({
    ...{ name, at: expect.any(Number), done: true, attempt: expect.any(String) },
    marks: { ana: 'falta', beto: null },
  });
  keepMarks('conta', LIST, { name, marks: { ana: 'presente', caio: 'falta' } });
  forgetMarks('conta', LIST, sent);
  const left = { marks: { ana: 'presente', caio: 'falta' }, done: false };
  expect(unsentOf('conta')[LIST]).toMatchObject(left); // under an attempt of its own
  expect(unsentOf('conta')[LIST]?.attempt).not.toBe(sent?.attempt);
  forgetMarks('conta', LIST, unsentOf('conta')[LIST]);
  expect([unsentOf('conta'), stored.size, isAnyUnsent()]).toEqual([{}, 0, false]);
});

test('another account’s marks are not read, nor lost', () => {
  keepMarks('conta', LIST, { name, marks: { ana: 'falta' } });
  keepMarks('outra', LIST, { name, marks: { beto: 'falta' } });
  forgetMarks('outra', LIST);
  expect([unsentOf('outra'), unsentOf('conta')[LIST]?.marks]).toEqual([{}, { ana: 'falta' }]);
});

test('after eight days whatever waits is forgotten, of every account, also when nobody signs in', async () => {
  vi.useFakeTimers();
  const start = Date.now();
  keepMarks('outra', 'turma 2026-11-22', { name, marks: { beto: 'falta' } });
  vi.setSystemTime(start + 7 * 86_400_000);
  keepMarks('conta', LIST, { name, marks: { ana: 'falta' } });
  vi.setSystemTime(start + 8 * 86_400_000);
  expect([unsentOf('outra'), Object.keys(unsentOf('conta'))]).toEqual([{}, [LIST]]);
  vi.setSystemTime(start + 15 * 86_400_000);
  expect([isAnyUnsent(), stored.size]).toEqual([false, 1]);
  vi.resetModules();
  await import('./unsent.ts'); // the desk opens
  expect(stored.size).toBe(0);
  vi.useRealTimers();
});

test('where the browser stores nothing they are kept as long as the page, and what is not ours stops nothing', () => {
  stored.set('cc-chamada', '{"');
  expect(unsentOf('conta')).toEqual({});
  vi.stubGlobal('localStorage', null);
  keepMarks('conta', LIST, { name, marks: { ana: 'falta' } });
  expect([unsentOf('conta')[LIST]?.marks, isStored()]).toEqual([{ ana: 'falta' }, false]);
});

test.each([
  ...[0, 404, 409, 429, 500, 502, 503, 504].map((status) => [status, false] as const),
  ...[400, 401, 403].map((status) => [status, true] as const),
])('an answer %i is a refusal: %s; everything else is tried again', (status, expected) => {
  expect(isRefusal(new BackendError(status, '', ''))).toBe(expected);
});
