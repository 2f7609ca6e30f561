import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newKey, objectUrl, pdf } from '../../tests/support/documents.ts';
import { embedded, forThisTest, openTestServer } from '../../tests/support/server.ts';
import { guardConnections, SERVER_OPTIONS } from './connections.ts';
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

const CLIENTS = 300;
const SENT = pdf(500_000);

describe.each(embedded)('slow clients', (engine) => {
  test('are cut within 15 s, three hundred of them for less than 100 MB', async () => {
    const { app, keys } = await forThisTest(openTestServer(engine));
    const answer = getRequestListener(app.fetch);
    const server: Server = createServer(SERVER_OPTIONS, answer);
    guardConnections(server, { limits: 'relaxed', trustedProxies: [] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const accepted: Socket[] = [];
    server.on('connection', (socket: Socket) => accepted.push(socket));
    const before = residentBytes();
    // Seconds as this process has them: a busy machine makes them longer, for the guard too.
    let [most, seconds, received, lastBytes] = [0, 0, 0, 0];
    const measure = setInterval(() => {
      seconds += 1;
      most = Math.max(most, residentBytes());
      const now = accepted.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
      if (now - received > CLIENTS) lastBytes = seconds; // more than what dribbles
      received = now;
    }, 1_000);

    const times: number[] = [];
    const sockets = Array.from({ length: CLIENTS }, (_, at) =>
      begin(port, keys.anonKey, at % 10, () => times.push(seconds - lastBytes)),
    );
    const open = () => sockets.filter(({ closed }) => !closed).length;
    await expect.poll(open, { timeout: 110_000, interval: 250 }).toBe(0);
    expect(times.length).toBe(CLIENTS);
    expect(Math.max(...times)).toBeLessThanOrEqual(15);
    clearInterval(measure);
    expect((most - before) / 1e6).toBeLessThan(100);
    await new Promise((resolve) => server.close(resolve));
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process holds, without what it has let go of. */
function residentBytes(): number {
  collectGarbage();
  return process.memoryUsage().rss;
}

/** Begins an upload that sends 500 kB and stands still; of kind 0 one that sends a byte a second, of kind 1 an enrolment that does. */
function begin(port: number, key: string, kind: number, onClose: () => void): Socket {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .once('close', onClose);
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
