import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../kit/desk.ts';
import { startServer } from '../kit/server.ts';
import { ADMIN } from '../kit/site.ts';
import {
  addressOf,
  type HostedCluster,
  PLATFORM_ADMIN,
  runAs,
  startHostedCluster,
} from '../prove/supabase/cluster.ts';
import type { Parts } from '../prove/supabase/parts.ts';
import { makeProject } from '../prove/supabase/project.ts';
import { JWT_SECRET, startStack } from '../prove/supabase/stack.ts';
import { openPools } from '../server/core/database.ts';
import { addPeople } from '../server/demo/people.ts';

/** A back end to measure: our server, or Supabase's parts. */
export type Backend = {
  rest: string;
  /** Address of the uploads; undefined: left out. */
  storage?: string;
  /** The public key. */
  key: string;
  /** PostgreSQL's version. */
  version: string;
  /** Headers of an administrator who signs in now. */
  asAdministrator: () => Promise<Record<string, string>>;
  stop: () => Promise<void>;
};

/** Both write through to the disk, as every backend does that keeps what it confirmed. */
const SETTINGS = { fsync: 'on' };

/**
 * A backend on a PostgreSQL of its own, which `start` makes and leaves with that many artificial
 * enrolments; what `start` adds to `stops` ends with it, also when it fails.
 */
async function openSite(
  files: string,
  options: Parameters<typeof startHostedCluster>[1],
  start: (
    cluster: HostedCluster,
    stops: (() => Promise<void>)[],
  ) => Promise<Omit<Backend, 'version' | 'stop'>>,
): Promise<Backend> {
  mkdirSync(files, { mode: 0o755 }); // PostgreSQL may run as another account
  const cluster = await startHostedCluster(files, { ...options, settings: SETTINGS });
  const stops = [cluster.stop];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    return { ...(await start(cluster, stops)), version: cluster.version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Our server, with that many artificial enrolments. */
export const startOurs = (folder: string, { binaries }: Parts, people: number): Promise<Backend> =>
  openSite(join(folder, 'ours'), { binaries }, async (cluster, stops) => {
    await runAs(cluster, PLATFORM_ADMIN, 'postgres', 'create database site');
    const database = `postgres://${PLATFORM_ADMIN}:unused@${cluster.host}:${cluster.port}/site?sslmode=disable`;
    const server = await startServer({
      folder: join(folder, 'ours/data'),
      environment: { LIMITS: 'relaxed', DATABASE_URL: database },
    });
    stops.push(() => server.stop());
    await fill(cluster, 'site', people);
    return {
      rest: `${server.url}/rest/v1`,
      storage: `${server.url}/storage/v1`,
      key: server.key,
      asAdministrator: async () => (await signIn(server)).headers,
    };
  });

/**
 * PostgREST and, where it is at hand, storage-api over a project with as many enrolments. They
 * are called without the gateway, which would cost them time; through it the administrator signs in.
 */
export const startTheirs = (folder: string, parts: Parts, people: number): Promise<Backend> =>
  openSite(join(folder, 'theirs'), parts, async (cluster, stops) => {
    await makeProject(cluster, parts, JWT_SECRET);
    // the triggers that stand in safeupdate's place: no project has them
    await fill(cluster, 'postgres', people);
    const stack = await startStack(cluster, parts, 'postgres');
    stops.push(stack.stop);
    const { id } = await stack.signIn.addUser(ADMIN);
    await runAs(cluster, 'postgres', 'postgres', `select private.ativar_administrador('${id}', null)`);
    return {
      rest: stack.rest,
      storage: parts.storage && (await stack.storage()).url,
      key: stack.key,
      asAdministrator: async () => (await signIn(stack)).headers,
    };
  });

/** The same artificial enrolments on both, written to their files before anything is measured. */
async function fill(cluster: HostedCluster, name: string, people: number): Promise<void> {
  const owner = { ...addressOf(cluster, PLATFORM_ADMIN), database: name };
  const database = openPools({ owner, callers: owner, onError: () => {} });
  try {
    if (!(await addPeople(database, people, (line) => console.error(line))))
      throw new Error('the people could not be added');
    await database.query('checkpoint');
  } finally {
    await database.close();
  }
}
