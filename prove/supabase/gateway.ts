import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listenOn } from '../../kit/listen.ts';

/** Where a prefix leads: a service, which may be started by its first call, or a handler in this process. */
export type Target = { url: () => Promise<string> } | ((request: Request) => Promise<Response>);

export type Behind = Record<'rest' | 'auth' | 'storage', Target>;

/** Opened by other sites without a key: links of GoTrue. Source: docs/contract.md §1. */
const OPEN = /^\/auth\/v1\/(verify|callback|authorize|\.well-known\/jwks\.json)$/;

const NO_KEY = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};
const OTHER_KEY = {
  message: 'Invalid API key',
  hint: 'Double check your Supabase `anon` or `service_role` API key.',
};

/**
 * One origin before the services, as Supabase's gateway: takes the prefix off, asks for a known
 * `apikey` at REST and auth, names the client's address, and lets every origin call. It may be
 * cut, as a network is: nobody listens there until `open`.
 */
export async function startGateway(keys: readonly string[], behind: Behind) {
  let left = Number.POSITIVE_INFINITY;
  let counted = /^$/;
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answer) => {
    if (counted.test(`${asked.method} ${asked.url}`)) left -= 1;
    if (left < 0) return cut();
    const url = new URL(asked.url ?? '/', 'http://gateway');
    const [, family = '', version] = url.pathname.split('/', 3);
    if (asked.method === 'OPTIONS') return preflight(asked, answer);
    if (version !== 'v1' || !(family in behind))
      return refuse(answer, 404, { message: 'no Route matched with those values' });
    const key = header(asked, 'apikey') ?? url.searchParams.get('apikey') ?? undefined;
    if (family !== 'storage' && !OPEN.test(url.pathname)) {
      if (key === undefined) return refuse(answer, 401, NO_KEY);
      if (!keys.includes(key)) return refuse(answer, 401, OTHER_KEY);
    }
    const rest = url.pathname.slice(`/${family}/v1`.length) || '/';
    url.searchParams.delete('apikey');
    const path = rest + (asked.url?.includes('apikey=') ? `?${url.searchParams}` : url.search);
    const target = behind[family as keyof Behind];
    const headers = onwardHeaders(asked, family, key);
    const done =
      typeof target === 'function'
        ? handle(asked, answer, target, path, headers)
        : target.url().then((address) => pass(asked, answer, address + path, headers));
    done.catch(() => answer.destroy());
  });
  const cut = () => {
    server.closeAllConnections();
    server.close();
  };
  const { url, port } = await listenOn(server);
  return {
    url,
    cut,
    /** Cuts it at the call after `calls` that match, as `GET /path`. */
    cutAfter: (calls: number, matching: RegExp): void => {
      [left, counted] = [calls, matching];
    },
    /** At the same address as before. */
    open: async () => {
      left = Number.POSITIVE_INFINITY;
      if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    stop: async () => {
      if (!server.listening) return;
      cut();
      await once(server, 'close');
    },
  };
}

type SentHeaders = Record<string, string | string[]>;

/** What the gateway adds to the headers of a call. */
function onwardHeaders(asked: IncomingMessage, family: string, key: string | undefined): SentHeaders {
  const headers: SentHeaders = {};
  for (const [name, value] of Object.entries(asked.headers)) if (value !== undefined) headers[name] = value;
  headers['x-forwarded-for'] = [header(asked, 'x-forwarded-for'), asked.socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
  headers['x-forwarded-host'] = header(asked, 'host') ?? '';
  headers['x-forwarded-proto'] = 'http';
  if (family !== 'storage') return headers;
  headers['x-forwarded-prefix'] = '/storage/v1';
  const bearer = header(asked, 'authorization');
  if ((bearer === undefined || /^Bearer sb_/.test(bearer)) && key) headers.authorization = `Bearer ${key}`;
  return headers;
}

/** What pages of another origin may send, and read of an answer. Source: docs/contract.md §7. */
function preflight(asked: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(200, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
    'access-control-allow-headers': header(asked, 'access-control-request-headers') ?? '',
    'access-control-max-age': '3600',
  });
  answer.end();
}

const EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit, X-Total-Count, Link, X-Supabase-Api-Version';

function opened(headers: Record<string, string | string[] | undefined>) {
  return { ...headers, 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED };
}

function pass(asked: IncomingMessage, answer: ServerResponse, address: string, headers: SentHeaders): void {
  const onward = request(address, { method: asked.method, headers }, (got) => {
    if (answer.destroyed) return void got.destroy(); // who asked has gone, and pipeline would throw
    answer.writeHead(got.statusCode ?? 502, opened(got.headers));
    pipeline(got, answer, () => {});
  });
  onward.on('error', () => {
    if (!answer.headersSent)
      refuse(answer, 502, { message: 'An invalid response was received from the upstream server' });
  });
  pipeline(asked, onward, () => {});
}

async function handle(
  asked: IncomingMessage,
  answer: ServerResponse,
  target: (request: Request) => Promise<Response>,
  path: string,
  headers: SentHeaders,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'expect']) sent.delete(name);
  const init = { method: asked.method, headers: sent, ...(body.length > 0 && { body }) };
  const got = await target(new Request(`http://gateway${path}`, init));
  answer.writeHead(got.status, opened(Object.fromEntries(got.headers)));
  answer.end(Buffer.from(await got.arrayBuffer()));
}

function refuse(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  answer.end(JSON.stringify(body));
}

function header(asked: IncomingMessage, name: string): string | undefined {
  const value = asked.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
