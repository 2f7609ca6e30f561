import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';
import type { Attempt } from './attempt.ts';

/** What came back. `junk`: bytes that are no answer, or one inside another. `open`: nothing came in time and the server had not closed. */
export type Received = { answers: Answer[]; junk: string | null; open: boolean };

/** Longest that an answer, or the end of a connection that the server closes by itself, may take. */
const ANSWER_MS = 15_000;
const HELD_MS = 45_000;
/** Without a byte for this long the client ends its side. */
const QUIET_MS = 60;

/** Sends attempts to the server at this port of the machine; `close` ends the connections that were to be used again. */
export function openSender(port: number) {
  const idle: Socket[] = [];

  function fresh(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.once('connect', () => resolve(socket.off('error', reject).on('error', () => {})));
      socket.once('error', reject);
    });
  }

  async function send(attempt: Attempt): Promise<Received> {
    if (attempt.ends !== 'answered') return exchange(await fresh(), attempt);
    for (let used = idle.pop(); used; used = idle.pop()) {
      if (used.destroyed || used.readableEnded) continue;
      const received = await exchange(used, attempt, idle);
      if (received.answers.length > 0 || received.junk !== null || received.open) return received;
      break; // it was closed meanwhile, as an idle connection may be: once more on a new one
    }
    return exchange(await fresh(), attempt, idle);
  }

  return {
    send,
    close: () => {
      for (const socket of idle.splice(0)) socket.destroy();
    },
  };
}

/** Writes an attempt and reads until it is over; a connection that can be used again goes to `idle`. */
function exchange(socket: Socket, attempt: Attempt, idle?: Socket[]): Promise<Received> {
  const { ends, bytes, method } = attempt;
  return new Promise((resolve) => {
    const received: Received = { answers: [], junk: null, open: false };
    let waiting: Buffer = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;

    const finish = () => {
      clearTimeout(limit);
      clearTimeout(quiet);
      socket.off('data', take).off('end', closed).off('close', closed);
      const last = received.answers.at(-1);
      const again =
        idle && last && !received.junk && !socket.destroyed && last.headers.get('connection') !== 'close';
      if (again) idle.push(socket);
      else socket.destroy();
      resolve(received);
    };
    const read = (over: boolean) => {
      for (;;) {
        const found = readAnswer(waiting, { head: method === 'HEAD', over });
        if (found === 'more') return;
        if (found === 'junk') {
          received.junk = waiting.toString('latin1').slice(0, 500);
          return finish();
        }
        waiting = found.rest;
        if (found.answer.status >= 200) received.answers.push(found.answer);
        if (ends === 'answered' && received.answers.length > 0) {
          if (waiting.length > 0) received.junk = waiting.toString('latin1').slice(0, 500);
          return finish();
        }
      }
    };
    const take = (chunk: Buffer) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      whenQuiet();
      read(false);
    };
    const closed = () => {
      if (waiting.length > 0) read(true);
      finish();
    };
    const whenQuiet = () => {
      if (ends !== 'quiet') return;
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), QUIET_MS);
    };
    const limit = setTimeout(
      () => {
        received.open = true;
        finish();
      },
      ends === 'held' ? HELD_MS : ANSWER_MS,
    );
    socket.on('data', take).on('end', closed).on('close', closed);
    void write();

    async function write() {
      for (const [at, part] of bytes.entries()) {
        if (at > 0 && ends !== 'answered') await new Promise((next) => setTimeout(next, 5));
        if (socket.destroyed) return;
        socket.write(part);
      }
      whenQuiet();
      if (ends === 'reset') socket.write('', () => socket.resetAndDestroy());
    }
  });
}
