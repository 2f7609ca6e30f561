import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { end, freePort, until } from './programs.ts';
import { type Ask, COMMANDS, drive, SCRIPT_MS } from './webdriver.ts';

const BROWSERS = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** Debian's WebKitGTK, by its WebDriver, on a screen of its own. It forgets its console, cannot be offline and cannot be asked to print. */
export async function openWebKit(): Promise<Engine> {
  const binary = BROWSERS.find((path) => existsSync(path));
  if (!binary) throw new Error('no MiniBrowser: apt-get install webkit2gtk-driver');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = screen.stdio[3];
  if (!display) throw new Error('no Xvfb');
  const [shown] = (await Promise.race([
    once(display, 'data'),
    once(screen, 'error').then(([error]) => Promise.reject(error as Error)),
  ])) as [Buffer];
  const home = mkdtempSync(join(tmpdir(), 'cc-webkit-'));
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${shown.toString().trim()}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // its sandbox needs rights that containers lack
      LIBGL_ALWAYS_SOFTWARE: '1',
      LC_ALL: 'C.UTF-8', // a date field takes month, day and year
    },
  });
  const root = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(root + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  await until(
    () =>
      fetch(`${root}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    driver,
  );
  const options = { binary, args: ['--automation'] };
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/timeouts`, { script: SCRIPT_MS });
  const ask: Ask = (command, { id = '', ...parameters } = {}) => {
    const [, method, path] = COMMANDS[command];
    return send(method, session + path.replace(':id', id), method === 'POST' ? parameters : undefined);
  };
  return {
    ...drive(ask, (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`),
    said: async () => [],
    setOffline: null,
    print: null,
    downloads: home,
    version: `WebKitGTK ${capabilities.browserVersion}`,
    quit: async () => {
      await send('DELETE', session).catch(() => {});
      await end(driver);
      await end(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
