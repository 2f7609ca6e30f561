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

  test('of too many, the one that arrives longest is cut, of the network that sends most; what has arrived is none', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 3 });
    const [family, first, second, done] = [arriving(), arriving(), arriving(), arriving()];
    watch(family.request, 'a family');
    for (const { request } of [done, first, second]) {
      watch(request, '2001:db8:1::/48');
      Object.assign(done.request, { complete: true });
    }
    const cut = () => [family, done, first, second].map(({ isCut }) => isCut());
    expect(cut()).toEqual([false, false, false, false]);
    watch(arriving().request, 'another family');
    expect(cut()).toEqual([false, false, true, false]);
  });
});
