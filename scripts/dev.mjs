// `npm run dev`: the same server with hot reload. Vite serves the pages from their
// sources; every other path goes to the server.

import { createServer } from 'node:http';
import { ensureInstalled, load, ROOT } from './ensure.mjs';
import { begin } from './fail.mjs';
import { readEnvironmentFile } from './install/environment-file.mjs';

await begin(async () => {
  readEnvironmentFile();
  await ensureInstalled();
  await (await import('./content.mjs')).checkContent(); // needs what was installed
  await (await import('./photos.mjs')).makePhotos();
  const { createServer: createVite } = await import('vite');
  const { getRequestListener } = await import('@hono/node-server');
  const { default: pino } = await import('pino');
  const server = createServer();
  const vite = await createVite({
    root: ROOT,
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
  const { openServer } = await load('server/main.ts');
  const { readConfig } = await load('server/core/config.ts');
  const config = readConfig(process.env);
  const open = await openServer(config, new Map([['/', {}]]), pino({ level: 'warn' }), console.log);
  const answer = getRequestListener(open.app.fetch);
  server.on('request', (request, response) => {
    if (/^\/((rest|auth|storage)\/v1|health|config\.json)/.test(request.url ?? '')) answer(request, response);
    else vite.middlewares(request, response);
  });
  server.listen(config.port, config.host, () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.log(`Pronto: http://${config.host}:${port}`);
  });
  const close = async () => {
    await vite.close();
    server.close();
    server.closeAllConnections();
    await open.close();
    process.exit(0);
  };
  process.once('SIGINT', close);
  process.once('SIGTERM', close);
});
