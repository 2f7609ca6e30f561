import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified source, put into each document once: the browser parses the full one for as long as it runs it.
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE = `${SOURCE};(${parseColoursOnce})(axe.commons.color.Color);`;

/** A colour of axe: of a text it makes these four numbers. */
type Colour = { r: number; g: number; b: number; alpha: number; parseString: (text: string) => Colour };

/** Runs in the page. axe parses the page's few colours anew for each element, a quarter of its time. */
function parseColoursOnce({ prototype }: { prototype: Colour }): void {
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  const { parseString } = prototype;
  prototype.parseString = function (text) {
    let parsed = known.get(text);
    if (!parsed) {
      const { r, g, b, alpha } = parseString.call(this, text);
      parsed = { r, g, b, alpha };
      known.set(text, parsed);
    }
    return Object.assign(this, parsed);
  };
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Every rule of axe that WCAG 2.2 A and AA ask for, and its best practices. */
export async function violations(page: Page) {
  // what runs once is over; what follows the scrolling, or turns for ever, never is
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ timeline, playState, effect }) =>
          timeline !== document.timeline ||
          playState !== 'running' ||
          effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  const found = await page.evaluate(async () => {
    if (!window.axe) throw new Error('axe is not in the page');
    // `resultTypes` only shortens the lists of what passed, which take half of the time
    const { violations, passes } = await window.axe.run(document, { resultTypes: ['violations'] });
    return { violations, ran: violations.length + passes.length };
  });
  expect(found.ran, 'rules of axe that met something').toBeGreaterThan(10);
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** How much wider than its window the page is, in CSS pixels; 0 when nothing scrolls sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };
export const SIZES = [PHONE, DESKTOP];

/** On a phone and on a desktop, or at other sizes: no violation, and nothing sideways. `look` is called at each size. */
export async function expectAccessible(page: Page, name?: string, look = async () => {}, sizes = SIZES) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await violations(page), name).toEqual([]);
    await look();
    expect(await sideways(page), name).toBeLessThanOrEqual(0);
  }
}

/** The same in the middle of what somebody does: afterwards the window is as it was. */
export async function expectFits(page: Page, sizes = SIZES, look?: () => Promise<void>) {
  const before = page.viewportSize();
  await expectAccessible(page, undefined, look, sizes);
  if (before) await page.setViewportSize(before);
}
