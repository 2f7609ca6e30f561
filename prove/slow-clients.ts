import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DOCUMENT_BUCKET, documentPath } from '../domain/document/document.ts';
import { startServer } from '../kit/server.ts';
import { check } from './kill.ts';
import { residentMb } from './measure.ts';

// Part of `npm run prove`: clients that send half of a document and stand still, and
// clients that send a byte a second, from many addresses and inside every other limit. All
// are cut, the server's memory hardly grows, and a family's page is answered meanwhile.

const STALLED = 1_800;
const STALLED_BYTES = 520_000;
const DRIBBLING = 50;
/** Fewer than an address may send in a minute. */
const PER_ADDRESS = 80;
const BEGIN_PER_SECOND = 200;
/** By the server's own clock, from accepting a connection to its end: a prover that is busy itself sees both late. */
const CUT_WITHIN_MS = 15_000;
/** 512 at once, with what their connections need; unbounded it was 958. */
const GROWTH_MAX_MB = 200;

/** What the prover's connections come from; one for `PER_ADDRESS` of them. */
const ADDRESSES = '127.0.1.';
const LIFE = 'life of a slow client: ';

/** Loaded into the server before its own code: prints how many milliseconds each of these connections lived. */
const CLOCK = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('net.server.socket', ({ socket }) => {
    if (!socket.remoteAddress?.includes('${ADDRESSES}')) return;
    const accepted = performance.now();
    socket.once('close', () => process.stderr.write('${LIFE}' + (performance.now() - accepted) + '\\n'));
  });`;

export async function run(): Promise<number> {
  const server = await startServer({
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}` },
  });
  const { hostname, port } = new URL(server.url);
  if (hostname !== '127.0.0.1') throw new Error('the addresses of this proof are those of 127.0.0.1');
  const memory = () => residentMb(server.child.pid);
  for (let warmUp = 0; warmUp < 50; warmUp += 1) await fetch(`${server.url}/projeto-social`);
  const before = memory();
  let most = before;
  let slowestPage = 0;

  const lives: number[] = [];
  const open = new Set<Socket>();
  const begin = (at: number, bytes: Buffer | null) => {
    const began = performance.now();
    const localAddress = `${ADDRESSES}${1 + Math.floor(at / PER_ADDRESS)}`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress }).on('error', () => {});
    open.add(socket.resume()); // an answer is read too: unread, it would hide the end
    const dribble = bytes ? undefined : setInterval(() => socket.write('%'), 1_000);
    socket.once('close', () => {
      clearInterval(dribble);
      open.delete(socket);
      lives.push(performance.now() - began);
    });
    const key = documentPath(randomUUID(), 'a.pdf');
    socket.write(
      `POST /storage/v1/object/${DOCUMENT_BUCKET}/${key} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.key}\r\n` +
        `Content-Type: application/pdf\r\nContent-Length: ${STALLED_BYTES * 2}\r\n\r\n`,
    );
    if (bytes) socket.write(bytes);
  };
  try {
    const half = Buffer.alloc(STALLED_BYTES, ' ');
    half.write('%PDF-1.4\n');
    for (let at = 0; at < STALLED + DRIBBLING || open.size > 0; ) {
      for (let begun = 0; begun < BEGIN_PER_SECOND / 5 && at < STALLED + DRIBBLING; begun += 1, at += 1)
        begin(at, at % Math.ceil((STALLED + DRIBBLING) / DRIBBLING) === 0 ? null : half);
      await pause(200);
      most = Math.max(most, memory());
      const asked = performance.now();
      check((await fetch(`${server.url}/projeto-social`)).status === 200, 'a page is answered meanwhile');
      slowestPage = Math.max(slowestPage, performance.now() - asked);
    }
    let lived = livesIn(server.said());
    for (let tries = 0; tries < 50 && lived.length < lives.length; tries += 1) {
      await pause(100); // what the server has printed is still on its way
      lived = livesIn(server.said());
    }
    const longest = Math.max(...lived);
    console.log(
      `${lives.length} slow clients: the longest was cut after ${inSeconds(longest)}, seen by it after ${inSeconds(Math.max(...lives))}; memory ${before.toFixed(0)} → ${most.toFixed(0)} MB; slowest page ${slowestPage.toFixed(0)} ms`,
    );
    check(lived.length === lives.length, 'the server accepts and ends every one');
    check(longest < CUT_WITHIN_MS, `every one is cut within ${CUT_WITHIN_MS / 1000} s`);
    check(most - before < GROWTH_MAX_MB, `memory grows by less than ${GROWTH_MAX_MB} MB`);
    return 0;
  } finally {
    for (const socket of open) socket.destroy();
    await server.stop();
  }
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The milliseconds that `CLOCK` has printed. */
const livesIn = (said: string) =>
  said
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith(LIFE))
    .map((line) => Number(line.slice(LIFE.length)));
