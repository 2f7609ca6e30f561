import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCommand } from './command.ts';
import { check, killGroup } from './kill.ts';

/** A command on the data in `folder`; `begun` tells that it is in its middle. `serves`: the folder's PostgreSQL is its own. */
export type Work = {
  name: string;
  args: string[];
  folder: string;
  begun: () => boolean;
  serves: boolean;
};

/** How long a command takes, and how long from the moment when `begun` says so, in ms. */
export type Usual = { usualMs: number; restMs: number };

/** Runs a command to its end. Throws unless it ends with 0. */
export async function measureUsual({ name, args, folder, begun }: Work): Promise<Usual> {
  const began = performance.now();
  const { child, ended } = startCommand(name, args, folder);
  while (!begun() && child.exitCode === null) await pause(1);
  const middle = performance.now();
  const { code, output } = await ended;
  check(code === 0, `npm run ${name} ends with 0 (${output})`);
  return { usualMs: performance.now() - began, restMs: performance.now() - middle };
}

/** Starts a command and kills it: every other time at any moment, else at any moment of its middle. True when it had ended. */
export async function killAtRandom(
  { name, args, folder, begun, serves }: Work,
  number: number,
  { usualMs, restMs }: Usual,
): Promise<boolean> {
  const { child, ended } = startCommand(name, args, folder);
  if (number % 2 === 0) await pause(randomInt(Math.ceil(usualMs * 1.1)));
  else {
    while (!begun() && child.exitCode === null) await pause(1);
    await pause(randomInt(Math.ceil(restMs)));
  }
  killGroup(child.pid, serves ? folder : join(folder, 'nobody'));
  return (await ended).code === 0;
}
