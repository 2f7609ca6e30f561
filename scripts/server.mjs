// A server of its own over an empty folder, for what is measured in a browser.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/** The server's address, its folder, and the way to end it; `environment` is added to what it is started with. */
export async function startServer(environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cc-bench-'));
  const server = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const ready = /Pronto: (http:\/\/\S+)/.exec(said);
      if (ready) resolve(ready[1]);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, folder, stop };
}
