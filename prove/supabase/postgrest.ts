import { setTimeout as pause } from 'node:timers/promises';
import { type Address, freePort } from './cluster.ts';
import { startService } from './service.ts';

/** Starts PostgREST over a database, set as a hosted project's. */
export async function startPostgrest(
  program: string,
  { host, port: databasePort }: Address,
  database: string,
  jwtSecret: string,
) {
  const [port, admin] = [await freePort(), await freePort()];
  const service = await startService(program, [], {
    url: `http://127.0.0.1:${port}`,
    path: '/',
    environment: {
      PGRST_DB_URI: `postgres://authenticator@${host}:${databasePort}/${database}`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public, extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: '10',
      PGRST_DB_POOL_ACQUISITION_TIMEOUT: '10',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(admin),
      PGRST_LOG_LEVEL: 'error',
    },
  });
  /** How often it has read the schema. */
  const reads = () => service.said().match(/Schema cache (loaded|queried)/gi)?.length ?? 0;
  return {
    ...service,
    /** Runs `change` of the schema, which the database tells PostgREST of, and waits until it has read it anew. */
    knownAfter: async <T>(change: () => Promise<T>): Promise<T> => {
      const before = reads();
      const result = await change();
      const until = performance.now() + 5_000;
      while (reads() === before && performance.now() < until) await pause(10);
      await pause(50); // it says so just before
      return result;
    },
  };
}
