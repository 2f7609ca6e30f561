import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ballastFile } from '../../server/postgres/ballast.ts';
import { runToItsEnd } from '../command.ts';
import { check } from '../kill.ts';
import { askOwner, checkLedger } from './check-ledger.ts';
import { startDesk } from './desk.ts';
import { startFamilies } from './families.ts';
import { ENDINGS, end, type Inside, type Kind, killInside, killStart } from './kill-kinds.ts';
import { Ledger } from './ledger.ts';
import { checkNothingLeft } from './leftovers.ts';
import { Site, waitForHealth } from './site.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** How many kills in one run. */
const KILLS = Number(process.env.KILLS ?? 1_000);
/** Of these during the first start of a new site, before it ever served. */
const FIRST_STARTS = Math.ceil(KILLS / 40);
/** Room for what a run of 1,000 kills sends, and PostgreSQL's log. */
const DISK_MB = 4_000;
/** So many lives from one comparison with what was acknowledged to the next. */
const CHECK_EVERY = 10;
/** So many lives from one with a full disk to the next. */
const FULL_EVERY = 12;
/** A stuck PostgreSQL is ended after a minute; then a minute's pause between its starts at most, and the start. */
const BACK_LIMIT_MS = 180_000;
/** One of so many kills is not waited for. */
const RARELY = 40;
const BALLAST_LIMIT_MS = 80_000;
/** A minute after a start the sweep runs. */
const SWEEP_LIMIT_MS = 90_000;

/** kill -9 of everything, at any moment, while families enrol and the desk decides and erases. */
export async function proveKills(): Promise<void> {
  const disk = mountSmallDisk(DISK_MB);
  const site = new Site(join(disk.folder, 'data'), { LIMITS: 'relaxed' });
  const ledger = new Ledger();
  const kills = new Map<Kind, number>();
  const backMs: number[] = [];
  const total = () => [...kills.values()].reduce((sum, count) => sum + count, 0);
  const count = (kind: Kind) => kills.set(kind, (kills.get(kind) ?? 0) + 1);
  try {
    await killFirstStarts(disk, count);
    await site.start();
    let usualMs = site.server.readyMs;
    const work = [startFamilies(ledger, site.place), startDesk(ledger, site.place)];
    for (let life = 1; total() < KILLS; life += 1) {
      if (life % FULL_EVERY === 0) await killOnFullDisk(disk, site, count, backMs);
      for (const kind of shuffled<Inside>(['postmaster', 'postmaster', ...Array(7).fill('backend')])) {
        await pause(randomInt(400));
        if (!killInside(kind, site.folder)) continue;
        count(kind);
        // every now and then the next comes in the middle of the recovery
        if (randomInt(RARELY) > 0) backMs.push(await waitUntilBack(site));
      }
      const ending = ENDINGS[randomInt(ENDINGS.length)] ?? 'group';
      await pause(randomInt(400));
      await end(ending, site);
      count(ending);
      for (let tries = randomInt(4); tries > 0; tries -= 1)
        if (!(await killStart(site, usualMs))) count('start');
      await site.start();
      usualMs = (usualMs + site.server.readyMs) / 2;
      backMs.push(site.server.readyMs);
      for (const each of work) each.check();
      if (life % CHECK_EVERY > 0) continue;
      const { enrolments, files, withoutRow } = await checkLedger(site.folder, ledger);
      await runToItsEnd('audit', [], site.folder);
      console.log(
        `${total()} kills: ${enrolments} enrolments whole, ${ledger.decided} decisions, ${ledger.erased} erased; ${files} files, ${withoutRow} of them without a row; back in ${inWords(backMs)}`,
      );
    }
    for (const each of work) await each.stop();
    await checkAtTheEnd(site, ledger);
    const kinds = [...kills].map(([kind, times]) => `${kind} ${times}`).join(', ');
    console.log(
      `${total()} kills (${kinds}): ${ledger.acknowledged.length} acknowledged enrolments, ${ledger.decided} decisions and ${ledger.erased} erasures, none lost, doubled, altered or come back; back in ${inWords(backMs)}`,
    );
  } catch (error) {
    console.error(site.tellAll());
    throw error;
  } finally {
    await end('group', site).catch(() => {}); // after a failure it still runs
    disk.unmount();
  }
}

