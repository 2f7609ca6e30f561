import type { EventEmitter } from 'node:events';
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

/** Limits of one connection, in milliseconds and bytes (docs/security.md T38, T39). What is no HTTP Node itself refuses. */
export const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false, // HTTP/1.0 may leave it out: `refuseUnreadable` refuses both
  joinDuplicateHeaders: true, // else Node takes the first Host and authorisation
} as const;

/** A connection without any traffic for this long is closed. */
const IDLE_MS = 30_000;
/** Most unanswered requests of one connection; browsers send one at a time. */
const UNANSWERED_MAX = 10;
/** Its network has four times as many. */
const SOCKETS_PER_ADDRESS = 100;

/**
 * Closes abusive connections: too many from one address, idle ones, bodies that
 * arrive too slowly or too many at once, and too many unanswered requests.
 */
export function guardConnections(
  server: Server,
  { limits, trustedProxies }: Pick<Config, 'limits' | 'trustedProxies'>,
): void {
  const most = limits === 'relaxed' ? Number.POSITIVE_INFINITY : SOCKETS_PER_ADDRESS;
  const isTrusted = trustedBy(trustedProxies);
  const open = new Map<unknown, number>();
  /** How many of a key are open with this one. */
  const count = (key: unknown, one: EventEmitter): number => {
    const change = (by: number) => {
      const now = (open.get(key) ?? 0) + by;
      if (now > 0) open.set(key, now);
      else open.delete(key);
      return now;
    };
    one.once('close', () => change(-1));
    return change(1);
  };
  server.setTimeout(IDLE_MS, (socket) => socket.destroy());

  server.on('connection', (socket: Socket) => {
    const client = plainAddress(socket.remoteAddress ?? '');
    const ofAddress = count(addressOf(client), socket);
    const ofNetwork = count(`network ${networkOf(client)}`, socket);
    if ((ofAddress > most || ofNetwork > most * NETWORK_SHARE) && !isTrusted(client)) socket.destroy();
  });

  const watchBody = watchBodies();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    if (count(socket, response) > UNANSWERED_MAX) socket.destroy();
    const forwarded = headers['x-forwarded-for'] as string | undefined;
    watchBody(
      request,
      networkOf(clientAddress(plainAddress(socket.remoteAddress ?? ''), forwarded, isTrusted)),
    );
  });
}

const BAD_REQUEST = JSON.stringify(errorBody(new ApiError(400, '400', 'Bad Request')));

/** Answers 400 to a request whose Host or path is none, or that has two Hosts or authorisations, and returns true. */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.socket.destroyed) return true; // closed above, with more of its requests already parsed
  const { host = '', authorization = '' } = request.headers;
  const path = request.url ?? '';
  const readable =
    /^[\w.:[\]-]+$/.test(host) &&
    /^\/[^\\?]*(\?|$)/.test(path) && // a backslash would be read as a slash
    URL.canParse(`http://${host}${path}`);
  if (readable && !authorization.includes(',')) return false;
  response
    .writeHead(400, {
      ...EVERY_ANSWER,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': BAD_REQUEST.length,
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(BAD_REQUEST);
  return true;
}
