import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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
  'tests/database',
  'tests/contract',
  'server/commands',
];

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
  for (const made of ['node_modules', 'dist']) symlinkSync(join(process.cwd(), made), join(folder, made));
}

/** The files with an error of a type, and the test files with a failure. */
function brokenIn(folder: string): string[] {
  const bin = (name: string) => join(folder, 'node_modules/.bin', name);
  const types = spawnSync(bin('tsc'), ['--noEmit', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  const typed = [...types.stdout.matchAll(/^([\w./-]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  const report = join(folder, 'report.json');
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...CHECKED];
  const { stderr } = spawnSync(bin('vitest'), args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
  if (!existsSync(report)) throw new Error(`the tests did not run: ${stderr.slice(-2_000)}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (testResults.length < 100) throw new Error(`only ${testResults.length} test files ran`);
  const failed = testResults
    .filter(({ status }) => status !== 'passed')
    .map(({ name }) => relative(folder, name));
  return [...new Set([...typed, ...failed])].sort();
}

/** Those whose guide names everything that broke; prints what it does not name. */
function isWhole({ guide, make }: Addition): boolean {
  const folder = newFolder();
  try {
    copyProject(folder);
    make(folder);
    const broken = brokenIn(folder);
    const named = namedInGuide(readFileSync('CONTRIBUTING.md', 'utf8'), guide);
    const missing = broken.filter((file) => !named.has(file));
    console.log(`${guide}: ${broken.length} files want a change, ${missing.length} of them not named`);
    for (const file of broken) console.log(`  ${named.has(file) ? ' ' : '✗'} ${file}`);
    return named.size > 0 && broken.length > 0 && missing.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Proves the guides that are named by the beginning of their heading, or all. */
export async function run(args: readonly string[]): Promise<number> {
  const wanted = ADDITIONS.filter(
    ({ guide }) => args.length === 0 || args.some((word) => guide.includes(word)),
  );
  return wanted.map(isWhole).every(Boolean) && wanted.length > 0 ? 0 : 1;
}
