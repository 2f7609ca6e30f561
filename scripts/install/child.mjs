// A program that this one waits for, and that does not outlive a signal to it.

import { spawn } from 'node:child_process';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const GROUPS = process.platform !== 'win32';

/**
 * Runs a program in a process group of its own and returns its exit code. A signal to us ends the
 * whole group first, and us by that signal then. One that `passes` stands for us: it stays in our group,
 * gets the signal itself, and we end as it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number | null>}
 */
export async function run(command, args, options, { passes = false } = {}) {
  const grouped = GROUPS && !passes;
  const child = spawn(command, args, { ...options, detached: grouped });
  /** @type {NodeJS.Signals | null} */
  let ended = null;
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    ended = signal;
    try {
      // npm waits for its network before it heeds a gentler one; what it leaves is never taken for whole.
      if (child.pid) process.kill(grouped ? -child.pid : child.pid, passes ? signal : 'SIGKILL');
    } catch {
      // it ended by itself meanwhile
    }
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      if (passes) ended = signal;
      resolve(status);
    });
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, end);
  });
  if (ended) {
    process.kill(process.pid, ended);
    await new Promise(() => {}); // it arrives at once
  }
  return code;
}
