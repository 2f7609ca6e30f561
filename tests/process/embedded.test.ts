import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyFolder } from '../../kit/server.ts';
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts';
import { AlreadyOwned, ownDataDir } from '../../server/postgres/ownership.ts';
import { superviseCluster } from '../../server/postgres/supervise.ts';
import { folderForTests, newFolder } from '../support/files.ts';

let dataDir = '';
const running: Cluster[] = [];

const made = folderForTests(); // what the first start of an embedded PostgreSQL leaves: each test has a copy
beforeAll(async () => (await startCluster(made, 'only-for-tests')).stop());
beforeEach(() => {
  dataDir = newFolder();
  copyFolder(made, dataDir);
});
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
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

  test('left running by a dead server, it is stopped and its data stays', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await ask(first, 'create table made as select 42 as answer');
    const leftover = postmasterPid();
    const second = await started();
    expect(postmasterPid()).not.toBe(leftover);
    expect(await ask(second, 'select answer from made')).toEqual([{ answer: 42 }]);
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

  test('ended for whatever reason, one killed process of it too, it is started again for as long as it takes', async () => {
    let refusals = 2;
    const starts: number[] = [];
    const supervised = await superviseCluster(
      async () => {
        starts.push(performance.now());
        if (starts.length > 1 && refusals-- > 0) throw new Error('no space left on the disk');
        return startCluster(dataDir, 'only-for-tests');
      },
      pino({ level: 'silent' }),
    );
    const client = new pg.Client(supervised.connection);
    client.on('error', () => {});
    await client.connect();
    const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows as [{ pid: number }];
    process.kill(pid, 'SIGKILL'); // it ends whole
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(4);
    const [, second = 0, third = 0, fourth = 0] = starts;
    expect(third - second).toBeGreaterThan(990); // growing pauses
    expect(fourth - third).toBeGreaterThan(third - second);
    const answers = () => ask(supervised as Cluster, 'select 1 as one').catch(() => null);
    await expect.poll(answers, { timeout: 20_000 }).toEqual([{ one: 1 }]);
    process.kill(postmasterPid(), 'SIGKILL');
    await expect.poll(() => starts.length, { timeout: 20_000 }).toBe(5);
    await expect.poll(answers, { timeout: 20_000 }).toEqual([{ one: 1 }]);
    const running = postmasterPid();
    await supervised.stop();
    expect(() => process.kill(running, 0)).toThrow(); // and it stays ended
  });

  test('writes no value that was sent into its log, which begins anew when it is large', async () => {
    const first = await startCluster(dataDir, 'only-for-tests');
    await expect(ask(first, `select 'Maria 529.982.247-25'::date`)).rejects.toMatchObject({ code: '22007' });
    await first.stop();
    const log = join(dataDir, 'postgresql.log');
    expect(readFileSync(log, 'utf8')).toContain('ready to accept connections');
    expect(readFileSync(log, 'utf8')).not.toContain('Maria');
    writeFileSync(log, 'x'.repeat(5 * 1024 * 1024));
    writeFileSync(`${log}.4`, 'the oldest');
    await started();
    expect(statSync(`${log}.1`).size).toBe(5 * 1024 * 1024);
    expect(statSync(log).size).toBeLessThan(100_000);
    expect(readFileSync(`${log}.4`, 'utf8')).toBe('the oldest'); // nothing older came in its place yet
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

  test('is told without writing anything: a full disk keeps no command from a running site', () => {
    const disown = ownDataDir(dataDir);
    mkdirSync(join(dataDir, `owner.${process.pid}`)); // where it would be written
    expect(() => ownDataDir(dataDir)).toThrow(AlreadyOwned);
    disown();
  });
});
