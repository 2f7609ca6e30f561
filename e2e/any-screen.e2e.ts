import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// How the public pages stand on any screen, for any eyes and on paper.

const WIDTHS = [320, 360, 768, 1024, 1280, 1920];

for (const path of [
  '/',
  '/projeto-social',
  '/projeto-social/ficha-em-branco',
  '/privacidade',
  '/acessibilidade',
  '/admin/inscricoes',
  '/nao-existe',
]) {
  test(`${path} fits any window, also with text twice as large`, async ({ page, mishaps }) => {
    for (const width of WIDTHS)
      await test.step(`${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(path);
        if (path === '/nao-existe') mishaps.length = 0; // the browser reports the 404
        expect(await sideways(page)).toBeLessThanOrEqual(0);
        await enlargeText(page);
        expect(await sideways(page)).toBeLessThanOrEqual(0);
      });
  });
}

for (const path of ['/', '/projeto-social']) {
  test.describe(`${path} serves`, () => {
    test('fingers: every link, button and question of a phone is at least 44 pixels high', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await page.getByRole('button', { name: 'Menu' }).click();
      const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((elements) =>
        elements
          .filter((element) => !element.matches('.skip-link, .declaration a'))
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.textContent),
      );
      expect(small).toEqual([]);
    });

    test('forced colours: buttons keep a border, the header marks where one is', async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(path);
      const borders = await page.locator('.button:visible, [aria-current]').evaluateAll((elements) =>
        elements.map((element) => {
          const pseudo = element.matches('.button') ? undefined : '::after';
          const style = getComputedStyle(element, pseudo);
          const ground = getComputedStyle(document.body).backgroundColor;
          return style.borderBottomWidth !== '0px' && style.borderBottomColor !== ground;
        }),
      );
      expect(borders.length).toBeGreaterThan(1);
      expect(borders).not.toContain(false);
    });

    test('paper: black on white, all answers open, nothing that is fixed', async ({ page }) => {
      await page.goto(path);
      await page.emulateMedia({ media: 'print' });
      expect(await printed(page)).toEqual({ ground: 'rgb(255, 255, 255)', filled: [], pale: [] });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.locator('.hero__picture')).toBeHidden();
      for (const answer of await page.locator('.fold > :not(summary)').all())
        await expect(answer).toBeVisible();
    });
  });
}

test('the list of enrolments is printed on white, too', async ({ page, signIn }) => {
  await signIn();
  await page.emulateMedia({ media: 'print' });
  expect(await printed(page)).toEqual({ ground: 'rgb(255, 255, 255)', filled: [], pale: [] });
  await expect(page.getByRole('button', { name: 'Sair' })).toBeHidden();
});

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Text twice as large, as a setting of the browser makes it, and the window as it was. */
async function enlargeText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** The ground of the paper, and what is on it with a fill or in a colour other than black. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('main, main *:not(svg, svg *)')].filter((element) =>
      element.checkVisibility(),
    );
    const where = (wrong: (style: CSSStyleDeclaration) => boolean) =>
      shown.filter((element) => wrong(getComputedStyle(element))).map((element) => element.className);
    return {
      ground: getComputedStyle(document.body).backgroundColor,
      filled: where(({ backgroundColor }) => backgroundColor !== 'rgba(0, 0, 0, 0)'),
      pale: where(({ color }) => color !== 'rgb(0, 0, 0)'),
    };
  });
