import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { newFolder } from '../../kit/folder.ts';
import { ADDITIONS, type Addition } from './additions.ts';

// `npm run prove -- guides`: adds to a copy of the project what a guide of CONTRIBUTING is about, by its
// first steps alone, and runs the checks. Whatever fails then has to stand in the guide's table, so that
// nobody who follows it finds a list that it does not name; a setting's default that is written twice is one.

/** What a guide may be found by: everything but what takes servers, disks and minutes. */
const CHECKED = [
  'app',
  'content',
  'domain',
  'tests/guards',
  'tests/api',
  'tests/database',
  'tests/contract',
  'server/commands',
];

/** Tries that each addition fits into the sources, which it does once. */
const ADDED_ONCE = 'tests/guards/guides.test.ts';

type Report = { testResults: { name: string; status: string }[] };

/** Every path in backticks of a guide's table: what to change, and what finds it. */
function namedInGuide(text: string, guide: string): ReadonlySet<string> {
  const [, part = ''] = new RegExp(`^### ${guide}\n([\\s\\S]*?)(?=^###? )`, 'm').exec(text) ?? [];
  const rows = part.split('\n').filter((line) => line.startsWith('| '));
  return new Set(
    rows.flatMap((row) => [...row.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)),
  );
}

function copyProject(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { encoding: 'utf8', maxBuffer: 1e8 }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  // The build refuses modules that are a symbolic link; hard links where the disk is the same.
  for (const how of ['-al', '-a']) if (spawnSync('cp', [how, 'node_modules', folder]).status === 0) return;
  throw new Error(`node_modules could not be copied to ${folder}`);
}

/** The files with an error of a type, and those of `tests` with a failure; `least`: how many test files have to run. */
function brokenIn(folder: string, tests: readonly string[], least: number): string[] {
  const bin = (name: string) => join(folder, 'node_modules/.bin', name);
  const types = spawnSync(bin('tsc'), ['--noEmit', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  const typed = [...types.stdout.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const report = join(folder, 'report.json');
  const args = ['run', '--reporter=json', `--outputFile=${report}`, '--exclude', ADDED_ONCE, ...tests];
  const { stderr } = spawnSync(bin('vitest'), args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
  if (!existsSync(report)) throw new Error(`the tests did not run: ${stderr.slice(-2_000)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (testResults.length < least) throw new Error(`only ${testResults.length} test files ran`);
  const failed = testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(folder, name));
  return [...new Set([...typed, ...failed])].sort();
}

/** What breaks in a copy of the project with these additions. */
function brokenBy(additions: readonly Addition[], tests: readonly string[], least: number): string[] {
  const folder = newFolder();
  try {
    copyProject(folder);
    for (const { make } of additions) make(folder);
    return brokenIn(folder, tests, least);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the guide of an addition names everything that breaks of `tests`; prints what it does not name. */
function isWhole(addition: Addition, tests: readonly string[], before: readonly string[]): boolean {
  const { guide } = addition;
  const broken = brokenBy([addition], tests, tests.length).filter((file) => !before.includes(file));
  const named = namedInGuide(readFileSync('CONTRIBUTING.md', 'utf8'), guide);
  const missing = broken.filter((file) => !named.has(file));
  console.log(`${guide}: ${broken.length} files want a change, ${missing.length} of them not named`);
  for (const file of broken) console.log(`  ${named.has(file) ? ' ' : '✗'} ${file}`);
  return named.size > 0 && broken.length > 0 && missing.length === 0;
}

/**
 * Proves the guides that are named by a part of their heading, or all. Every test runs twice: without an
 * addition, since what fails then says nothing about a guide, and with all of them at once; those that fail
 * with all run again with each alone.
 */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = ADDITIONS.filter(
    ({ guide }) => args.length === 0 || args.some((word) => guide.includes(word)),
  );
  const before = brokenBy([], CHECKED, 100);
  for (const file of before) console.log(`✗ ${file} fails before anything is added: run it alone`);
  const tests = brokenBy(wanted, CHECKED, 100).filter((file) => /\.test\.tsx?$/.test(file));
  const whole = wanted.map((addition) => isWhole(addition, tests, before));
  return whole.every(Boolean) && whole.length > 0 && before.length === 0 ? 0 : 1;
}
