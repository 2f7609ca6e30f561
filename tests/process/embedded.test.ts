import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts';
import { AlreadyOwned, ownDataDir } from '../../server/postgres/ownership.ts';

let dataDir = '';
const running: Cluster[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cc-embedded-'));
});
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function started(): Promise<Cluster> {
  const cluster = await startCluster(dataDir, 'only-for-tests');
  running.push(cluster);
  return cluster;
}

async function ask<Row>(cluster: Cluster, sql: string): Promise<Row[]> {
  const client = new pg.Client(cluster.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const postmasterPid = () =>
  Number(readFileSync(join(dataDir, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);

describe('the embedded PostgreSQL', () => {
  test('keeps what it acknowledged through a power cut, and is reached over its socket only', async () => {
    const cluster = await started();
    const settings = await ask<{ name: string; setting: string }>(
      cluster,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'password_encryption') order by name`,
    );
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=',
      'password_encryption=scram-sha-256',
      'synchronous_commit=on',
    ]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(cluster.connection.host).mode & 0o777).toBe(0o700);
  });

  test('lets nobody in without its password', async () => {
    const cluster = await started();
    const client = new pg.Client({ ...cluster.connection, password: 'another' });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  test('left running by a dead server, it is stopped and its data kept', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await ask(first, 'create table kept as select 42 as answer');
    const leftover = postmasterPid();
    const second = await started();
    expect(postmasterPid()).not.toBe(leftover);
    expect(await ask(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('killed, it starts again with its data', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await ask(first, 'create table kept as select 42 as answer');
    process.kill(postmasterPid(), 'SIGKILL');
    await first.died;
    expect(await ask(await started(), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('killed with its children still at work, it waits for them and never runs beside them', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await ask(first, 'create table kept as select 42 as answer');
    const orphan = new pg.Client(first.connection);
    orphan.on('error', () => {});
    await orphan.connect();
    const [{ pid }] = (await orphan.query('select pg_backend_pid() as pid')).rows as [{ pid: number }];
    process.kill(pid, 'SIGSTOP'); // it cannot notice that its parent is gone
    process.kill(postmasterPid(), 'SIGKILL');
    await first.died;
    expect(await ask(await started(), 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(() => readlinkSync(`/proc/${pid}/cwd`)).toThrow(); // ended; at most its number is left
  });

  test('starts although its pid file names a process that is no PostgreSQL', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await first.stop();
    writeFileSync(join(dataDir, 'postgresql/postmaster.pid'), `${process.pid}\n${dataDir}/postgresql\n`);
    expect(await ask(await started(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('the owner of a data folder', () => {
  test('is one live process: a second one is refused by name', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const stat = readFileSync(`/proc/${other.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    writeFileSync(join(dataDir, 'owner'), `${other.pid} ${stat[19]}@${boot}\n`);
    expect(() => ownDataDir(dataDir)).toThrow(AlreadyOwned);
    other.kill('SIGKILL');
    await new Promise((resolve) => other.once('exit', resolve));
    ownDataDir(dataDir)(); // dead now: it blocks nobody
  });

  test('is not a later process that was given a dead owner’s number', () => {
    writeFileSync(join(dataDir, 'owner'), `${process.pid} 1@another-boot\n`);
    const disown = ownDataDir(dataDir);
    expect(readFileSync(join(dataDir, 'owner'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    disown();
    expect(() => statSync(join(dataDir, 'owner'))).toThrow();
  });

  test('cannot be taken twice by the same process either', () => {
    const disown = ownDataDir(dataDir);
    expect(() => ownDataDir(dataDir)).toThrow(AlreadyOwned);
    disown();
  });
});
