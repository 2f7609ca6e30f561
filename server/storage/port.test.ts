import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_MAX_BYTES } from '../../domain/document/document.ts';
import { formOf } from '../../kit/family.ts';
import { listenOn } from '../../kit/listen.ts';
import { newKey, objectUrl, pdf } from '../../tests/support/documents.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of the buffers that this process still uses. Without the collection it would count every buffer that an upload has left behind. */
function heldBuffers(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** What only a real connection shows: who hears an early answer, what is held in memory, what a client that leaves leaves behind. */
describe.each(embedded)('through a port, on $name', (engine) => {
  let listener: Server;
  let url: string;
  let close: () => Promise<void>;
  let headers: Record<string, string>;

  const server = serverForTests(engine);
  beforeAll(async () => {
    listener = createServer(getRequestListener(server.app.fetch));
    ({ url, close } = await listenOn(listener));
    headers = { authorization: `Bearer ${server.keys.anonKey}` };
  });
  afterAll(() => close());

  const send = (key: string, body: BodyInit, more = {}) =>
    fetch(url + objectUrl(key), { method: 'POST', body, headers: { ...headers, ...more } });
  const files = () => readdirSync(server.documentsDir);

  /** A connection on which a document of `bytes` is announced. */
  const begin = (bytes: number) => {
    const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1');
    const type = `Authorization: ${headers.authorization}\r\nContent-Type: application/pdf\r\nContent-Length: ${bytes}`;
    socket.write(`POST ${objectUrl(newKey())} HTTP/1.1\r\nHost: a\r\n${type}\r\n\r\n`);
    return socket;
  };

  test.each([
    ['a byte too many', () => send(newKey(), formOf(pdf(DOCUMENT_MAX_BYTES + 1))), '413'],
    ['another kind', () => send(newKey('a.png'), formOf(pdf(DOCUMENT_MAX_BYTES))), '415'],
    ['a wrong key', () => send('public/çã.pdf', formOf(pdf(DOCUMENT_MAX_BYTES))), '400'],
    [
      'a wrong bearer',
      () => send(newKey(), formOf(pdf(DOCUMENT_MAX_BYTES)), { authorization: 'Bearer x' }),
      '401',
    ],
  ])('a refusal is heard although the body was still on its way: %s', async (_what, ask, statusCode) => {
    const answer = await ask();
    expect([answer.status, await answer.json()]).toMatchObject([Number(statusCode), { statusCode }]);
    expect(files()).toEqual([]);
  });

  test('a client that leaves in the middle leaves nothing', async () => {
    const socket = begin(3_000_000);
    socket.write(pdf(2_000_000));
    await until(() => files().length === 1);
    socket.destroy();
    await until(() => files().length === 0);
  });

  test('three hundred clients that stand still amid half a document are hardly held in memory', async () => {
    const [half, before, arriving] = [pdf(500_000), heldBuffers(), [] as Socket[]];
    listener.on('connection', (socket) => void arriving.push(socket));
    const clients = Array.from({ length: 300 }, () => {
      const client = begin(DOCUMENT_MAX_BYTES);
      client.write(half);
      return client;
    });
    await until(() => arriving.reduce((sum, { bytesRead }) => sum + bytesRead, 0) > 300 * half.length);
    await until(() => heldBuffers() - before < 64 * 1024 ** 2); // once what came last is on the disk
    for (const client of clients) client.destroy();
    await until(() => files().length === 0);
  });
});

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 5));
}
