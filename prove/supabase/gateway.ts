import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { listen } from './service.ts';

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
 * `apikey` at REST and auth, names the client's address, and lets every origin call.
 */
export async function startGateway(keys: readonly string[], behind: Behind) {
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answer) => {
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
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(asked.headers)) if (value !== undefined) headers[name] = value;
    headers['x-forwarded-for'] = [header(asked, 'x-forwarded-for'), asked.socket.remoteAddress]
      .filter(Boolean)
      .join(', ');
    headers['x-forwarded-host'] = header(asked, 'host') ?? '';
    headers['x-forwarded-proto'] = 'http';
    if (family === 'storage') {
      headers['x-forwarded-prefix'] = '/storage/v1';
      const bearer = header(asked, 'authorization');
      if ((bearer === undefined || /^Bearer sb_/.test(bearer)) && key)
        headers.authorization = `Bearer ${key}`;
    }
    const target = behind[family as keyof Behind];
    const done =
      typeof target === 'function'
        ? handle(asked, answer, target, path, headers)
        : target.url().then((url) => pass(asked, answer, url + path, headers));
    done.catch(() => answer.destroy());
  });
  return listen(server);
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

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  address: string,
  headers: Record<string, string | string[]>,
): void {
  const onward = request(address, { method: asked.method, headers }, (got) => {
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
  headers: Record<string, string | string[]>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of asked) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  for (const name of ['connection', 'keep-alive', 'transfer-encoding', 'expect']) sent.delete(name);
  const got = await target(
    new Request(`http://gateway${path}`, {
      method: asked.method,
      headers: sent,
      ...(body.length > 0 && { body }),
    }),
  );
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
