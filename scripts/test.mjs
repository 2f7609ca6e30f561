// `npm test`: everything that must hold, in one run, ending with one line that
// adds up every runner. Each part runs even when an earlier one failed.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser, ensureBuilt, ensureInstalled, fail, ROOT } from './ensure.mjs';

const REPORTS = join(ROOT, 'node_modules/.reports');
const bin = (name) => join(ROOT, 'node_modules', name);
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs one part; without a report it counts as one test. */
function part(title, command, args, { report, environment } = {}) {
  console.log(`\n— ${title}`);
  const began = performance.now();
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts =
    report && existsSync(report.file) ? report.read(JSON.parse(readFileSync(report.file, 'utf8'))) : null;
  const found = counts ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  if (status !== 0 && found.failed === 0) found.failed = 1; // a runner that broke off is a failure, whatever it counted
  if (report && found.passed + found.failed === 0) found.failed = 1; // a runner that ran nothing proved nothing
  for (const key of Object.keys(totals)) totals[key] += found[key];
  console.log(
    `  ${title}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped in ${seconds} s`,
  );
}

const vitestReport = {
  file: join(REPORTS, 'vitest.json'),
  read: (json) => ({
    passed: json.numPassedTests,
    failed:
      json.numFailedTests +
      json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
  }),
};
const playwrightReport = {
  file: join(REPORTS, 'playwright.json'),
  read: ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }),
};

try {
  ensureInstalled();
  const chromium = ensureBrowser();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  part('Types', process.execPath, [bin('typescript/bin/tsc'), '--noEmit']);
  part('Lint', process.execPath, [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']);
  await ensureBuilt();
  part(
    'Unit, database and contract tests',
    process.execPath,
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${vitestReport.file}`,
    ],
    { report: vitestReport },
  );
  part('End-to-end tests', process.execPath, [bin('@playwright/test/cli.js'), 'test'], {
    report: playwrightReport,
    environment: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport.file,
      ...(chromium ? { CHROMIUM: chromium } : {}),
    },
  });

  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exit(totals.failed === 0 ? 0 : 1);
} catch (error) {
  fail(error);
}
