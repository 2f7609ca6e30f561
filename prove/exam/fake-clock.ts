import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's package faketime's library; null where it is not installed. */
function findLibrary(): string | null {
  const found = readdirSync('/usr/lib').map((machine) =>
    join('/usr/lib', machine, 'faketime/libfaketimeMT.so.1'),
  );
  return found.find((file) => existsSync(file)) ?? null;
}

/**
 * `through`: a command that starts a server whose processes, PostgreSQL's too, see a clock that is off by
 * `offMs`; `move` changes that while they run, which each notices within ten seconds. In a mount namespace of
 * its own `/etc` names the library for every program, because PostgreSQL gets an empty environment; nothing
 * of it is seen outside. `folder` is for its files. As root. Throws without faketime.
 */
export function fakeClock(
  folder: string,
  offMs: number,
): { through: string[]; move: (offMs: number) => void } {
  const library = findLibrary();
  if (library === null) throw new Error('a clock is moved with the package faketime: apt install faketime');
  const [above, over, work] = ['clock', 'clock/over', 'clock/work'].map((name) => join(folder, name));
  for (const each of [above, over, work]) mkdirSync(each ?? '', { recursive: true });
  const move = (ms: number) =>
    writeFileSync(
      join(over ?? '', 'faketimerc'),
      `${ms < 0 ? '-' : '+'}${Math.round(Math.abs(ms) / 1_000)}\n`,
    );
  writeFileSync(join(over ?? '', 'ld.so.preload'), `${library}\n`);
  move(offMs);
  const mount = `mount -t overlay overlay -o lowerdir=/etc,upperdir=${over},workdir=${work} /etc`;
  // Sleeps and the times of files are the machine's own: only the wall clock is wrong.
  const plain = 'export FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1';
  return { through: ['unshare', '--mount', 'sh', '-c', `${mount} && ${plain} && exec "$@"`, 'sh'], move };
}
