import { randomInt } from 'node:crypto';
import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from '../../kit/folder.ts';
import { runToItsEnd } from '../command.ts';
import { check, eventually } from '../kill.ts';
import { inWords } from '../measure.ts';
import { askOwner } from '../owner-client.ts';
import { startDesk } from './desk.ts';
import { ENDINGS, end, type Inside, type Kind, killInside, killStart } from './kill-kinds.ts';
import { checkLedger, Ledger, startFamilies } from './ledger.ts';
import { checkNothingLeft, partsIn, Site, waitForHealth } from './site.ts';

// `npm run prove -- acknowledged`, and a thousand of them in `npm run exam`: kill -9 of everything, at any moment, while
// families enrol and the desk decides and erases. Nothing that was acknowledged is lost, doubled, altered or comes back.

/** Lives of the server between two checks of the ledger. */
const CHECK_EVERY = 10;
/** One that ends again and again has a pause of a minute at most. */
const BACK_LIMIT_MS = 180_000;
/** One in this many kills is not waited for. */
const RARELY = 40;
/** A minute after a start the sweep runs. */
const SWEEP_LIMIT_MS = 90_000;

export async function run(_args: string[], kills = Number(process.env.KILLS ?? 30)): Promise<number> {
  const site = new Site(join(newFolder(), 'data'), { LIMITS: 'relaxed' });
  const ledger = new Ledger();
  /** How often each was killed. */
  const killed = new Map<Kind, number>();
  const total = () => [...killed.values()].reduce((sum, count) => sum + count, 0);
  const count = (kind: Kind) => void killed.set(kind, (killed.get(kind) ?? 0) + 1);
  /** After how many milliseconds families were served again. */
  const backMs: number[] = [];

  /** One life of the server: PostgreSQL is killed within it, then it all; returns how long a start takes. */
  const live = async (usualMs: number): Promise<number> => {
    const kinds: Inside[] = ['postmaster', 'postmaster', ...Array(7).fill('backend')];
    for (const kind of kinds.toSorted(() => Math.random() - 0.5)) {
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
    const { readyMs } = await site.start();
    backMs.push(readyMs);
    return (usualMs + readyMs) / 2;
  };

  await site.prove(async () => {
    for (let first = Math.ceil(kills / 40); first > 0; first -= 1) await killFirstStart(count);
    await site.start();
    let usualMs = site.server.readyMs;
    const going = [startFamilies(ledger, site.place), startDesk(ledger, site.place)];
    for (let life = 1; total() < kills; life += 1) {
      usualMs = await live(usualMs);
      for (const each of going) each.check();
      if (life % CHECK_EVERY > 0) continue;
      const { enrolments, files, withoutRow } = await checkLedger(site.folder, ledger);
      await runToItsEnd('audit', [], site.folder);
      console.log(
        `${total()} kills: ${enrolments} enrolments whole; ${files} files, ${withoutRow} of them without a row`,
      );
    }
    for (const each of going) await each.stop();
    await checkAtTheEnd(site, ledger);
  });
  const kinds = [...killed].map(([kind, times]) => `${kind} ${times}`).join(', ');
  check(backMs.length === 0 || Math.max(...backMs) < BACK_LIMIT_MS, 'families are served again');
  console.log(
    `${total()} kills (${kinds}): ${ledger.acknowledged.length} acknowledged enrolments, ${ledger.decided} decisions and ${ledger.erased} erasures, none lost, doubled, altered or come back; back in ${inWords(backMs)}`,
  );
  return 0;
}

/** A new site is killed at any moment of its first start; the next start makes it whole. */
async function killFirstStart(count: (kind: Kind) => void): Promise<void> {
  const site = new Site(join(newFolder(), 'data'));
  if (!(await killStart(site, 3_000))) count('first start');
  await site.start();
  await site.stop();
  checkNothingLeft(site.folder);
  rmSync(site.folder, { recursive: true });
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
    left = { withoutRow, partial: partsIn(site.folder), unclaimed: files - withoutRow - enrolments - erased };
    return Object.values(left).every((each) => each === 0);
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
