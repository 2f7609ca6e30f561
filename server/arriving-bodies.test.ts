import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newKey, objectUrl, pdf } from '../tests/support/documents.ts';
import { embedded, openTestServer } from '../tests/support/server.ts';
import { watchBodies } from './arriving-bodies.ts';
import { guardConnections, SERVER_OPTIONS } from './connections.ts';

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
    watchBodies()(request);
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
    watchBodies()(request);
    socket.bytesRead += 520_000;
    seconds(11);
    expect(isCut()).toBe(false);
    seconds(3);
    expect(isCut()).toBe(true);
  });

  test('that is the slowest of too many is cut, one that has only begun is not', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 3 });
    const [fast, slow, done] = [arriving(), arriving(), arriving()];
    for (const { request } of [fast, slow, done]) watch(request);
    Object.assign(done.request, { complete: true });
    [fast.socket.bytesRead, slow.socket.bytesRead] = [90_000, 9_000];
    seconds(2);
    const later = [arriving(), arriving()];
    for (const { request } of later) watch(request);
    expect([fast, slow, done, ...later].map(({ isCut }) => isCut())).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  test('that is one of too many in one second: the newest is cut', () => {
    vi.useFakeTimers();
    const watch = watchBodies({ most: 2 });
    const bodies = [arriving(), arriving(), arriving()];
    for (const { request } of bodies) watch(request);
    expect(bodies.map(({ isCut }) => isCut())).toEqual([false, false, true]);
  });
});

const CLIENTS = 300;
const SENT = pdf(500_000);

describe.each(embedded)('slow clients', (engine) => {
  test('are cut within 15 s, three hundred of them for less than 100 MB', async () => {
    const { app, keys, close } = await openTestServer(engine);
    const answer = getRequestListener(app.fetch);
    const server: Server = createServer(SERVER_OPTIONS, answer);
    guardConnections(server, { limits: 'relaxed', trustedProxies: [] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const before = process.memoryUsage().rss;
    let most = 0;
    const measure = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 250);

    const times: number[] = [];
    const sockets = Array.from({ length: CLIENTS }, (_, at) => begin(port, keys.anonKey, at % 10, times));
    const open = () => sockets.filter(({ closed }) => !closed).length;
    await expect.poll(open, { timeout: 25_000, interval: 250 }).toBe(0);
    expect(times.length).toBe(CLIENTS);
    expect(Math.max(...times)).toBeLessThan(18_000); // 15 s, and three for a busy machine
    clearInterval(measure);
    expect((most - before) / 1e6).toBeLessThan(100);
    await new Promise((resolve) => server.close(resolve));
    await close();
  });
});

/** Begins an upload that sends 500 kB and stands still; of kind 0 one that sends a byte a second, of kind 1 an enrolment that does. */
function begin(port: number, key: string, kind: number, times: number[]): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let began = 0;
  socket.once('connect', () => {
    began = performance.now();
  });
  socket.once('close', () => times.push(performance.now() - began));
  const [path, type, length] =
    kind === 1
      ? ['/rest/v1/inscricoes_projeto', 'application/json', 90_000]
      : [objectUrl(newKey()), 'application/pdf', 520_000];
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\napikey: ${key}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  if (kind > 1) socket.write(SENT);
  else {
    const dribble = setInterval(() => socket.write('%'), 1_000);
    socket.once('close', () => clearInterval(dribble));
  }
  return socket;
}
