import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../core/context.ts';
import { ApiError, errorBody } from '../core/errors.ts';
import {
  addressOf,
  clientAddress,
  NETWORK_SHARE,
  networkOf,
  plainAddress,
  trustedBy,
} from '../core/proxies.ts';
import { EVERY_ANSWER } from './page-headers.ts';
import { watchBodies } from './slow-bodies.ts';

/** Limits of one connection, in milliseconds and bytes (docs/security.md T38, T39). */
export const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false, // Node's own refusal has no body: `refuseUnreadable` answers
} as const;

/** A connection without any traffic for this long is closed. */
const IDLE_MS = 30_000;
/** Most unanswered requests of one connection; browsers send one at a time. */
const UNANSWERED_MAX = 10;
/** Its network has four times as many. */
const SOCKETS_PER_ADDRESS = 100;
const SOCKETS_PER_ADDRESS_RELAXED = 10_000;

/**
 * Closes abusive connections: too many from one address, idle ones, bodies that
 * arrive too slowly or too many at once, and too many unanswered requests. Errors of the HTTP parser are
 * answered in JSON.
 */
export function guardConnections(
  server: Server,
  { limits, trustedProxies }: Pick<Config, 'limits' | 'trustedProxies'>,
): void {
  const most = limits === 'relaxed' ? SOCKETS_PER_ADDRESS_RELAXED : SOCKETS_PER_ADDRESS;
  const isTrusted = trustedBy(trustedProxies);
  const open = new Map<string, number>();
  const count = (key: string, change: 1 | -1): number => {
    const now = (open.get(key) ?? 0) + change;
    if (now > 0) open.set(key, now);
    else open.delete(key);
    return now;
  };
  server.setTimeout(IDLE_MS, (socket) => socket.destroy());

  server.on('connection', (socket: Socket) => {
    const client = plainAddress(socket.remoteAddress ?? '');
    const allowances = [
      [addressOf(client), most],
      [`network ${networkOf(client)}`, most * NETWORK_SHARE],
    ] as const;
    const tooMany = allowances.filter(([key, allowed]) => count(key, 1) > allowed);
    socket.once('close', () => {
      for (const [key] of allowances) count(key, -1);
    });
    if (tooMany.length > 0 && !isTrusted(client)) socket.destroy();
  });

  const watchBody = watchBodies();
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? new Set();
    unanswered.set(socket, waiting.add(response));
    response.once('close', () => waiting.delete(response));
    if (waiting.size > UNANSWERED_MAX) socket.destroy();

    const client = clientAddress(
      plainAddress(socket.remoteAddress ?? ''),
      request.headers['x-forwarded-for'] as string | undefined,
      isTrusted,
    );
    watchBody(request, networkOf(client));
  });

  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuse(response, 417, 'Expectation Failed'),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const amid = [...(unanswered.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || amid) return socket.destroy();
    const [status, words] = PARSER_REFUSALS[error.code ?? ''] ?? [400, 'Bad Request'];
    const { headers, body } = refusal(status, words);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${words}`, ...lines, `\r\n${body}`].join('\r\n'));
  });
}

const PARSER_REFUSALS: Record<string, [status: number, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/**
 * Answers 400 to an ambiguous request and returns true: an invalid Host, a path
 * that is no path, or a header that decides authorization or length given twice;
 * 405 to TRACE, which would give back what a proxy put in.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.socket.destroyed) return true; // closed above, with more of its requests already parsed
  const { host = '' } = request.headers;
  const path = request.url ?? '';
  const readable =
    /^[\w.:[\]-]+$/.test(host) &&
    /^\/[^\\?]*(\?|$)/.test(path) && // a backslash would be read as a slash
    URL.canParse(`http://${host}${path}`);
  const names = request.rawHeaders.filter((_value, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const twice = ['host', 'authorization', 'apikey', 'content-length'].some(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  const isTrace = request.method === 'TRACE';
  if (isTrace) refuse(response, 405, 'Method Not Allowed');
  else if (!readable || twice) refuse(response, 400, 'Bad Request');
  else return false;
  return true;
}

function refuse(response: ServerResponse, status: number, words: string): void {
  const { headers, body } = refusal(status, words);
  response.writeHead(status, headers).end(body);
}

function refusal(status: number, message: string) {
  const body = JSON.stringify(errorBody(new ApiError(status, String(status), message)));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...EVERY_ANSWER,
    Connection: 'close',
  };
  return { headers, body };
}
