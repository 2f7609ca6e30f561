import { startServer } from './fixtures.ts';

/** Starts a site once and stops it: what its first start left is what `startServer` begins with, copied. Returns its removal. */
// biome-ignore lint/style/noDefaultExport: the runner takes the default one
export default async function makeFolder(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.stop('SIGTERM', true);
  process.env.MADE_FOLDER = server.dataDir; // the workers inherit it
  return () => server.stop();
}
