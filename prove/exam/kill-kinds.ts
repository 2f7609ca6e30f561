import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, killGroup, postmasterOf } from '../kill.ts';
import type { Site } from './site.ts';

/** Kills of PostgreSQL alone, which the running server starts again. */
export type Inside = 'postmaster' | 'backend';
/** Ways to end the server, which is then started again. */
export type Ending = 'group' | 'node' | 'both' | 'SIGTERM' | 'SIGHUP';
export type Kind = Inside | Ending | 'start' | 'first start';

export const ENDINGS: readonly Ending[] = ['group', 'node', 'both', 'SIGTERM', 'SIGHUP'];

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it ended by itself meanwhile
  }
}

/** kill -9 of PostgreSQL's postmaster, or of a random child of it. False when there is none now. */
export function killInside(kind: Inside, folder: string): boolean {
  const postmaster = postmasterOf(folder);
  if (postmaster === null) return false;
  const children = kind === 'backend' ? childrenOf(postmaster) : [postmaster];
  const pid = children[randomInt(Math.max(1, children.length))];
  if (pid === undefined) return false;
  kill(pid);
  return true;
}

/** Ends the server in one of the ways; returns when it has ended. PostgreSQL may be left behind. */
export async function end(kind: Ending, site: Site): Promise<void> {
  const { child } = site.server;
  if (kind === 'SIGTERM' || kind === 'SIGHUP') return site.stop(kind);
  const postmaster = postmasterOf(site.folder);
  if (kind === 'group') killGroup(child.pid, site.folder);
  else kill(child.pid);
  if (kind === 'both' && postmaster !== null) kill(postmaster);
  await site.ended();
}

/** Starts the site and kills it at any moment of its start, alone or with PostgreSQL. True when it was ready before. */
export async function killStart(site: Site, usualMs: number): Promise<boolean> {
  let pid = 0;
  const started = site.start({
    spawned: (number) => {
      pid = number;
    },
  });
  const ready = started.then(
    () => true,
    () => false,
  );
  await pause(randomInt(Math.ceil(usualMs * 1.05)));
  const alone = randomInt(2) === 0;
  if (alone) kill(pid);
  else killGroup(pid, site.folder);
  const was = await ready;
  if (was) await site.ended();
  return was;
}
