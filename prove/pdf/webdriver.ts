import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A browser that is driven from outside. */
export type Driven = {
  open: (address: string) => Promise<void>;
  /** Runs the body of an async function in the page, which finds its arguments in `given`; the result is JSON. */
  run: <Result>(body: string, ...given: unknown[]) => Promise<Result>;
  quit: () => Promise<void>;
};

/** Marionette and WebDriver call the script with their own callback last. */
const scriptOf = (body: string) => `
  const answer = arguments[arguments.length - 1];
  const given = [...arguments].slice(0, -1);
  (async () => { ${body} })().then((value) => answer({ value }), (error) => answer({ error: String(error) }));`;

function resultOf<Result>({ value, error }: { value?: unknown; error?: string }): Result {
  if (error !== undefined) throw new Error(error);
  return value as Result;
}

const SCRIPT_MS = 60_000;

/** Debian's Firefox, by its own Marionette: JSON over a socket, each message after its length. */
export async function openFirefox(): Promise<Driven> {
  const profile = mkdtempSync(join(tmpdir(), 'cc-firefox-'));
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
  const child = spawn(
    'firefox-esr',
    ['--headless', '--marionette', '--no-remote', '--new-instance', '--profile', profile],
    { stdio: 'ignore', env: { ...process.env, HOME: profile } },
  );
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
  const ask = async (command: string, parameters: object = {}) => {
    number += 1;
    const text = JSON.stringify([0, number, command, parameters]);
    const answered = new Promise<unknown[]>((resolve) => waiting.set(number, resolve));
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await answered;
    if (error) throw new Error(`${command}: ${JSON.stringify(error).slice(0, 300)}`);
    return result as { value: never };
  };
  await ask('WebDriver:NewSession');
  await ask('WebDriver:SetTimeouts', { script: SCRIPT_MS });
  return {
    open: async (url) => void (await ask('WebDriver:Navigate', { url })),
    run: async (body, ...args) =>
      resultOf((await ask('WebDriver:ExecuteAsyncScript', { script: scriptOf(body), args })).value),
    quit: async () => {
      socket.destroy();
      await end(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const WEBKIT = ['4.1', '4.0', '6.0'].map(
  (version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** Debian's WebKitGTK, by its WebDriver, on a screen of its own. */
export async function openWebKit(): Promise<Driven> {
  const binary = WEBKIT.find((path) => existsSync(path));
  if (!binary) throw new Error('no MiniBrowser: apt-get install webkit2gtk-driver');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = screen.stdio[3];
  if (!display) throw new Error('no Xvfb');
  const [shown] = (await once(display, 'data')) as [Buffer];
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
    },
  });
  const root = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(root + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: never };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  };
  let ready = false;
  await until(() => {
    if (!ready)
      void fetch(`${root}/status`).then(
        () => {
          ready = true;
        },
        () => {},
      );
    return ready;
  }, driver);
  const options = { binary, args: ['--automation'] };
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  await ask('POST', `${session}/timeouts`, { script: SCRIPT_MS });
  return {
    open: async (url) => void (await ask('POST', `${session}/url`, { url })),
    run: async (body, ...args) =>
      resultOf(await ask('POST', `${session}/execute/async`, { script: scriptOf(body), args })),
    quit: async () => {
      await ask('DELETE', session).catch(() => {});
      await end(driver);
      await end(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Waits at most a minute for something that a program brings about. */
async function until(there: () => boolean, child: ChildProcess): Promise<void> {
  let failed: Error | null = null;
  child.once('error', (error) => {
    failed = error;
  });
  for (let tries = 0; tries < 600; tries += 1) {
    if (failed) throw failed;
    if (there()) return;
    await pause(100);
  }
  throw new Error(`${child.spawnfile} did not start within a minute`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
