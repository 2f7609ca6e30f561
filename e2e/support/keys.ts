import type { Locator } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Tabs on, or back, until this element has the focus. */
export async function tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 50; presses += 1) {
    await wanted.page().keyboard.press(key);
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`${wanted} is not reached by ${key}`);
}

/** The same, and presses it. */
export async function pressAt(
  wanted: Locator,
  { key = 'Enter', way = 'Tab' }: { key?: 'Enter' | 'Space'; way?: 'Tab' | 'Shift+Tab' } = {},
) {
  await tabTo(wanted, way);
  await wanted.page().keyboard.press(key);
}
