import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tools } from '../program.ts';
import { startHostedCluster } from './cluster.ts';
import { findParts, hasRetention, type Parts, POSTGRES_15, partsInWords } from './parts.ts';
import { appliedVersions, makeProject } from './project.ts';
import { JWT_SECRET } from './stack.ts';

/** What the browser does over Supabase's parts; what no project has is marked in the files. */
const JOURNEYS = ['e2e/enrolment', 'e2e/desk'];

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'postgres'];
const TESTS = ['tests/database', 'tests/contract'];

/**
 * `npm run prove:supabase`: the product on Supabase's real parts. Migrations by the CLI, then
 * rights, functions, sessions and the official clients on PostgreSQL 15 and on the embedded one,
 * then the browser's journeys with the site on another origin, then a site moved there and
 * back, then a project's scheduled retention. `-- database`, `-- browser`, `-- moving` or
 * `-- retention` runs one part, `-- browser e2e/…` these files. Returns 0 when everything held.
 */
export async function run(
  args: readonly string[],
  { ensureBrowser, ensureSupabasePart }: Tools,
): Promise<number> {
  ensureSupabasePart('postgrest');
  ensureSupabasePart('cli');
  const parts = findParts();
  for (const line of partsInWords(parts)) console.log(line);
  console.log(
    POSTGRES_15
      ? 'PostgreSQL: 15 of Debian, and the embedded one'
      : 'PostgreSQL: the embedded one; 15 LEFT OUT, it is not installed',
  );

  const wanted = (part: string) => args.length === 0 || args.includes(part);
  const results: [what: string, well: boolean][] = [];
  if (wanted('database'))
    for (const stack of [...(POSTGRES_15 ? ['15'] : []), 'embedded'])
      results.push([
        `rights, functions and official clients, PostgreSQL ${stack}`,
        await ran([...VITEST, '--reporter=dot', ...TESTS], { SUPABASE_STACK: stack }),
      ]);
  if (wanted('browser'))
    results.push([
      'browser on another origin',
      await inBrowser(parts, args, ensureBrowser({ headless: true })),
    ]);
  if (wanted('moving'))
    results.push(['moved there and back', await ran(['scripts/run.mjs', 'prove/moving/moving.ts'], {})]);
  if (wanted('retention'))
    if (hasRetention(parts))
      results.push(['scheduled retention', await ran(['scripts/run.mjs', 'prove/owner/retention.ts'], {})]);
    else
      console.log('scheduled retention: LEFT OUT; it takes storage-api, pg_net, pg_cron and supabase_vault');
  for (const [what, well] of results) console.log(`${well ? 'held' : 'FAILED'}: ${what}`);
  return results.every(([, well]) => well) ? 0 : 1;
}

/** The browser's journeys over copies of one migrated project. */
async function inBrowser(parts: Parts, args: readonly string[], browser: string | null): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'cc-supabase-'));
  chmodSync(folder, 0o755);
  const cluster = await startHostedCluster(folder, {
    ...parts,
    settings: { autovacuum: 'off' },
    workers: 'template1', // the project is copied
  });
  try {
    await makeProject(cluster, parts, JWT_SECRET);
    console.log(`migrations applied: ${(await appliedVersions(cluster)).length}`);
    const { host, port } = cluster;
    const files = args.filter((word) => word.startsWith('e2e/'));
    return await ran(
      [
        'node_modules/@playwright/test/cli.js',
        'test',
        '--reporter=dot',
        ...(files.length > 0 ? files : JOURNEYS),
      ],
      {
        SUPABASE_PROJECT: JSON.stringify({ host, port, parts }),
        ...(browser && { CHROMIUM: browser }),
      },
    );
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function ran(args: readonly string[], environment: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}
