import type { Browser, Page } from '@playwright/test';
import { project } from '../content/social-project.ts';
import { CPU, longestTask } from './page-thread.ts';
import { openPage, SLOW_4G } from './phone.ts';

/** What is written into the first field before the scripts are there, and while they come. */
const NAME = 'Pessoa de Teste da Silva';

declare global {
  interface Window {
    tap: {
      /** When the finger came down, when the first letter stood in its field, when the form could be sent. */
      at: number;
      written: number;
      ready: number;
      /** From each interaction until it was drawn. */
      interactions: number[];
    };
  }
}

/**
 * `written`, `ready`: ms from the tap until the first letter stood in its field and until the form could be
 * sent. `inp`: ms that the slowest interaction took until it was drawn. `task`: ms of the longest task by the
 * clock; `work`: its CPU time, times four. `stays`: what was typed is still there.
 */
export type TapFigures = {
  inp: number;
  written: number;
  ready: number;
  task: number;
  work: number;
  stays: boolean;
};

/**
 * The way into the form on a phone over slow 4G: a second after the page is painted a tap leads to
 * the form, and the first field is tapped and written in at once.
 */
export async function measureFirstTap(browser: Browser, url: string): Promise<TapFigures> {
  const { page, devtools } = await openPage(browser, CPU);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  // Without anybody who looks at its frames headless Chromium may draw none for seconds, and each key waits for one.
  devtools.on('Page.screencastFrame', ({ sessionId }) => {
    void devtools.send('Page.screencastFrameAck', { sessionId });
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 20, maxWidth: 180 });
  const { clock } = await longestTask(devtools, () => goIn(page, url));
  const { at, written, ready, interactions } = await page.evaluate(() => window.tap);
  const stays = (await page.inputValue('#nomeCompleto')) === NAME;
  await page.close();
  const swift = await openPage(browser, 1);
  const { cpu } = await longestTask(swift.devtools, () => goIn(swift.page, url));
  await swift.page.close();
  return {
    inp: Math.max(16, ...interactions), // below that there is no entry
    written: Math.round(written - at),
    ready: Math.round(ready - at),
    task: clock,
    work: cpu,
    stays,
  };
}

async function goIn(page: Page, url: string): Promise<void> {
  await page.addInitScript(listen);
  await page.goto(`${url}/projeto-social`);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.waitForTimeout(1000);
  await page.getByRole('link', { name: project.enrol }).tap();
  await page.locator('#nomeCompleto').tap();
  await page.keyboard.type(NAME, { delay: 90 });
  await page.waitForSelector('form button[type=submit]');
  await page.waitForTimeout(1500); // what is done after it, and the last entries
}

/** Runs in the page: notes what `Window.tap` says. */
function listen(): void {
  const tap: Window['tap'] = { at: 0, written: 0, ready: 0, interactions: [] };
  window.tap = tap;
  const now = () => performance.now();
  addEventListener('pointerdown', () => (tap.at ||= now()), true);
  addEventListener('input', () => (tap.written ||= now()), true);
  new MutationObserver(() => {
    if (document.querySelector('form button[type=submit]')) tap.ready ||= now();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['type'] });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) tap.interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
