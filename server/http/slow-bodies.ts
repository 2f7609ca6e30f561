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
 * arrives too slowly; when more than `most` arrive at once, of the network that sends most the one that has been
 * arriving longest. Source: docs/security.md T38, T39.
 */
export function watchBodies({ most = BODIES_MAX } = {}): (request: IncomingMessage, network: string) => void {
  let all: Arriving[] = []; // in the order in which they began
  const arriving = () => {
    all = all.filter(({ request }) => !request.complete && !request.destroyed);
    return all;
  };
  setInterval(() => {
    for (const body of arriving()) if (isTooSlow(body)) body.request.socket.destroy();
  }, CHECK_MS).unref();

  return (request, network) => {
    if (!('content-length' in request.headers || 'transfer-encoding' in request.headers)) return; // it has no body
    all.push({ request, network, paced: request.socket.bytesRead, quietMs: 0 });
    if (all.length <= most || arriving().length <= most) return;
    const networks = new Map<string, Arriving[]>();
    for (const body of all) networks.set(body.network, [...(networks.get(body.network) ?? []), body]);
    const [largest = all] = [...networks.values()].sort((one, other) => other.length - one.length);
    largest[0]?.request.socket.destroy();
  };
}

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
