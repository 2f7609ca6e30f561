import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { signIn as signInAt } from '../kit/desk.ts';
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
import { startPostgrest } from '../prove/supabase/postgrest.ts';
import { makeProject } from '../prove/supabase/project.ts';
import { openSignIn } from '../prove/supabase/sign-in.ts';
import { JWT_SECRET, publicKey } from '../prove/supabase/stack.ts';
import { startStorage } from '../prove/supabase/storage-api.ts';
import { openPools } from '../server/core/database.ts';
import { addPeople } from '../server/demo/people.ts';

/** Where the site's calls go: our server, or Supabase's parts. */
export type Home = {
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

/** Both write through to the disk, as every home does that keeps what it confirmed. */
const SETTINGS = { fsync: 'on' };

/** Our server on a PostgreSQL of its own, with so many artificial enrolments. */
export async function startOurs(folder: string, parts: Parts, people: number): Promise<Home> {
  const files = folderIn(folder, 'ours');
  const cluster = await startHostedCluster(files, { binaries: parts.binaries, settings: SETTINGS });
  const { host, port } = cluster;
  try {
    await runAs(cluster, PLATFORM_ADMIN, 'postgres', 'create database site');
    const server = await startServer({
      folder: join(files, 'data'),
      environment: {
        LIMITS: 'relaxed',
        DATABASE_URL: `postgres://${PLATFORM_ADMIN}:unused@${host}:${port}/site?sslmode=disable`,
      },
    });
    const stop = async () => {
      await server.stop();
      await cluster.stop();
    };
    await fill(cluster, 'site', people).catch(async (error) => {
      await stop();
      throw error;
    });
    return {
      rest: `${server.url}/rest/v1`,
      storage: `${server.url}/storage/v1`,
      key: server.key,
      version: cluster.version,
      asAdministrator: async () => (await signInAt(server)).headers,
      stop,
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * PostgREST and, where it is at hand, storage-api over a project with as many enrolments. They
 * are called without the gateway, which would cost them time; the sign-in double only signs in.
 */
export async function startTheirs(folder: string, parts: Parts, people: number): Promise<Home> {
  const files = folderIn(folder, 'theirs');
  const cluster = await startHostedCluster(files, { ...parts, settings: SETTINGS });
  const stops = [cluster.stop];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    await makeProject(cluster, parts, JWT_SECRET);
    // the triggers that stand in safeupdate's place: no project has them
    await runAs(cluster, PLATFORM_ADMIN, 'postgres', 'drop schema if exists guarded cascade');
    await fill(cluster, 'postgres', people);
    const rest = await startPostgrest(parts.postgrest, cluster, 'postgres', JWT_SECRET);
    stops.push(rest.stop);
    const storage = parts.storage && (await startStorage(cluster, 'postgres', parts.storage, JWT_SECRET));
    if (storage) stops.push(storage.stop);
    const signIn = openSignIn(cluster, 'postgres', JWT_SECRET);
    stops.push(signIn.close);
    const { id } = await signIn.addUser(ADMIN);
    await runAs(
      cluster,
      PLATFORM_ADMIN,
      'postgres',
      `insert into private.administradores (user_id) values ('${id}')`,
    );
    const key = await publicKey();
    return {
      rest: rest.url,
      storage: storage?.url,
      key,
      version: cluster.version,
      asAdministrator: async () => {
        const answer = await signIn.handle(
          new Request('http://127.0.0.1/token?grant_type=password', {
            method: 'POST',
            body: JSON.stringify(ADMIN),
          }),
        );
        const { access_token } = (await answer.json()) as { access_token: string };
        return { apikey: key, Authorization: `Bearer ${access_token}` };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A folder that PostgreSQL may enter when it runs as another account. */
function folderIn(folder: string, name: string): string {
  const made = join(folder, name);
  mkdirSync(made, { mode: 0o755 });
  return made;
}

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
