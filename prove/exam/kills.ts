import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ballastFile } from '../../server/postgres/ballast.ts';
import { runToItsEnd } from '../command.ts';
import { check, eventually } from '../kill.ts';
import { inWords } from '../measure.ts';
import { askOwner } from '../owner-client.ts';
import { startDesk } from './desk.ts';
import { ENDINGS, end, type Inside, type Kind, killInside, killStart } from './kill-kinds.ts';
import { checkLedger, Ledger, startFamilies } from './ledger.ts';
import { checkNothingLeft, partsIn, Site, waitForHealth } from './site.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** How many kills in one run. */
const KILLS = Number(process.env.KILLS ?? 1_000);
/** Of these during the first start of a new site, before it ever served. */
const FIRST_STARTS = Math.ceil(KILLS / 40);
/** Room for what a run of 1,000 kills sends, and PostgreSQL's log. */
const DISK_MB = 4_000;
/** Lives of the server between two checks of the ledger. */
const CHECK_EVERY = 10;
/** Lives of the server between two full disks. */
const FULL_EVERY = 12;
/** One that ends again and again has a pause of a minute at most. */
const BACK_LIMIT_MS = 180_000;
/** One in this many kills is not waited for. */
const RARELY = 40;
const BALLAST_LIMIT_MS = 80_000;
/** A minute after a start the sweep runs. */
const SWEEP_LIMIT_MS = 90_000;

/** What was killed how often, and after how many milliseconds families were served again. */
class Tally {
  readonly kills = new Map<Kind, number>();
  readonly backMs: number[] = [];

  count(kind: Kind): void {
    this.kills.set(kind, (this.kills.get(kind) ?? 0) + 1);
  }

  get total(): number {
    return [...this.kills.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** kill -9 of everything, at any moment, while families enrol and the desk decides and erases. */
export async function proveKills(): Promise<void> {
  const disk = mountSmallDisk(DISK_MB);
  const site = new Site(join(disk.folder, 'data'), { LIMITS: 'relaxed' });
  const ledger = new Ledger();
  const tally = new Tally();
  const work = async () => {
    await killFirstStarts(disk, tally);
    await site.start();
    let usualMs = site.server.readyMs;
    const going = [startFamilies(ledger, site.place), startDesk(ledger, site.place)];
    for (let life = 1; tally.total < KILLS; life += 1) {
      if (life % FULL_EVERY === 0) await killOnFullDisk(disk, site, tally);
      usualMs = await live(site, tally, usualMs);
      for (const each of going) each.check();
      if (life % CHECK_EVERY > 0) continue;
      const { enrolments, files, withoutRow } = await checkLedger(site.folder, ledger);
      await runToItsEnd('audit', [], site.folder);
      console.log(
        `${tally.total} kills: ${enrolments} enrolments whole, ${ledger.decided} decisions, ${ledger.erased} erased; ${files} files, ${withoutRow} of them without a row; back in ${inWords(tally.backMs)}`,
      );
    }
    for (const each of going) await each.stop();
    await checkAtTheEnd(site, ledger);
    const kinds = [...tally.kills].map(([kind, times]) => `${kind} ${times}`).join(', ');
    console.log(
      `${tally.total} kills (${kinds}): ${ledger.acknowledged.length} acknowledged enrolments, ${ledger.decided} decisions and ${ledger.erased} erasures, none lost, doubled, altered or come back; back in ${inWords(tally.backMs)}`,
    );
  };
  await site.prove(work, disk.unmount);
}

/** One life of the server: PostgreSQL is killed within it, then it all; returns how long a start takes. */
async function live(site: Site, tally: Tally, usualMs: number): Promise<number> {
  for (const kind of shuffled<Inside>(['postmaster', 'postmaster', ...Array(7).fill('backend')])) {
    await pause(randomInt(400));
    if (!killInside(kind, site.folder)) continue;
    tally.count(kind);
    // every now and then the next comes in the middle of the recovery
    if (randomInt(RARELY) > 0) tally.backMs.push(await waitUntilBack(site));
  }
  const ending = ENDINGS[randomInt(ENDINGS.length)] ?? 'group';
  await pause(randomInt(400));
  await end(ending, site);
  tally.count(ending);
  for (let tries = randomInt(4); tries > 0; tries -= 1)
    if (!(await killStart(site, usualMs))) tally.count('start');
  const { readyMs } = await site.start();
  tally.backMs.push(readyMs);
  return (usualMs + readyMs) / 2;
}

/** A new site is killed at any moment of its first start; the next start makes it whole. */
async function killFirstStarts(disk: SmallDisk, tally: Tally): Promise<void> {
  let usualMs = 0;
  for (let killed = 0; killed < FIRST_STARTS; ) {
    const folder = join(disk.folder, `new-${killed}`);
    const site = new Site(folder);
    if (usualMs > 0 && !(await killStart(site, usualMs))) {
      tally.count('first start');
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
async function killOnFullDisk(disk: SmallDisk, site: Site, tally: Tally): Promise<void> {
  const ballast = ballastFile(site.folder);
  const hasBallast = async () => {
    if (existsSync(ballast)) return true;
    if (killInside('backend', site.folder)) tally.count('backend');
    tally.backMs.push(await waitUntilBack(site));
    return false;
  };
  await eventually('the ballast is there a minute after the start', BALLAST_LIMIT_MS, hasBallast, 1_000);
  disk.leave(0);
  await pause(randomInt(1_500));
  for (const kind of ['postmaster', 'backend'] as const) {
    if (killInside(kind, site.folder)) tally.count('full disk');
    tally.backMs.push(await waitUntilBack(site));
  }
  check(!existsSync(ballast), 'the ballast was given up');
  disk.clear();
  await waitForHealth(site, BACK_LIMIT_MS, 'disco');
}

/** Everything by hash; the sweep removes what it may. */
async function checkAtTheEnd(site: Site, ledger: Ledger): Promise<void> {
  await checkLedger(site.folder, ledger, true);
  await site.stop();
  checkNothingLeft(site.folder);
  const documents = join(site.folder, 'documents');
  const old = new Date(Date.now() - 2 * 3_600_000); // leftovers are swept an hour after
  for (const name of readdirSync(documents)) utimesSync(join(documents, name), old, old);
  await site.start();
  let left = { withoutRow: 0, partial: 0, unclaimed: 0 };
  const isSwept = async () => {
    const { withoutRow, files, enrolments } = await checkLedger(site.folder, ledger);
    const erased = ledger.entries.filter((entry) => entry.erased === 'yes').length; // by hand: their bytes stay for a week
    const unclaimed = files - withoutRow - enrolments - erased;
    left = { withoutRow, partial: partsIn(site.folder), unclaimed };
    return Object.values(left).every((count) => count === 0);
  };
  const promise = () => `the sweep removes what nobody needs (${JSON.stringify(left)})`;
  await eventually(promise, SWEEP_LIMIT_MS, isSwept, 2_000);
  await checkLedger(site.folder, ledger, true);
}

/** Milliseconds until PostgreSQL lets us in, and families are served. */
async function waitUntilBack(site: Site): Promise<number> {
  await pause(50); // until the first process has seen that another ended
  const letsIn = () =>
    askOwner(site.folder, 'select 1').then(
      () => true,
      () => false,
    );
  const backMs = await eventually('PostgreSQL is back in time', BACK_LIMIT_MS, letsIn);
  return backMs + (await waitForHealth(site, BACK_LIMIT_MS));
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
