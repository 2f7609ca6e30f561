import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sumLines, sumsOf } from './sums.ts';

const ROOT = join(import.meta.dirname, '..');
const REPORTS = join(ROOT, 'node_modules/.reports');
const bin = (name: string) => join(ROOT, 'node_modules', name);

type Counts = { passed: number; failed: number; skipped: number };
/** Where a runner writes, and how many tests of each kind that says. */
type Report = { file: string; read(written: object): Counts & { failures: string[] } };

const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
/** The failed tests with what each said, told again at the end. */
const failures: string[] = [];

/**
 * Runs one part; without a report it counts as one test. What a `quiet` part prints is
 * shown when it has ended, since it runs beside another.
 */
async function part(
  title: string,
  args: string[],
  {
    report,
    environment,
    quiet,
  }: { report?: Report; environment?: Record<string, string>; quiet?: boolean } = {},
): Promise<void> {
  if (!quiet) console.log(`\n— ${title}`);
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...environment },
  });
  const printed: Buffer[] = [];
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
  if (found.failed > 0) failures.push(...(counts?.failures.length ? counts.failures : [title]));
  totals.passed += found.passed;
  totals.failed += found.failed;
  totals.skipped += found.skipped;
  if (quiet) console.log(`\n— ${title}\n${Buffer.concat(printed)}`);
  console.log(
    `  ${title}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped in ${seconds} s`,
  );
}

type OfVitest = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
const vitestReport: Report = {
  file: join(REPORTS, 'vitest.json'),
  read: (json: OfVitest) => ({
    passed: json.numPassedTests,
    failed:
      json.numFailedTests +
      json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults.flatMap(({ name, status, message, assertionResults }) => [
      ...(status === 'failed' && message ? [`${name}: ${message}`] : []),
      ...assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => `${name}: ${one.fullName}\n${one.failureMessages.join('\n')}`),
    ]),
  }),
};

type Spec = Record<'file' | 'title', string> & { line: number; ok: boolean; tests: Tried[] };
type Tried = { results: { error?: { message?: string } }[] };
type Suites = { suites?: Suites[]; specs?: Spec[] };
type OfPlaywright = Suites & Record<'stats', Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
const failedIn = ({ suites = [], specs = [] }: Suites): string[] => [
  ...suites.flatMap(failedIn),
  ...specs
    .filter(({ ok }) => !ok)
    .map(
      ({ file, line, title, tests }) =>
        `e2e/${file}:${line} ${title}\n${tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).join('\n')}`,
    ),
];
const playwrightReport: Report = {
  file: join(REPORTS, 'playwright.json'),
  read: ({ stats, ...suites }: OfPlaywright) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: failedIn(suites),
  }),
};

/**
 * Everything that must hold, in one run, ending with the project's sums and one line that adds up every runner.
 * Each part runs even when an earlier one failed. Returns the exit code. `build` builds the site.
 */
export async function runSuite(chromium: string | null, build: () => Promise<void>): Promise<number> {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  // Beside the build, of which much is done by one core.
  await Promise.all([
    part('Types', [bin('typescript/bin/tsc'), '--noEmit'], { quiet: true }),
    part('Lint', [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'], { quiet: true }),
    build(),
  ]);
  // Side by side: the one often waits for a browser, the other for PostgreSQL.
  const unit = part(
    'Unit, database and contract tests',
    [
      bin('vitest/vitest.mjs'),
      ...['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport.file}`],
    ],
    { report: vitestReport, quiet: true },
  );
  await part('End-to-end tests', [bin('@playwright/test/cli.js'), 'test'], {
    report: playwrightReport,
    environment: {
      PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport.file,
      ...(chromium ? { CHROMIUM: chromium } : {}),
    },
  });
  await unit;

  console.log(`\n— Sums, in lines of code unless words\n${sumLines(sumsOf(ROOT))}`);
  for (const failure of failures) console.log(`\nFAILED ${failure.slice(0, 800)}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return totals.failed === 0 ? 0 : 1;
}
