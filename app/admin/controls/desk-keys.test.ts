import { afterEach, expect, test, vi } from 'vitest';
import { handlerOf, keysOn, setKeysOn } from './desk-keys.ts';

afterEach(() => {
  setKeysOn(false);
  vi.unstubAllGlobals();
});

const NOTHING = {
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  target: null,
};

/** An element that is, or is inside, what one types into. */
const field = { closest: () => ({}) } as unknown as EventTarget;
const button = { closest: () => null } as unknown as EventTarget;

test('a letter calls its handler, small or capital, beside a button too', () => {
  const approve = () => {};
  for (const key of ['a', 'A']) expect(handlerOf({ ...NOTHING, key }, { a: approve })).toBe(approve);
  expect(handlerOf({ ...NOTHING, key: 'a', target: button }, { a: approve })).toBe(approve);
  expect(handlerOf({ ...NOTHING, key: 'b' }, { a: approve })).toBeUndefined();
  expect(handlerOf({ ...NOTHING, key: 'toString' }, { a: approve })).toBeUndefined();
});

test.each([
  ['typed into a field', { target: field }],
  ['with Ctrl', { ctrlKey: true }],
  ['with Alt', { altKey: true }],
  ['with Meta', { metaKey: true }],
  ['held down', { repeat: true }],
  ['while letters are composed', { isComposing: true }],
  ['already answered', { defaultPrevented: true }],
])('a letter %s calls nobody', (_, how) => {
  expect(handlerOf({ ...NOTHING, key: 'a', ...how }, { a: () => {} })).toBeUndefined();
});

test('an arrow that is held down goes on', () => {
  const down = () => {};
  expect(handlerOf({ ...NOTHING, key: 'ArrowDown', repeat: true }, { ArrowDown: down })).toBe(down);
});

test('the letters are off until somebody switches them on', () => {
  expect(keysOn()).toBe(false);
});

test('the switch is stored where the browser stores, and lasts for the page where it does not', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  setKeysOn(true);
  expect([keysOn(), store.get('cc-teclas')]).toEqual([true, 'sim']);
  setKeysOn(false);
  expect([keysOn(), store.size]).toEqual([false, 0]);
  vi.stubGlobal('localStorage', undefined);
  setKeysOn(true);
  expect(keysOn()).toBe(true);
});
