import { createServer, type Server } from 'node:http';

/** Lets a server listen on a free port of this machine; `close` cuts what is still open. */
export async function listenOn(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}`, close };
}

/** A receiver for ALERT_URL; `alerts` are the texts that arrived, and when, in ms of this process. */
export async function receiveAlerts() {
  const alerts: { at: number; text: string }[] = [];
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    alerts.push({ at: performance.now(), text });
    response.end();
  });
  const { url, close } = await listenOn(receiver);
  return { alerts, url: `${url}/`, close };
}
