import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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
  // In one page: there are no frames to ask, and its way with frames opens another page each time.
  // `resultTypes` only shortens the lists of what passed, which take half of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** How much wider than its window the page is, in CSS pixels; 0 when nothing scrolls sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** A phone and a desktop. */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** On a phone and on a desktop: no violation, and nothing sideways. `look` is called at each size. */
export async function expectAccessible(page: Page, name?: string, look = async () => {}) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await violations(page), name).toEqual([]);
    await look();
    expect(await sideways(page), name).toBeLessThanOrEqual(0);
  }
}
