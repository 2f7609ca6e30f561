import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, hideToast, pauseToast, resumeToast, showToast, subscribeToToast } from './toast.ts';

const sent = { title: 'Inscrição enviada com sucesso! 🎉', tone: 'success' } as const;
const failed = { title: 'Erro no Download', description: 'Tente de novo.', tone: 'error' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  hideToast();
  vi.useRealTimers();
});

test('a new toast replaces the old one and has its own five seconds', () => {
  showToast(sent);
  vi.advanceTimersByTime(4000);
  showToast(failed);
  vi.advanceTimersByTime(4999);
  expect(currentToast()).toMatchObject(failed);
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a paused toast stays, and has five seconds from when it is left', () => {
  showToast(sent);
  vi.advanceTimersByTime(3000);
  pauseToast();
  pauseToast(); // pointer and focus may both pause it
  vi.advanceTimersByTime(60_000);
  expect(currentToast()).toMatchObject(sent);
  resumeToast();
  vi.advanceTimersByTime(4999);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a toast shown while the timer is paused starts its own timer', () => {
  showToast(sent);
  pauseToast();
  showToast(failed);
  vi.advanceTimersByTime(5000);
  expect(currentToast()).toBeNull();
});

test('a closed toast does not come back on resuming', () => {
  showToast(sent);
  hideToast();
  resumeToast();
  vi.advanceTimersByTime(10_000);
  expect(currentToast()).toBeNull();
});

test('the same text shown twice has two ids', () => {
  showToast(sent);
  const first = currentToast();
  showToast(sent);
  expect(currentToast()?.id).not.toBe(first?.id);
});

test('listeners are called at every change until they unsubscribe', () => {
  const listener = vi.fn();
  const stop = subscribeToToast(listener);
  showToast(sent);
  vi.advanceTimersByTime(5000);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  showToast(failed);
  expect(listener).toHaveBeenCalledTimes(2);
});
