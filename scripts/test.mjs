// `npm test`: everything that must hold, in one run, ending with the project's sums and
// one line that adds up every runner. Each part runs even when an earlier one failed.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, load, ROOT } from './ensure.mjs';
import { fail } from './fail.mjs';

const REPORTS = join(ROOT, 'node_modules/.reports');
/** @param {string} name */
const bin = (name) => join(ROOT, 'node_modules', name);
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ file: string, read: (json: any) => Counts }} Report */

/** @type {Counts} */
const totals = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs one part; without a report it counts as one test. What a `quiet` part prints is
 * shown when it has ended, since it runs beside another.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ report?: Report, environment?: Record<string, string>, quiet?: boolean }} options
 */
async function part(title, command, args, { report, environment, quiet } = {}) {
  if (!quiet) console.log(`\n— ${title}`);
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...environment },
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts =
    report && existsSync(report.file) ? report.read(JSON.parse(readFileSync(report.file, 'utf8'))) : null;
  const found = counts ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (status !== 0 && found.failed === 0) found.failed = 1; // a runner that broke off is a failure, whatever it counted
  if (report && found.passed + found.failed === 0) found.failed = 1; // a runner that ran nothing proved nothing
  totals.passed += found.passed;
  totals.failed += found.failed;
  totals.skipped += found.skipped;
  if (quiet) console.log(`\n— ${title}\n${Buffer.concat(printed)}`);
  console.log(
    `  ${title}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped in ${seconds} s`,
  );
}

/** @type {Report} */
const vitestReport = {
  file: join(REPORTS, 'vitest.json'),
  read: (json) => ({
    passed: json.numPassedTests,
    failed:
      json.numFailedTests +
      json.testResults.filter(
        (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length,
    skipped: json.numPendingTests + json.numTodoTests,
  }),
};
/** @type {Report} */
const playwrightReport = {
  file: join(REPORTS, 'playwright.json'),
  read: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
};

try {
  (await load('kit/test-runs.ts')).endWithParent(); // and the runners, whose parent this is, end with it
  await ensureInstalled();
  const chromium = (await load('kit/browser.ts')).ensureBrowser({ headless: true });
  (await load('prove/supabase/install-parts.ts')).ensureSupabasePart('postgrest'); // without it the tests beside it are skipped
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  // Beside the build, of which much is done by one core.
  const lint = [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'];
  await Promise.all([
    part('Types', process.execPath, [bin('typescript/bin/tsc'), '--noEmit'], { quiet: true }),
    part('Lint', process.execPath, lint, { quiet: true }),
    ensureBuilt(),
  ]);
  // Side by side: the one often waits for a browser, the other for PostgreSQL.
  const unit = part(
    'Unit, database and contract tests',
    process.execPath,
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${vitestReport.file}`,
    ],
    { report: vitestReport, quiet: true },
  );
  await part('End-to-end tests', process.execPath, [bin('@playwright/test/cli.js'), 'test'], {
    report: playwrightReport,
    environment: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport.file,
      ...(chromium ? { CHROMIUM: chromium } : {}),
    },
  });
  await unit;

  const { sumLines, sumsOf } = await load('kit/sums.ts');
  console.log(`\n— Sums, in lines of code unless words\n${sumLines(sumsOf(ROOT))}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exit(totals.failed === 0 ? 0 : 1);
} catch (error) {
  fail(error);
}
