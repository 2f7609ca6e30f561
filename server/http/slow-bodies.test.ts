import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchBodies } from './slow-bodies.ts';

/** A request whose socket has received `bytesRead` bytes, `unread` of which nobody has read. */
function arriving(bytesRead = 0, unread = 0) {
  let cut = false;
  const cutIt = () => {
    cut = true;
  };
  const socket = { bytesRead, destroy: cutIt };
  const state = { headers: { 'content-length': '9' }, socket, readableLength: unread, complete: false };
  const request = Object.assign(new EventEmitter(), state, { destroyed: false });
  return { request: request as unknown as IncomingMessage, socket, isCut: () => cut };
}

describe('a body', () => {
  afterEach(() => vi.useRealTimers());
  const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);

  test.each<[string, number, number, boolean]>([
    ['one byte a second', 1, 0, true],
    ['almost 4 KB in 12 s', 341, 0, true],
    ['4 KB in 12 s', 342, 0, false],
    ['nothing, while we do not read on', 0, 100, false],
  ])('that brings %s', (_what, bytes, unread, cut) => {
    vi.useFakeTimers();
    const { request, socket, isCut } = arriving(0, unread);
    watchBodies()(request, 'a');
    for (let second = 1; second <= 60; second += 1) {
      socket.bytesRead += bytes;
      seconds(1);
      if (second < 12) expect(isCut()).toBe(false);
    }
    expect(isCut()).toBe(cut);
  });

  test('that came fast and then stands still is cut within 14 s', () => {
    vi.useFakeTimers();
    const { request, socket, isCut } = arriving();
    watchBodies()(request, 'a');
    socket.bytesRead += 520_000;
    seconds(11);
    expect(isCut()).toBe(false);
    seconds(3);
    expect(isCut()).toBe(true);
  });

  test('that is the slowest of too many, each of another network, is cut, one that has only begun is not', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 3 });
    const [fast, slow, done] = [arriving(), arriving(), arriving()];
    for (const [at, { request }] of [fast, slow, done].entries()) watch(request, `network ${at}`);
    Object.assign(done.request, { complete: true });
    [fast.socket.bytesRead, slow.socket.bytesRead] = [90_000, 9_000];
    seconds(2);
    const later = [arriving(), arriving()];
    for (const [at, { request }] of later.entries()) watch(request, `later ${at}`);
    expect([fast, slow, done, ...later].map(({ isCut }) => isCut())).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  test('that is the newest of the network with most goes before a slow one of another', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 4 });
    const slow = arriving();
    watch(slow.request, 'a family');
    const fast = [arriving(), arriving(), arriving()];
    for (const each of fast) {
      watch(each.request, '2001:db8:1::/48');
      each.socket.bytesRead = 900_000;
    }
    slow.socket.bytesRead = 9_000;
    seconds(2);
    const other = arriving();
    watch(other.request, 'another family');
    expect([slow, ...fast, other].map(({ isCut }) => isCut())).toEqual([false, false, false, true, false]);
  });

  test('that is one of too many in one second: the newest is cut', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 2 });
    const bodies = [arriving(), arriving(), arriving()];
    for (const [at, { request }] of bodies.entries()) watch(request, `network ${at}`);
    expect(bodies.map(({ isCut }) => isCut())).toEqual([false, false, true]);
  });
});
