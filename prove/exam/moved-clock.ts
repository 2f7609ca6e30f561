import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian's package faketime puts its library. */
function findLibrary(): string {
  for (const machine of readdirSync('/usr/lib')) {
    const file = join('/usr/lib', machine, 'faketime/libfaketimeMT.so.1');
    if (existsSync(file)) return file;
  }
  throw new Error('npm run exam -- clock needs the package faketime: apt install faketime');
}

/**
 * The command before a server for whose processes, PostgreSQL's too, the clock is moved by so many
 * days. In a mount namespace of its own `/etc` names the library for every program, because
 * PostgreSQL gets an empty environment; nothing of it is seen outside. `folder` is for its files. As root.
 */
export function movedClock(days: number, folder: string): string[] {
  if (days === 0) return [];
  const [above, over, work] = ['clock', 'clock/over', 'clock/work'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [above, over, work]) mkdirSync(each, { recursive: true });
  writeFileSync(join(over, 'ld.so.preload'), `${findLibrary()}\n`);
  writeFileSync(join(over, 'faketimerc'), `${days > 0 ? '+' : '-'}${Math.abs(days)}d\n`);
  const mount = `mount -t overlay overlay -o lowerdir=/etc,upperdir=${over},workdir=${work} /etc`;
  // Sleeps and the times of files are the machine's own: only the wall clock is wrong.
  const plain = 'export FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1';
  return ['unshare', '--mount', 'sh', '-c', `${mount} && ${plain} && exec "$@"`, 'sh'];
}
