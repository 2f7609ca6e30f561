// `npm run prove -- backup`, `npm run bench -- admin 100000`: runs programs of prove/ or bench/
// (prove/programs.ts) from the project's folder; ends with the exit code of the first that fails. Names that it
// does not know are answered with those that it knows.

import { ensureBuilt, ensureInstalled, load, ROOT } from './ensure.mjs';
import { begin } from './fail.mjs';

await begin(async () => {
  const [folder, ...words] = process.argv.slice(2);
  const { listOf, programsOf } = await load('prove/programs.ts');
  const programs = programsOf(folder, words);
  if (!programs) {
    console.log(listOf(folder));
    process.exit(words.join() === 'list' ? 0 : 2);
  }
  await ensureInstalled();
  await ensureBuilt();
  await (await load('kit/test-runs.ts')).openRun({ inMemory: false });
  process.chdir(ROOT);
  for (const { file, args } of programs) {
    const code = await (await load(file)).run(args);
    if (code !== 0) process.exit(code);
  }
  process.exit(0);
});
