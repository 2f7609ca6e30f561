import { createServer, request, type Server } from 'node:http';
import { pipeline } from 'node:stream';
import { listen } from '../supabase/service.ts';

/**
 * The network between a command and a project, at one address: it passes everything on until
 * it is cut, after so many calls that match, and nobody listens there until it is opened again.
 */
export async function startGate(target: string) {
  let server: Server;
  let left = Number.POSITIVE_INFINITY;
  let counted = /^$/;
  const cut = () => {
    server.closeAllConnections();
    server.close();
  };
  const listenAt = (port: number) => {
    server = createServer((asked, answer) => {
      if (counted.test(`${asked.method} ${asked.url}`)) left -= 1;
      if (left < 0) return cut();
      const onward = request(target + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        pipeline(got, answer, () => {});
      });
      onward.on('error', () => answer.destroy());
      pipeline(asked, onward, () => {});
    });
    return listen(server, port);
  };
  const { url } = await listenAt(0);
  return {
    url,
    /** Cuts it at the call after `calls` that match. */
    cutAfter: (calls: number, matching: RegExp): void => {
      [left, counted] = [calls, matching];
    },
    open: async () => {
      left = Number.POSITIVE_INFINITY;
      if (!server.listening) await listenAt(Number(new URL(url).port));
    },
    stop: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
