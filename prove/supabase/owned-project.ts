import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addressOf, startHostedCluster } from './cluster.ts';
import { ensureSupabaseParts } from './install-parts.ts';
import { findParts, type Parts, partsInWords } from './parts.ts';
import type { SignInOptions } from './sign-in.ts';
import { startStack } from './stack.ts';

/** A project as its owner reaches it: an address, two keys, and the login `postgres`. */
export type OwnedProject = Awaited<ReturnType<typeof startOwned>>;

/** Finds the parts for proofs with an owner's project, and prints what it found. */
export function partsOfOwner(): Parts {
  ensureSupabaseParts();
  const parts = findParts();
  for (const line of partsInWords(parts)) console.log(line);
  return parts;
}

/**
 * Starts a PostgreSQL in a folder of its own, `make`s a project in it and hands it to `work`;
 * nothing of it is left afterwards.
 */
export async function withProject(
  parts: Parts,
  {
    make,
    settings,
    ...options
  }: SignInOptions & {
    make: (cluster: Awaited<ReturnType<typeof startHostedCluster>>) => Promise<void>;
    settings?: (folder: string) => Record<string, string>;
  },
  work: (project: OwnedProject) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-project-'));
  chmodSync(folder, 0o755); // PostgreSQL may run as another account
  const cluster = await startHostedCluster(folder, { ...parts, settings: settings?.(folder) });
  try {
    await make(cluster);
    const project = await startOwned(cluster, parts, options, folder);
    try {
      await work(project);
    } finally {
      await project.stop();
    }
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOwned(
  cluster: Awaited<ReturnType<typeof startHostedCluster>>,
  parts: Parts,
  options: SignInOptions,
  folder: string,
) {
  const stack = await startStack(cluster, parts, 'postgres', options);
  return {
    ...stack,
    cluster,
    /** That of the cluster. */
    folder,
    environment: {
      DATABASE_URL: `postgres://postgres:unused@${cluster.host}:${cluster.port}/postgres`,
      SUPABASE_URL: stack.url,
      SUPABASE_SERVICE_KEY: stack.secret,
    },
    /** Rows of a statement of the owner. */
    query: async <Row extends object>(sql: string): Promise<Row[]> => {
      const client = new pg.Client(addressOf(cluster, 'postgres'));
      await client.connect();
      try {
        return (await client.query<Row & pg.QueryResultRow>(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
