import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenOn } from '../../kit/listen.ts';
import { guardConnections, refuseUnreadable, SERVER_OPTIONS } from './connections.ts';
import { openBody } from './request-body.ts';

type Listening = Awaited<ReturnType<typeof listenGuarded>>;

/** A guarded server that handles requests so. */
async function listenGuarded(handle: RequestListener) {
  const server = createServer(SERVER_OPTIONS, handle);
  guardConnections(server, { limits: 'on', trustedProxies: [] });
  const { port, close } = await listenOn(server);
  const open = () => connect(port, '127.0.0.1').on('error', () => {}); // being cut is what some of these ask for
  return { server, port, open, close };
}

let listening: Listening;
let answered = 0;
beforeAll(async () => {
  listening = await listenGuarded((request, response) => {
    if (refuseUnreadable(request, response)) return;
    answered += 1;
    response.end('x'.repeat(100_000));
  });
});
afterAll(() => listening.close());

/** Writes `text` on a new connection, perhaps as its last, and gives what came until it ended. */
function say(text: string, last?: 'and no more'): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = listening.open();
    socket.write(text, 'latin1', () => last && socket.end());
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard));
  });
}

const connections = () =>
  new Promise<number>((resolve) => listening.server.getConnections((_error, count) => resolve(count)));

test('of one address a hundred connections stay open, of its network four hundred, and a closed one makes room', () => {
  const server = Object.assign(new EventEmitter(), { setTimeout: () => {} });
  guardConnections(server as unknown as Server, { limits: 'on', trustedProxies: ['10.0.0.0/8'] });
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false });
    const destroy = () => {
      socket.destroyed = true;
      socket.emit('close');
    };
    server.emit('connection', Object.assign(socket, { destroy }));
    return Object.assign(socket, { destroy });
  };
  const cutOf = (count: number, address: string) =>
    Array.from({ length: count }, () => connectFrom(address)).filter(({ destroyed }) => destroyed).length;
  const first = connectFrom('::ffff:203.0.113.1');
  expect([cutOf(100, '203.0.113.1'), cutOf(101, '2001:db8:1:1::1')]).toEqual([1, 1]);
  first.destroy();
  expect(cutOf(2, '203.0.113.1')).toBe(1);
  for (const at of [2, 3, 4]) expect(cutOf(100, `2001:db8:1:${at}::1`)).toBe(0);
  expect([cutOf(1, '2001:db8:1:5::1'), cutOf(1, '2001:db8:2::1'), cutOf(500, '10.0.0.1')]).toEqual([1, 0, 0]);
});

describe('an ambiguous request', () => {
  test.each([
    ['a Host that is no address', 'GET / HTTP/1.1\r\nHost: 1.1.1.999\r\n\r\n'],
    ['a Host with a space', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [
      'two authorisations',
      'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nAuthorization: Bearer y\r\n\r\n',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no Host, as in HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n'],
    ['a backslash in the path', 'GET /rest/v1/..\\x HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another server’s address', 'GET http://outro.example/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s is answered 400 in JSON', async (_what, text) => {
    const heard = await say(text);
    expect(heard).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).toMatch(/X-Content-Type-Options: nosniff\r\n[\s\S]*frame-ancestors 'none'/);
    expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: '400',
      message: 'Bad Request',
      details: null,
      hint: null,
    });
  });
});

test('whatever bytes come are answered by HTTP, or by the end of the connection', async () => {
  const lines = `GET / HTTP/1.1|POST /x HTTP/1.1|GE T / HTTP/1.0|PRI * HTTP/2.0|Host: a|Host : b|Content-Length: 5|Content-Length: -1
    |Content-Length: 0x10|Transfer-Encoding: chunked|Transfer-Encoding: gzip, chunked|Upgrade: h2c|Expect: 100-continue|X| folded||5|hello|0`;
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...lines.split(/\s*\|/)).map((line) => `${line}\r\n`) },
    fc.constantFrom('GET / HTTP/1.1\r\nHost: a\r\n\r\n', '\n', '\u0000', `X: ${'y'.repeat(20_000)}\r\n`),
    fc.string({ unit: 'binary-ascii', maxLength: 20 }),
  );
  const property = fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
    const text = pieces.join('');
    const heard = await say(text, 'and no more');
    expect(heard, JSON.stringify(text)).toMatch(/^(HTTP\/1\.1 [1-4]\d\d [\s\S]*)?$/);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('who piles up requests and never reads the answers is cut, long before they fill the memory', async () => {
  answered = 0;
  const deaf = listening.open();
  deaf.pause();
  deaf.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000));
  await expect.poll(() => answered).toBeGreaterThan(5);
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  expect(answered).toBeLessThan(200);
  deaf.destroy();
});

test('a body that hardly comes is cut, read by an iterator, as bodies are', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const slow = await listenGuarded((request) => void sentBody(request).catch(() => {}));
  const arrived = new Promise((resolve) => slow.server.once('request', resolve));
  const socket = slow.open();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n{');
  await arrived;
  vi.advanceTimersByTime(12_000);
  socket.write('"');
  vi.advanceTimersByTime(12_000);
  await closed;
  await slow.close();
});

async function sentBody(request: IncomingMessage) {
  for await (const _chunk of openBody(request).chunks());
}
