// A real server over a folder of its own, for the proofs and the benchmarks.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

export const ADMIN = { email: 'administracao@example.com', password: 'uma senha só de teste' };

/** A home of its own: empty, so that start.mjs takes none of these from `.env`, whose home may be a real one. */
export const APART = { DATABASE_URL: '', JWT_SECRET: '', ANON_KEY: '', SITE_URL: '', SUPABASE_URL: '' };

/**
 * Starts a server in a process group of its own, so that the whole group can be
 * killed: its process, address, folder, public key, and the ms it took to be
 * ready. A `folder` of the caller's is kept by `stop`, one made here goes.
 */
export async function startServer({ folder: given, port = 0, environment = {} } = {}) {
  const began = performance.now();
  const folder = given ?? mkdtempSync(join(tmpdir(), 'cc-server-'));
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...APART,
      ...environment,
    },
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const ready = /Pronto: (\S+)/.exec(said);
      if (ready) resolve(ready[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const readyMs = Math.round(performance.now() - began);
  const { supabaseKey } = await (await fetch(`${url}/config.json`)).json();
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    if (!given) rmSync(folder, { recursive: true, force: true });
  };
  return { child, url, folder, key: supabaseKey, readyMs, stop };
}
