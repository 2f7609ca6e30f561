import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { separateEnvironment } from '../kit/server.ts';
import { ADMIN } from '../kit/site.ts';
import { ensureBuilt } from '../scripts/ensure.mjs';
import { folderForTests } from '../tests/support/files.ts';
import { ROOT, sources } from '../tests/support/sources.ts';

// The units of deploy/: what they let the site write, what systemd says of them, and that the site
// runs in such a place.

const UNITS = sources(['deploy'], /\.(?:service|timer)$/);
const CODE = '/srv/construindo-campeoes';
const DATA = '/var/lib/campeoes';

/** The values of a unit's lines with this name, also of those that wait behind a # for an owner. */
const valuesOf = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^(?:# )?${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const unit = (name: string) => UNITS.find(({ path }) => path === `deploy/${name}`)?.text ?? '';
const SITE = unit('construindo-campeoes.service');
const DOCTOR = unit('construindo-campeoes-doctor.service');

test('the site may write its data and its copies, the doctor nothing', () => {
  for (const each of [SITE, DOCTOR]) {
    expect(valuesOf(each, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(each, 'WorkingDirectory')).toEqual([CODE]);
    expect(valuesOf(each, 'User')).toEqual(['campeoes']);
    expect(valuesOf(each, '(?:Cache|Logs|Configuration|Runtime)Directory')).toEqual([]);
    expect(valuesOf(each, 'ReadOnlyPaths|BindPaths')).toEqual([]);
  }
  expect(valuesOf(SITE, 'StateDirectory')).toEqual([DATA.replace('/var/lib/', '')]);
  expect(valuesOf(SITE, 'ReadWritePaths')).toEqual(['-/mnt/copias']);
  expect(valuesOf(DOCTOR, '(?:State\\w+|ReadWritePaths)')).toEqual([]);
});

const found = (program: string) => !spawnSync(program, ['--version']).error;

test.skipIf(!found('systemd-analyze'))('systemd finds nothing to say of any of them', () => {
  expect(UNITS.length).toBe(3);
  for (const { path } of UNITS) {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', `./${path}`], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ path, status, said: stdout + stderr }).toEqual({ path, status: 0, said: '' });
  }
});

/** An account that may do nothing. */
const NOBODY = 65_534;
/** Where mounts of one's own are allowed: the place is made as systemd makes it. */
const mayMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(!mayMount)('in a place as the unit makes it, by an account that may do nothing', () => {
  const above = folderForTests();
  chmodSync(above, 0o755);
  beforeAll(() => ensureBuilt(), 300_000);

  /** A program that becomes `command`, where everything is read-only but DATA and a /tmp of its own; `before` changes CODE. */
  function placed(command: string, before = ''): string[] {
    const script = `set -e
      mkdir -p "$0${CODE}" "$0/data"
      mount --bind "${ROOT}" "$0${CODE}"
      chown ${NOBODY}:${NOBODY} "$0/data"; chmod 700 "$0/data"
      mount --rbind "$0/srv" /srv
      mount -t tmpfs -o mode=755 none /var/lib
      mkdir ${DATA}; mount --bind "$0/data" ${DATA}
      ${before}
      mount -t tmpfs -o mode=1777 none /tmp
      cut -d' ' -f5 /proc/self/mountinfo | grep -Ev '^(/tmp(/.*)?|/proc.*|/sys.*|/dev.*|${DATA})$' |
        while read -r at; do mount -o remount,bind,ro "$at"; done
      cd ${CODE}
      exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all ${command}`;
    return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, above];
  }

  const environment = {
    ...separateEnvironment(`${DATA}/data`),
    ...{ HOME: '/nonexistent', PORT: '0', LOG_LEVEL: 'info', NODE_ENV: 'production' },
    ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  };
  const run = (command: string, before = '') => {
    const [program = '', ...args] = placed(command, before);
    return spawnSync(program, args, { encoding: 'utf8', env: environment });
  };
  const [startLine = ''] = valuesOf(SITE, 'ExecStart');
  const [doctorLine = ''] = valuesOf(DOCTOR, 'ExecStart');

  test('nothing can be written but the data', () => {
    const touched = (path: string) => run(`touch ${path}/escrito`).status === 0;
    for (const path of [
      '/',
      '/srv',
      CODE,
      `${CODE}/dist`,
      `${CODE}/node_modules`,
      '/var/lib',
      '/usr',
      '/etc',
    ])
      expect([path, touched(path)]).toEqual([path, false]);
    expect(touched(DATA)).toBe(true);
  });

  test('the site starts, serves, and ends clean; the doctor then finds it whole', async () => {
    expect(readFileSync(join(ROOT, 'package.json'), 'utf8')).toContain(
      startLine.replace('/usr/bin/env', 'exec'),
    );
    const [program = '', ...args] = placed(startLine);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const url = () => /Pronto: (\S+)/.exec(said)?.[1];
    await Promise.race([expect.poll(url, { timeout: 100_000 }).toBeTruthy(), ended]);
    expect(said).toMatch(/Pronto: /);
    const health = await fetch(`${url()}/health`);
    expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said).not.toMatch(/EACCES|EROFS|Montando|Instalando/);

    const doctor = run(doctorLine);
    expect(doctor.stdout).toContain(`✓ A pasta de dados está inteira: ${DATA}/data.`);
    expect([doctor.status, doctor.stderr]).toEqual([1, '']); // no copies yet, and others
  });

  test('code that was changed and not built is refused in a sentence, and not tried again', () => {
    const changed = join(above, 'package.json');
    writeFileSync(changed, `${readFileSync(join(ROOT, 'package.json'), 'utf8')}\n`);
    const { status, stderr } = run(startLine, `mount --bind ${changed} ${CODE}/package.json`);
    expect([status, stderr.trim()]).toEqual([
      3,
      `O código em ${CODE} não está montado, ou mudou depois, e esta conta não escreve nele. Monte-o com a conta dona da pasta (cd ${CODE} && npm run build) e inicie de novo.`,
    ]);
    expect(valuesOf(SITE, 'RestartPreventExitStatus')).toEqual([String(status)]);
  });

  test('a PostgreSQL of one’s own that is not up yet is told in a sentence, and tried again', () => {
    const { status, stderr } = run(`env DATABASE_URL=postgres://dona:x@127.0.0.1:1/site ${startLine}`);
    expect([status, stderr.trim()]).toEqual([
      1,
      'DATABASE_URL: o PostgreSQL de 127.0.0.1:1 não responde; inicie-o, ou confira o endereço',
    ]);
    expect(valuesOf(SITE, 'Restart')).toEqual(['always']);
    expect(valuesOf(SITE, 'After').join(' ')).toContain('postgresql.service');
  });
});
