import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { end, until } from './programs.ts';
import { type Ask, COMMANDS, drive, SCRIPT_MS } from './webdriver.ts';

/** Everything of the error console that concerns a page of 127.0.0.1; empties it. */
const ERRORS = `
  const said = Services.console.getMessageArray().flatMap((message) => {
    try { message.QueryInterface(Ci.nsIScriptError); } catch { return []; }
    return message.sourceName.startsWith('http://127.0.0.1') || message.cssSelectors
      ? [message.category + ': ' + message.errorMessage + ' (' + message.sourceName + ')'] : [];
  });
  Services.console.reset();
  return said;`;

/** Debian's Firefox, by its own Marionette: JSON over a socket, each message after its length. */
export async function openFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'cc-firefox-'));
  const downloads = join(profile, 'downloads');
  mkdirSync(downloads);
  const preferences = {
    'marionette.port': 0,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.alwaysOpenPanel': false,
    'network.disable-localhost-when-offline': true,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
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
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown;
      received = received.subarray(end);
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
    ...drive(ask, (day) => day),
    said: async () => (await inBrowser(ERRORS)) as string[],
    setOffline: async (isOffline) => void (await inBrowser(`Services.io.offline = ${isOffline};`)),
    print: async () => Buffer.from((await send('WebDriver:Print')) as string, 'base64'),
    downloads,
    version: `Firefox ${session.capabilities.browserVersion}`,
    quit: async () => {
      socket.destroy();
      await end(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
