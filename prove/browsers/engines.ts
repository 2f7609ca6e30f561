import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newFolder } from '../../kit/folder.ts';
import { freePort } from '../command.ts';
import { eventually } from '../kill.ts';
import { type Ask, COMMANDS, drive, type Engine, SCRIPT_MS } from './webdriver.ts';

/** Waits at most a minute for something that a program brings about. */
async function until(there: () => boolean | Promise<boolean>, child: ChildProcess): Promise<void> {
  let failed: Error | null = null;
  child.once('error', (error) => {
    failed = error;
  });
  const holds = async () => {
    if (failed) throw failed;
    return there();
  };
  await eventually(`${child.spawnfile} starts within a minute`, 60_000, holds, 100);
}

/** Ends a program that was started here, and waits for it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Everything of the error console that concerns a page of 127.0.0.1, but directives that this Firefox does not know yet (Trusted Types); empties it. */
const ERRORS = `
  const said = Services.console.getMessageArray().flatMap((message) => {
    try { message.QueryInterface(Ci.nsIScriptError); } catch { return []; }
    if (message.category === 'CSP_couldNotProcessUnknownDirective') return [];
    return message.sourceName.startsWith('http://127.0.0.1') || message.cssSelectors
      ? [message.category + ': ' + message.errorMessage + ' (' + message.sourceName + ')'] : [];
  });
  Services.console.reset();
  return said;`;

/** Debian's Firefox, by its own Marionette: JSON over a socket, each message after its length. */
export async function openFirefox(): Promise<Engine> {
  const profile = newFolder();
  const preferences = { 'marionette.port': 0, 'network.disable-localhost-when-offline': true };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const flags = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'];
  const child = spawn('firefox-esr', [...flags, '--new-instance', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const portFile = join(profile, 'MarionetteActivePort');
  await until(() => existsSync(portFile) && readFileSync(portFile, 'utf8') !== '', child);
  const socket = connect(Number(readFileSync(portFile, 'utf8')), '127.0.0.1');
  const waiting = new Map<number, (message: unknown[]) => void>();
  let received = Buffer.alloc(0);
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece]);
    for (;;) {
      const colon = received.indexOf(':');
      const last = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < last) return;
      const message = JSON.parse(received.subarray(colon + 1, last).toString()) as unknown;
      received = received.subarray(last);
      if (Array.isArray(message)) waiting.get(message[1] as number)?.(message);
    }
  });
  await once(socket, 'connect');
  let number = 0;
  const send = async (command: string, parameters: object = {}): Promise<unknown> => {
    number += 1;
    const text = JSON.stringify([0, number, command, parameters]);
    const answered = new Promise<unknown[]>((resolve) => waiting.set(number, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answered;
    if (error) throw new Error(`${command}: ${JSON.stringify(error).slice(0, 300)}`);
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
  };
  const ask: Ask = (command, parameters) => send(COMMANDS[command][0], parameters);
  const inBrowser = async (script: string): Promise<unknown> => {
    await send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await send('WebDriver:ExecuteScript', { script, args: [] });
    } finally {
      await send('Marionette:SetContext', { value: 'content' });
    }
  };
  const session = (await send('WebDriver:NewSession')) as { capabilities: { browserVersion: string } };
  await send('WebDriver:SetTimeouts', { script: SCRIPT_MS });
  return {
    ...drive(ask),
    said: async () => (await inBrowser(ERRORS)) as string[],
    version: `Firefox ${session.capabilities.browserVersion}`,
    quit: async () => {
      socket.destroy();
      await end(child);
    },
  };
}

const BROWSERS = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** Debian's WebKitGTK, by its WebDriver, on a screen of its own. It forgets its console. */
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
  const home = newFolder();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${shown.toString().trim()}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // its sandbox needs rights that containers lack
      LIBGL_ALWAYS_SOFTWARE: '1',
      LC_ALL: 'C.UTF-8',
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
    ...drive(ask),
    said: async () => [],
    version: `WebKitGTK ${capabilities.browserVersion}`,
    quit: async () => {
      await send('DELETE', session).catch(() => {});
      await end(driver);
      await end(screen);
    },
  };
}
