import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startCluster } from '../server/postgres/cluster.ts';
import { ROOT } from '../tests/support/sources.ts';
import { TEST_FOLDER } from '../tests/support/test-folder.ts';
import { endDeadRuns } from './test-runs.ts';

// What a run of the tests that was killed leaves behind: its PostgreSQLs, its servers, its folders.

/** A runner: it opens a run, starts a server, says which, and works until it is killed. */
const RUNNER = `
  import { spawn } from 'node:child_process';
  import { openRun } from '${join(ROOT, 'kit/test-runs.ts')}';
  const folders = [await openRun(), process.env.TMPDIR];
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  console.log(JSON.stringify({ runner: process.pid, server: server.pid, folders }));
  setInterval(() => {}, 1000);`;

type Run = { runner: number; server: number; folders: string[] };

/** Starts a runner, `through` what becomes its parent when it is given. */
async function startRun(through: string[] = []): Promise<Run & { child: ChildProcess }> {
  const file = join(mkdtempSync(join(inject('scratch'), 'runner-')), 'runner.mjs');
  writeFileSync(file, RUNNER);
  const [command = '', ...args] = [...through, `${process.execPath} ${file}`];
  const child = through.length > 0 ? spawn(command, args) : spawn(process.execPath, [file]);
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', (code) => reject(new Error(`the runner ended with ${code}`)));
  });
  const run = JSON.parse(said) as Run;
  onTestFinished(() => kill(run.runner));
  return { ...run, child };
}

/** Waits until it is so; the test's own limit is the only one. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

function kill(pid: number): void {
  if (!hasEnded(pid)) process.kill(pid, 'SIGKILL');
}

/** Also when nobody has asked for its exit code yet. */
function hasEnded(pid: number): boolean {
  try {
    readlinkSync(`/proc/${pid}/exe`);
    return false;
  } catch {
    return true;
  }
}

const isAllEnded = ({ server, folders }: Run) =>
  hasEnded(server) && !folders.some((folder) => existsSync(folder));

test('this run is one, and what its tests make lies in its folders', () => {
  expect([TEST_FOLDER, tmpdir()].map((folder) => basename(folder).slice(0, 7))).toEqual([
    'cc-run-',
    'cc-run-',
  ]);
  expect(inject('scratch')).toBe(TEST_FOLDER);
});

test('killed, it takes its PostgreSQL, its server and its folders with it', async () => {
  const run = await startRun();
  const { died } = await startCluster(mkdtempSync(join(run.folders[0] ?? '', 'data-')), 'only-for-tests');
  kill(run.runner);
  await died;
  await until(() => isAllEnded(run));
});

test('its npm killed, it ends too, though a shell in between waits for it', async () => {
  const run = await startRun(['npm', 'exec', '--offline', '-c']);
  run.child.kill('SIGKILL');
  await until(() => hasEnded(run.runner) && isAllEnded(run));
});

test('its watchdog killed too, the next run ends it, and no run that lives', async () => {
  const [dead, live] = await Promise.all([startRun(), startRun()]);
  const [watchdog] = readFileSync(`/proc/${dead.runner}/task/${dead.runner}/children`, 'utf8').split(' ');
  kill(Number(watchdog));
  const ended = once(dead.child, 'exit');
  kill(dead.runner);
  await ended;
  await endDeadRuns([TEST_FOLDER, tmpdir()]);
  await until(() => isAllEnded(dead));
  expect([live.runner, live.server].map(hasEnded)).toEqual([false, false]);
  expect(live.folders.map((folder) => existsSync(folder))).toEqual([true, true]);
});
