import type { Page } from '@playwright/test';
import { FONTS, showIn } from '../../prove/fonts.ts';
import { ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// The head of the desk in the fonts that people have.

ownDesk();

const WIDTHS = [360, 768, 1280, 1366, 1600];

/** What of the head wraps, is cut, touches something else or stands beside the window. */
const faultsOfHead = (page: Page) =>
  page.locator('.admin__head').evaluate((head) => {
    const parts = [...head.querySelectorAll('h1, .desk-nav__link, button')].map((part) => {
      const shown = [...part.childNodes].flatMap((node) => {
        if (node instanceof HTMLElement && (node.offsetWidth <= 1 || !node.firstChild)) return []; // only heard
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const lines = new Set(shown.map(({ bottom }) => Math.round(bottom))).size;
      const isCut = shown.some((rect) => rect.left < left - 0.5 || rect.right > right + 0.5);
      return { words: part.textContent, left, right, top, bottom, lines, isCut };
    });
    const middles = parts.map(({ top, bottom }) => (top + bottom) / 2).sort((one, other) => one - other);
    const lines = middles.filter(
      (middle, at) => middle - (middles[at - 1] ?? Number.NEGATIVE_INFINITY) > 8,
    ).length;
    const most = innerWidth <= 640 ? 2 : 1; // on a phone the screens have a line of their own
    const heading = head.querySelector('h1')?.textContent;
    const faults = parts.flatMap(({ words, right, lines, isCut }) => [
      ...(lines === 1 || (words === heading && most === 2) ? [] : [`${words}: ${lines} lines`]),
      ...(isCut ? [`${words}: cut`] : []),
      ...(right <= innerWidth ? [] : [`${words}: beside the window`]),
    ]);
    for (const [at, one] of parts.entries())
      for (const other of parts.slice(at + 1))
        if (
          one.left < other.right &&
          other.left < one.right &&
          one.top < other.bottom &&
          other.top < one.bottom
        )
          faults.push(`${one.words} over ${other.words}`);
    if (lines > most) faults.push(`${lines} lines in place of ${most}`);
    return faults;
  });

test('the head keeps to its line at each width in each font, on each screen', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn();
  const found: string[] = [];
  for (const screen of ['Inscrições', 'Turmas', 'Registro', 'Ajustes', 'Contas']) {
    await page
      .getByRole('navigation', { name: 'Área da equipe' })
      .getByRole('link', { name: screen })
      .click();
    for (const font of FONTS) {
      await showIn(page, font);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const faults = await faultsOfHead(page);
        found.push(...faults.map((fault) => `${screen}, ${font}, ${width}: ${fault}`));
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  expect(found).toEqual([]);
});
