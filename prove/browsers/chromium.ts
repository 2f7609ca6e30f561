import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type ElementHandle } from '@playwright/test';
import type { Control, Engine } from './engine.ts';

/** `given` and the body as one expression. */
const expression = (body: string, given: unknown[]) =>
  `(async () => { const given = ${JSON.stringify(given)}; ${body} })()`;

/** The Chromium of the browser tests. */
export async function openChromium(executablePath: string | undefined): Promise<Engine> {
  const downloads = mkdtempSync(join(tmpdir(), 'cc-chromium-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`exception: ${error.message}`));
  context.on('page', (tab) => void tab.on('download', (file) => void keep(file)));
  page.on('download', (file) => void keep(file));
  const keep = (file: { suggestedFilename: () => string; saveAs: (path: string) => Promise<void> }) =>
    file.saveAs(join(downloads, file.suggestedFilename())).catch(() => {});
  const control = (element: ElementHandle): Control => ({
    press: () => element.click({ timeout: 4000 }),
    pressTwice: () => element.dblclick({ timeout: 4000 }),
    type: async (text) => {
      await element.focus();
      await page.keyboard.type(text);
    },
    typeDay: (day) => element.fill(day),
    pick: async (label) => void (await element.selectOption({ label })),
    give: (path) => element.setInputFiles(path),
  });
  return {
    open: async (address) => void (await page.goto(address)),
    back: async () => void (await page.goBack()),
    reload: async () => void (await page.reload()),
    run: (body, ...given) => page.evaluate(expression(body, given)),
    find: async (body, ...given) => {
      const element = (await page.evaluateHandle(expression(body, given))).asElement();
      return element && control(element as ElementHandle);
    },
    key: (key) => page.keyboard.press(key),
    closeOthers: async () => {
      const others = context.pages().filter((tab) => tab !== page);
      for (const tab of others) await tab.close();
      return others.length;
    },
    said: async () => said.splice(0),
    setOffline: (isOffline) => context.setOffline(isOffline),
    print: () => page.pdf({ preferCSSPageSize: true }),
    downloads,
    version: `Chromium ${browser.version()}`,
    quit: async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    },
  };
}
