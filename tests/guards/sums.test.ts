import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BOUNDS, sumLines, sumsOf } from '../../kit/sums.ts';
import { ROOT } from '../support/sources.ts';

function projectOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'cc-sums-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('each line is counted once, where it belongs', () => {
  const root = projectOf({
    'app/ui/ui.css': 'a\n'.repeat(10),
    'app/ui/Photo.tsx': 'a\n'.repeat(200),
    'app/ui/Photo.test.tsx': 'a\n'.repeat(3_000),
    'server/main.ts': 'a\n'.repeat(1_000),
    'server/platform/roles.sql': 'a\n',
    'domain/dates.ts': 'a\n',
    'content/brand.ts': 'a\n',
    'content/photos.json': 'a\n',
    'supabase/schemas/01.sql': `-- why\n\n${'a'.repeat(111)}\nselect '--'\n/* not\nthis */\n`,
    'supabase/migrations/01.sql': 'a\n',
    'supabase/config.toml': 'a\n',
    'server/core/keys.ts': '// no\n/** nor\n * this */\n\na\n',
    'scripts/start.mjs': 'a\n',
    'scripts/start.test.ts': 'a\n',
    'tests/guards/a.test.ts': 'a\n',
    'tests/support/a.ts': 'a\n',
    'e2e/support/files/nis.pdf': 'a\n'.repeat(70_000),
    'e2e/a.e2e.ts': 'a\n',
    'kit/a.ts': 'a\n',
    'prove/exam/a.ts': 'a\n'.repeat(20),
    'bench/a.ts': 'a\n',
    'DECISIONS.md': '## 1. Três palavras\n',
    'docs/security.md': 'a b\nc d\n',
    'docs/ux.md': 'a b c',
    'package.json': '{ "scripts": { "start": "", "test": "" } }',
  });
  expect(sumsOf(root).map(({ what, now }) => [what, now])).toEqual([
    ['app', 210],
    ['of it CSS', 10],
    ['server', 1_002],
    ['SQL', 4],
    ['domain', 1],
    ['content', 2],
    ['scripts', 1],
    ['product', 1_220],
    ['tests of all kinds', 3_005],
    ['prove and bench', 21],
    ['words of documents', 11],
  ]);
});

test('what is not there counts nothing', () => {
  const sums = sumsOf(projectOf({ 'package.json': '{}' }));
  expect(sums.map(({ now }) => now)).toEqual(sums.map(() => 0));
});

test('no sum of the project is above its bound', () => {
  const sums = sumsOf(ROOT);
  expect(sums.map(({ what }) => what)).toEqual(Object.keys(BOUNDS));
  const wrong = sums.filter(({ what, now }) => now > (BOUNDS[what] ?? 0));
  expect(wrong).toEqual([]);
  expect(sumLines([{ what: 'of it CSS', now: 4_021 }])).toMatch(
    /^ {2}of it CSS {21} {2}4,021 {2}≤ {2}\d,\d{3}$/,
  );
});
