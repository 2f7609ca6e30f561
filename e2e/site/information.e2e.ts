import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { blankForm } from '../../content/blank-form.ts';
import { ADMIN } from '../../kit/site.ts';
import { expectAccessible } from '../support/axe.ts';
import { Desk, openMore } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

const BLANK_FORM = '/projeto-social/ficha-em-branco';
const privacy = readFileSync('content/privacy.md', 'utf8');

/** Waits until React has taken the page over; a page that is only read wants an intent of a person first. */
async function takenOver(page: Page) {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  );
}

const storedKeys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages that inform lead on', async ({ page }) => {
    await page.goto('/privacidade');
    const contents = page.getByRole('navigation', { name: 'Nesta página' });
    await contents.getByRole('link', { name: 'Seus direitos' }).click();
    await expect(page).toHaveURL(/#direitos$/);
    await expect(page.getByRole('heading', { name: 'Seus direitos' })).toBeInViewport();
    await page.goto('/acessibilidade');
    await page.getByRole('main').getByRole('link', { name: 'em papel' }).click();
    await expect(page).toHaveURL(BLANK_FORM);
    await expect(page.getByText(/Para imprimir, use o menu do navegador/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toHaveCount(0);
  });
});

test('the pages that inform are for everybody, and the blank form prints', async ({ page }) => {
  test.slow(); // axe runs nine times
  for (const path of ['/privacidade', '/acessibilidade', BLANK_FORM]) {
    await page.goto(path);
    await takenOver(page);
    await expectAccessible(
      page,
      path,
      undefined,
      [320, 360, 1280].map((width) => ({ width, height: 800 })),
    );
  }
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes';
    };
  });
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await expect(page.getByText(blankForm.withoutScript)).toHaveCount(0);
  await test.step('printing the blank form takes two A4 pages in black on white, with room for the hand', async () => {
    await page.emulateMedia({ media: 'print' });

    await test.step('front and back, with nothing of the site around', async () => {
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo').filter({ hasText: '© 2024' })).toBeHidden();
      await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
      await expect(page.getByRole('button')).toHaveCount(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
      expect(pdf).toMatch(/\/MediaBox\s*\[\s*0\s+0\s+59[45][.\d]*\s+84[12][.\d]*\s*\]/);
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    });

    await test.step('every line and box leaves at least 8 mm for the hand, and is black on white', async () => {
      await page.setViewportSize({ width: 680, height: 1000 }); // 180 mm, as the paper between its margins
      const heights = await page
        .locator('.writing-line, .digit-boxes')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(20);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual((8 * 96) / 25.4);
      const [ink, ground] = await page.evaluate(() => {
        const paper = document.querySelector('.blank-form') as Element;
        let below: Element | null = paper;
        const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
        while (below?.parentElement && groundOf(below) === 'rgba(0, 0, 0, 0)') below = below.parentElement;
        return [getComputedStyle(paper).color, groundOf(below ?? paper)];
      });
      expect([ink, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    });
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

test.describe('what the privacy notice says of the browser', () => {
  test('is true for the team: the session of the tab, and nothing else', async ({
    page,
    context,
    server,
  }) => {
    await new Desk(server).enrol({ nome_completo: 'Pessoa do Aviso' });
    await page.goto('/admin/inscricoes'); // not signIn, which leaves a key of its own in the storage that is checked
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Senha').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await openMore(page);
    const named = [...privacy.matchAll(/^- \*\*(cc-[a-z]+)\*\*/gm)].map(([, key]) => key);
    const ofForm = ['cc-rascunho', 'cc-copia', 'cc-continuar', 'cc-enviada', 'cc-comprovante'];
    const atTimes = ['cc-recarga', 'cc-chamada']; // a release went by; a list of a class waits to be sent
    const cookies = (await context.cookies()).map(({ name }) => name.replace(/-[\w-]{16}$/, ''));
    expect(cookies).toEqual(['cc-aparelho']);
    expect([...(await storedKeys(page)), ...cookies, ...ofForm, ...atTimes].sort()).toEqual(named.sort());
  });
});
