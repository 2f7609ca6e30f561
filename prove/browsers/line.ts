import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Where the page fetches `RECORDER` and sends what was said when it is left. */
const RECORDER_PATH = '/.said.js';
const SAID_PATH = '/.said';

/**
 * Runs before everything else in the page: the console's messages, uncaught errors and
 * what the policy refuses, into `window.saidByPage`; what nobody has read yet is sent when the page goes.
 * The one way to hear WebKit, whose automated window forgets its console.
 */
const RECORDER = `(() => {
  const said = [];
  Object.defineProperty(window, 'saidByPage', { value: said });
  const words = (one) => (one instanceof Error ? one.name + ': ' + one.message : String(one));
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'assert', 'trace']) {
    const speak = console[level];
    console[level] = (...all) => {
      if (level !== 'assert' || !all[0]) said.push('console.' + level + ': ' + all.map(words).join(' '));
      speak.apply(console, all);
    };
  }
  addEventListener('error', (event) => {
    const { target } = event;
    said.push(target === window || !target ? 'exception: ' + event.message : 'not loaded: ' + (target.src || target.href));
  }, true);
  addEventListener('unhandledrejection', (event) => said.push('unhandled: ' + words(event.reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    said.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
  addEventListener('pagehide', () => {
    if (said.length > 0) navigator.sendBeacon('${SAID_PATH}', JSON.stringify(said.splice(0)));
  });
})();`;

/** The page with the recorder before everything else. */
const withRecorder = (html: string): string =>
  html.replace(/<head>/i, `<head><script src="${RECORDER_PATH}"></script>`);

/** What happens to a request: its answer never comes though it was done, or a number is the answer. */
export type Fault = 'lost answer' | number;

/** The line between browser and server, which can be cut and spoilt for real. */
export type Line = {
  url: string;
  /** Asked for every request; null lets it through. */
  spoil: (method: string, path: string) => Fault | null;
  /** Nobody answers any more: connections end, new ones are refused. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  /** Every request since the start, as `POST /path`. */
  asked: string[];
  /** What pages said as they were left; the caller takes it out. */
  said: string[];
  close: () => Promise<void>;
};

/** Opens a line to a server, on a free port. */
export async function openLine(server: string): Promise<Line> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const listener = createServer((asked, answer) => {
    answer.shouldKeepAlive = false; // browsers ask again by themselves where a used connection ends
    const path = asked.url ?? '/';
    if (path === RECORDER_PATH) {
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(RECORDER);
      return;
    }
    if (path === SAID_PATH) {
      void textOf(asked).then((text) => {
        line.said.push(...(JSON.parse(text) as string[]));
        answer.writeHead(204).end();
      });
      return;
    }
    line.asked.push(`${asked.method} ${path}`);
    pass(asked, answer, line.spoil(asked.method ?? '', path));
  });
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  function pass(asked: IncomingMessage, answer: ServerResponse, fault: Fault | null): void {
    if (typeof fault === 'number') {
      asked.resume();
      answer.writeHead(fault, { 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const headers = { ...asked.headers };
    const isPage = asked.method === 'GET' && asked.headers.accept?.startsWith('text/html');
    if (isPage)
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
    const onward = request({ hostname, port, method: asked.method, path: asked.url, headers });
    onward.on('error', () => answer.destroy());
    onward.on('response', (given) => {
      if (fault === 'lost answer') {
        given.resume();
        given.once('end', () => answer.destroy());
        return;
      }
      const { statusCode = 502, headers: answered } = given;
      if (isPage && answered['content-type']?.startsWith('text/html')) {
        delete answered['content-length'];
        delete answered.etag;
        void textOf(given).then((text) => answer.writeHead(statusCode, answered).end(withRecorder(text)));
        return;
      }
      answer.writeHead(statusCode, answered);
      given.pipe(answer);
    });
    asked.pipe(onward);
  }

  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: own } = listener.address() as { port: number };
  const cut = async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const line: Line = {
    url: `http://127.0.0.1:${own}`,
    spoil: () => null,
    cut,
    mend: async () => {
      listener.listen(own, '127.0.0.1');
      await once(listener, 'listening');
    },
    asked: [],
    said: [],
    close: cut,
  };
  return line;
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