/** A new site is killed at any moment of its first start; the next start makes it whole. */
async function killFirstStarts(disk: SmallDisk, count: (kind: Kind) => void): Promise<void> {
  let usualMs = 0;
  for (let killed = 0; killed < FIRST_STARTS; ) {
    const folder = join(disk.folder, `new-${killed}`);
    const site = new Site(folder);
    if (usualMs > 0 && !(await killStart(site, usualMs))) {
      count('first start');
      killed += 1;
    }
    await site.start();
    usualMs ||= site.server.readyMs;
    await site.stop();
    checkNothingLeft(folder);
    rmSync(folder, { recursive: true });
  }
}

/** PostgreSQL is killed while not a byte is free: it is back by means of the ballast, and all is well when there is space. */
async function killOnFullDisk(
  disk: SmallDisk,
  site: Site,
  count: (kind: Kind) => void,
  backMs: number[],
): Promise<void> {
  const { url } = site.server;
  const ballast = ballastFile(site.folder);
  const until = performance.now() + BALLAST_LIMIT_MS;
  while (!existsSync(ballast)) {
    check(performance.now() < until, 'the ballast is there a minute after the start');
    if (killInside('backend', site.folder)) count('backend');
    backMs.push(await waitUntilBack(site));
    await pause(1_000);
  }
  disk.leave(0);
  await pause(randomInt(1_500));
  for (const kind of ['postmaster', 'backend'] as const) {
    if (killInside(kind, site.folder)) count('full disk');
    backMs.push(await waitUntilBack(site));
  }
  check(!existsSync(ballast), 'the ballast was given up');
  disk.clear();
  await waitForHealth(url, BACK_LIMIT_MS, 'disco');
}

/** Everything by hash; the sweep removes what it may; audit whole; nothing is left behind. */
async function checkAtTheEnd(site: Site, ledger: Ledger): Promise<void> {
  await checkLedger(site.folder, ledger, true);
  await site.stop();
  checkNothingLeft(site.folder);
  const documents = join(site.folder, 'documents');
  const old = new Date(Date.now() - 2 * 3_600_000); // leftovers are swept an hour after
  for (const name of readdirSync(documents)) utimesSync(join(documents, name), old, old);
  await site.start();
  const until = performance.now() + SWEEP_LIMIT_MS;
  const left = async () => {
    const { withoutRow, files, enrolments } = await checkLedger(site.folder, ledger);
    const partial = readdirSync(documents).filter((name) => name.endsWith('.part')).length;
    return { withoutRow, partial, unclaimed: files - withoutRow - enrolments };
  };
  for (
    let found = await left();
    found.withoutRow + found.partial + found.unclaimed > 0;
    found = await left()
  ) {
    check(performance.now() < until, `the sweep removes what nobody needs (${JSON.stringify(found)})`);
    await pause(2_000);
  }
  await runToItsEnd('audit', [], site.folder);
  await checkLedger(site.folder, ledger, true);
  await site.stop();
  checkNothingLeft(site.folder);
}

/** Milliseconds until PostgreSQL lets us in, and families are served. */
async function waitUntilBack({ folder, server }: Site): Promise<number> {
  const began = performance.now();
  await pause(50); // until the first process has seen that another ended
  const until = began + BACK_LIMIT_MS;
  const asked = () =>
    askOwner(folder, 'select 1').then(
      () => true,
      () => false,
    );
  while (!(await asked())) {
    check(performance.now() < until, 'PostgreSQL is back in time');
    await pause(50);
  }
  await waitForHealth(server.url, BACK_LIMIT_MS);
  return performance.now() - began;
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Median, 95 of 100 and the longest, in milliseconds. */
function inWords(times: number[]): string {
  const sorted = times.slice().sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${at(0.5)} ms (p95 ${at(0.95)}, most ${at(1)})`;
}
