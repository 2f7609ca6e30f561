import type { IncomingMessage } from 'node:http';

/** Fewest bytes of a body in `PACE_MS`, whenever they begin; a photo over a weak line is faster. */
const PACE_BYTES = 4 * 1024;
const PACE_MS = 12_000;
const CHECK_MS = 1_000;
/** Most bodies that arrive at once: what they bring lies in memory until it is written. */
const BODIES_MAX = 512;

/**
 * A body that is arriving. Time is counted in checks, so that a pause of the server itself ends no
 * connection.
 */
type Arriving = {
  request: IncomingMessage;
  network: string;
  /** The socket's bytes when the body last had brought `PACE_BYTES`. */
  paced: number;
  quietMs: number;
};

/**
 * Returns what is to be called with each request, before its handler. It ends the connection of a body that
 * arrives too slowly; when more than `most` arrive at once, the one that `oneTooMany` chooses. Source: docs/security.md T38, T39.
 */
export function watchBodies({ most = BODIES_MAX } = {}): (request: IncomingMessage, network: string) => void {
  const all = new Set<Arriving>();

  return (request, network) => {
    if (!('content-length' in request.headers || 'transfer-encoding' in request.headers)) return; // it has no body
    const body: Arriving = { request, network, paced: request.socket.bytesRead, quietMs: 0 };
    all.add(body);
    const timer = setInterval(() => {
      if (hasArrived(request)) end();
      else if (isTooSlow(body)) request.socket.destroy();
    }, CHECK_MS).unref();
    const end = () => {
      clearInterval(timer);
      all.delete(body);
    };
    request.once('close', end);
    if (all.size <= most) return;
    for (const each of all) if (hasArrived(each.request)) all.delete(each);
    if (all.size > most) oneTooMany([...all])?.socket.destroy();
  };
}

const hasArrived = ({ complete, destroyed }: IncomingMessage) => complete || destroyed;

/**
 * Counts one more check. When bytes lie unread in our buffer, we are the slow side, and its time begins anew.
 */
function isTooSlow(body: Arriving): boolean {
  const { request, paced } = body;
  const { bytesRead } = request.socket;
  body.quietMs += CHECK_MS;
  if (bytesRead - paced >= PACE_BYTES || request.readableLength > 0) {
    body.paced = bytesRead;
    body.quietMs = 0;
  }
  return body.quietMs >= PACE_MS;
}

/**
 * Of the network that sends most at once, the body that has been arriving longest. `bodies` stand in the order in
 * which they began.
 */
function oneTooMany(bodies: readonly Arriving[]): IncomingMessage | undefined {
  const of = new Map<string, Arriving[]>();
  for (const body of bodies) of.set(body.network, [...(of.get(body.network) ?? []), body]);
  return [...of.values()].sort((one, other) => other.length - one.length)[0]?.[0]?.request;
}
