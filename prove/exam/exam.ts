import { proveClock } from './clock.ts';
import { proveFullDisk } from './full-disk.ts';
import { run as proveKills } from './kills.ts';

// `npm run exam`: the three great faults, on the real server with its PostgreSQL and files.
// `npm run exam -- disk` takes one of them. As root, because the first mounts small disks.

const PARTS: Record<string, () => Promise<unknown>> = {
  disk: proveFullDisk,
  clock: proveClock,
  kills: () => proveKills([], Number(process.env.KILLS ?? 1_000)),
};

/** Runs the parts that are named, or all; throws at the first promise that does not hold. */
export async function run(args: string[]): Promise<number> {
  const unknown = args.find((name) => !(name in PARTS));
  if (unknown !== undefined) {
    console.error(`${unknown}: use ${Object.keys(PARTS).join(', ')}`);
    return 2;
  }
  for (const [name, prove] of Object.entries(PARTS)) {
    if (args.length > 0 && !args.includes(name)) continue;
    const began = performance.now();
    await prove();
    console.log(`${name}: every promise holds (${Math.round((performance.now() - began) / 1000)} s)`);
  }
  return 0;
}
