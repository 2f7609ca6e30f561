import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenOn } from '../../kit/listen.ts';

/** Where the page fetches `RECORDER` and sends what was said when it is left. */
const RECORDER_PATH = '/.said.js';
const SAID_PATH = '/.said';

/**
 * Runs before everything else in the page: the console's messages, uncaught errors and
 * what the policy refuses, into `window.saidByPage`; what nobody has read yet is sent when the page goes.
 * The one way to hear WebKit, whose automated window forgets its console. Chromium 103 itself observes what has
 * `contain-intrinsic-size: auto` and says so when a size waits for the next frame; the families' pages observe nothing.
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
    const { target, message } = event;
    if (message === 'ResizeObserver loop limit exceeded') return;
    said.push(target === window || !target ? 'exception: ' + message : 'not loaded: ' + (target.src || target.href));
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

/** A proxy between browser and server, which can cut the connection and lose an answer. */
export type Network = Awaited<ReturnType<typeof openNetwork>>;

/** Opens the proxy before a server, on a free port. */
export async function openNetwork(server: string) {
  const state = {
    /** Of the next request that begins so the answer never comes, though it is done. */
    loses: null as string | null,
    /** Every request since the start, as `POST /path`. */
    requests: [] as string[],
    /** What pages said as they were left; the caller takes it out. */
    said: [] as string[],
  };
  const listener = createServer(async (incoming, answer) => {
    answer.shouldKeepAlive = false; // browsers ask again by themselves where a used connection ends
    const path = incoming.url ?? '/';
    if (path === RECORDER_PATH)
      return void answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(RECORDER);
    if (path === SAID_PATH) {
      state.said.push(...(JSON.parse(await textOf(incoming)) as string[]));
      return void answer.writeHead(204).end();
    }
    const asked = `${incoming.method} ${path}`;
    state.requests.push(asked);
    const isLost = state.loses !== null && asked.startsWith(state.loses);
    if (isLost) state.loses = null;
    pass(server, incoming, answer, isLost);
  });
  const { url, port, close } = await listenOn(listener);
  return Object.assign(state, {
    url,
    /** Nobody answers any more: connections end, new ones are refused. */
    cut: close,
    mend: async () => void (await once(listener.listen(port, '127.0.0.1'), 'listening')),
    close,
  });
}

function pass(server: string, incoming: IncomingMessage, answer: ServerResponse, isLost: boolean): void {
  const headers = { ...incoming.headers };
  const isPage = incoming.method === 'GET' && incoming.headers.accept?.startsWith('text/html');
  if (isPage)
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
  const onward = request(server + incoming.url, { method: incoming.method, headers });
  onward.on('error', () => answer.destroy());
  onward.on('response', (given) => {
    if (isLost) {
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
  incoming.pipe(onward);
}
