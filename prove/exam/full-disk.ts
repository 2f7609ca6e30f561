import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ballastFile } from '../../server/postgres/ballast.ts';
import { check, eventually } from '../kill.ts';
import { Desk } from './desk.ts';
import { DISK_STEPS, type FullDisk } from './full-disk-steps.ts';
import { checkLedger, enrolOnce, Ledger } from './ledger.ts';
import { checkNothingLeft, partsIn, Site, waitForHealth } from './site.ts';
import { mountSmallDisk } from './small-disk.ts';

/** The reserve, three times the ballast, the database, and room to work. */
const DISK_MB = 1_000;
/** No copy is begun below the reserve. */
const COPIES_MB = 400;
const MB = 1024 * 1024;
/** So much is free when a new site is started: too little to begin, for initdb, for the migrations. */
const FIRST_START_MB = [1, 20, 60] as const;
const ENROLMENTS = 40;
/** PostgreSQL that ended on a full disk is tried again after a minute at most. */
const BACK_LIMIT_MS = 150_000;
const BALLAST_LIMIT_MS = 130_000;

/** A real file system is full at each step of the site's life; what was acknowledged stays, and all goes on by itself. */
export async function proveFullDisk(): Promise<void> {
  const disk = mountSmallDisk(DISK_MB);
  const copies = mountSmallDisk(COPIES_MB);
  const site = new Site(join(disk.folder, 'data'), { LIMITS: 'relaxed' });
  const ledger = new Ledger();
  const full: FullDisk = { disk, copies, site, ledger, desk: new Desk(site.place) };
  const work = async () => {
    for (const megabytes of FIRST_START_MB) await startOnFullDisk(full, megabytes * MB);
    await site.start();
    for (let sent = 0; sent < ENROLMENTS; sent += 1) await enrolOnce(ledger, site.place, 30_000);
    for (const [when, step] of Object.entries(DISK_STEPS)) {
      const hasBallast = () => existsSync(ballastFile(site.folder));
      await eventually(
        'the ballast is there a minute after there is space',
        BALLAST_LIMIT_MS,
        hasBallast,
        500,
      );
      const outcome = await step(full);
      const { child } = site.server;
      disk.clear();
      const backMs = await waitForHealth(site, BACK_LIMIT_MS, 'disco');
      await enrolOnce(ledger, site.place);
      check(site.server.child === child && child.exitCode === null, 'no start was needed');
      const { enrolments } = await checkLedger(site.folder, ledger, true);
      console.log(
        `full ${when}: ${outcome}; ${enrolments} enrolments whole, on by itself ${Math.round(backMs)} ms after there was space`,
      );
    }
    check(partsIn(site.folder) === 0, 'no part of a document is left');
  };
  await site.prove(work, () => {
    disk.unmount();
    copies.unmount();
  });
}

/** A first start without space says so and leaves what the next start, with space, makes a site of. */
async function startOnFullDisk({ disk, site }: FullDisk, bytes: number): Promise<void> {
  disk.leave(bytes);
  const output = await site.start().then(
    () => 'it started',
    ({ message }: Error) => message,
  );
  check(/^the server ended with 3: /.test(output), `a first start without space ends (${output})`);
  check(!/\n\s+at /.test(output), `and says so without a stack (${output})`);
  disk.clear();
  await site.start();
  await site.stop();
  checkNothingLeft(site.folder);
  rmSync(site.folder, { recursive: true });
  console.log(
    `full before the first start (${bytes / MB} MB free): ${output.split('\n').at(-2)}; then it starts`,
  );
}
