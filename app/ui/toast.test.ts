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

test('a toast stays for five seconds', () => {
  showToast(sent);
  vi.advanceTimersByTime(4999);
  expect(currentToast()).toMatchObject(sent);
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a new toast takes the place of the old one and has five seconds of its own', () => {
  showToast(sent);
  vi.advanceTimersByTime(4000);
  showToast(failed);
  vi.advanceTimersByTime(4999);
  expect(currentToast()).toMatchObject(failed);
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('the clock stands still while somebody reads, and goes on with what was left', () => {
  showToast(sent);
  vi.advanceTimersByTime(3000);
  pauseToast();
  pauseToast(); // pointer and focus may both arrive
  vi.advanceTimersByTime(60_000);
  expect(currentToast()).toMatchObject(sent);
  resumeToast();
  vi.advanceTimersByTime(1999);
  expect(currentToast()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a toast shown while the clock stands still starts its own', () => {
  showToast(sent);
  pauseToast();
  showToast(failed);
  vi.advanceTimersByTime(5000);
  expect(currentToast()).toBeNull();
});

test('closing it is final: resuming brings nothing back', () => {
  showToast(sent);
  hideToast();
  resumeToast();
  vi.advanceTimersByTime(10_000);
  expect(currentToast()).toBeNull();
});

test('the same words twice are two showings', () => {
  showToast(sent);
  const first = currentToast();
  showToast(sent);
  expect(currentToast()?.id).not.toBe(first?.id);
});

test('listeners hear of every change until they stop listening', () => {
  const listener = vi.fn();
  const stop = subscribeToToast(listener);
  showToast(sent);
  vi.advanceTimersByTime(5000);
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  showToast(failed);
  expect(listener).toHaveBeenCalledTimes(2);
});
