import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../support/files.ts';
import { ROOT, sources } from '../support/sources.ts';

// Vite, which runs the tests, understands more than Node does: syntax that is not erased, pictures and styles as
// modules, `import.meta.glob`, names of a CommonJS package that Node does not see.

test('Node itself loads every file of the server, of the commands and of the proofs', () => {
  const files = sources(['content', 'domain', 'server', 'kit', 'prove', 'bench'], /(?<!\.test)\.ts$/);
  expect(files.length).toBeGreaterThan(400);
  const list = join(newFolder(), 'files.json');
  writeFileSync(list, JSON.stringify(files.map(({ path }) => join(ROOT, path))));
  const load = `
    for (const file of JSON.parse(fs.readFileSync(process.argv[1], 'utf8')))
      await import(file).catch(({ message }) => console.log(file + ': ' + message));
    process.exit(0);`;
  expect(
    execFileSync(process.execPath, ['--input-type=module', '-e', load, list], { encoding: 'utf8' }),
  ).toBe('');
});
