import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from './core/config.ts';

/** Limits of one connection, in milliseconds and bytes (threats T38, T39). */
export const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
} as const;

/** Nothing at all heard on a connection for this long: it goes. */
const IDLE_MS = 30_000;
/** A body must bring this many bytes in each span of `PACE_MS`, be it a photo on a weak line. */
const PACE_BYTES = 4 * 1024;
const PACE_MS = 12_000;
const SOCKETS_PER_ADDRESS = 100;
const SOCKETS_PER_ADDRESS_RELAXED = 10_000;

/**
 * Cuts connections that only hold a place: too many from one address, silent
 * ones, and bodies that drip. What the parser refuses is answered in JSON.
 */
export function guardConnections(
  server: Server,
  { limits, trustedProxies }: Pick<Config, 'limits' | 'trustedProxies'>,
): void {
  const most = limits === 'relaxed' ? SOCKETS_PER_ADDRESS_RELAXED : SOCKETS_PER_ADDRESS;
  const perAddress = new Map<string, number>();
  server.setTimeout(IDLE_MS, (socket) => socket.destroy());

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, count);
    socket.once('close', () => {
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
    if (count > most && !trustedProxies.includes(address.replace(/^::ffff:/, ''))) socket.destroy();
  });

  server.prependListener('request', (request: IncomingMessage) => {
    let heard = request.socket.bytesRead;
    const pace = setInterval(() => {
      if (request.complete || request.destroyed) return clearInterval(pace);
      if (request.socket.bytesRead - heard < PACE_BYTES && !request.isPaused()) request.socket.destroy();
      heard = request.socket.bytesRead;
    }, PACE_MS);
    pace.unref();
    request.once('close', () => clearInterval(pace));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const status =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? '408 Request Timeout'
          : '400 Bad Request';
    const body = JSON.stringify({
      code: status.slice(0, 3),
      message: status.slice(4),
      details: null,
      hint: null,
    });
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
