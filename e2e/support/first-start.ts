import { startServer } from './fixtures.ts';
import { PROJECT } from './hosted.ts';

/** Starts a site once and stops it. `startServer` begins with a copy of its data folder, named by FIRST_START. Returns what removes it. */
// biome-ignore lint/style/noDefaultExport: the runner takes the default one
export default async function makeFirstStart(): Promise<() => Promise<void>> {
  if (PROJECT) return async () => {};
  const server = await startServer();
  await server.stop('SIGTERM', true);
  process.env.FIRST_START = server.dataDir; // the workers inherit it
  return () => server.stop();
}
