import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../../kit/browser.ts';
import { startHostedCluster } from './cluster.ts';
import { ensureSupabaseParts } from './install-parts.ts';
import {
  findParts,
  hasRetention,
  leftOut,
  type Parts,
  partsInWords,
  VERSIONS,
  type Version,
} from './parts.ts';
import { appliedVersions, makeProject } from './project.ts';
import { JWT_SECRET } from './stack.ts';

/** What the browser does over Supabase's parts; what no project has is marked in the files. */
const JOURNEYS = ['e2e/enrolment', 'e2e/desk', 'e2e/participants'];

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'postgres', '--reporter=dot'];

/** The tests of each PostgreSQL (decision 124): of 18, which no project runs, what the platform's roles and grants can change. */
const TESTS: Record<Version, readonly string[]> = {
  '15': ['tests/api', 'tests/database'],
  '17': ['tests/api', 'tests/database'],
  '18': ['api/accounts', 'database/database', 'database/schema', 'database/rights', 'api/documents'],
};

/** What a part says is shown when it has ended, since it runs beside another. */
type Part = { what: string; run: () => Promise<{ well: boolean; said: string }> };

/**
 * `npm run prove -- supabase`: the product on Supabase's real parts. Migrations by the CLI, then
 * rights, functions, sessions and the official clients on PostgreSQL 15, 17 and 18, then the
 * browser's journeys with the site on another origin; beside them a project's scheduled
 * retention, which mostly waits for pg_cron, and a site moved there and back. `supabase database`,
 * `17` or `browser` runs one part, `browser e2e/…` these files; `prepare` only installs what npm has
 * and says what is there. Returns 0 when everything held, 1 when something did not, 3 when what was
 * there held and something is left out.
 */
export async function run(args: readonly string[]): Promise<number> {
  ensureSupabaseParts();
  const parts = findParts();
  for (const line of partsInWords(parts)) console.log(line);

  const wanted = (...names: string[]) => args.length === 0 || names.some((name) => args.includes(name));
  const lane = async (lane: readonly (Part | false)[]) => {
    const failed: string[] = [];
    for (const part of lane.filter((each) => each !== false)) {
      const began = performance.now();
      const { well, said } = await part.run();
      const minutes = ((performance.now() - began) / 60_000).toFixed(1);
      console.log(
        `\n— ${part.what}\n${said.trim()}\n${well ? 'held' : 'FAILED'}: ${part.what}, ${minutes} min`,
      );
      if (!well) failed.push(part.what);
    }
    return failed;
  };
  const proof = (name: string) => () => ran(['scripts/run.mjs', 'prove', 'supabase', name], {});
  const failed = await Promise.all([
    lane([
      ...VERSIONS.map(
        (version) =>
          wanted('database', version) && {
            what: `rights, functions and official clients, PostgreSQL ${version}`,
            run: () => ran([...VITEST, ...TESTS[version]], { SUPABASE_STACK: version }),
          },
      ),
      wanted('browser') && {
        what: 'browser on another origin',
        run: () => inBrowser(parts, args, ensureBrowser({ headless: true })),
      },
    ]),
    lane([
      wanted() && hasRetention(parts) && { what: 'scheduled retention', run: proof('retention') },
      wanted() && { what: 'moved there and back', run: proof('moving') },
    ]),
  ]);
  const missing = leftOut(parts);
  console.log(
    failed
      .flat()
      .map((what) => `FAILED: ${what}\n`)
      .join(''),
  );
  console.log(
    missing.length === 0 ? 'Nothing is left out; GoTrue is a double.' : `LEFT OUT: ${missing.join(', ')}.`,
  );
  return failed.flat().length > 0 ? 1 : missing.length > 0 ? 3 : 0;
}

/** The browser's journeys over copies of one migrated project. */
async function inBrowser(parts: Parts, args: readonly string[], browser: string | null) {
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

async function ran(args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { well: code === 0, said: Buffer.concat(said).toString() };
}
