import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { situation } from '../../content/situation.ts';
import { project } from '../../content/social-project.ts';
import { phoneInWords } from '../../domain/contact.ts';
import { expect, test } from '../support/fixtures.ts';

// A fault in the site's own scripts: what it is not in stays, and of what it is in the HTML that was there.

test.afterEach(({ mishaps }) => {
  mishaps.length = 0; // the faults are the test's own
});

/** Makes whatever is drawn with this class throw as soon as React draws it. The scripts come when `release` is called. */
async function breakAt(page: Page, name: string) {
  let broken = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    const script = readFileSync(join('dist/site', new URL(route.request().url()).pathname), 'utf8');
    const faulty = script.replaceAll(new RegExp(`className:[\`"']${name}[\`"']`, 'g'), () => {
      broken += 1;
      return 'className:(()=>{throw Error("a fault")})()';
    });
    await route.fulfill({ contentType: 'text/javascript', body: faulty });
  });
  return { count: () => broken, release };
}

const wordsOf = (page: Page) => page.evaluate(() => document.querySelector('#root')?.textContent ?? '');

test('a fault in any place of the page leaves the page, with what was typed', async ({ page }) => {
  for (const [place, name] of [
    ['the header', 'header__logo line'],
    ['a part of the form', 'fieldset__legend part__legend'],
    ['what is around all', 'skip-link no-print'],
  ] as const)
    await test.step(place, async () => {
      const broken = await breakAt(page, name);
      await page.goto('/projeto-social');
      const words = await wordsOf(page);
      await page.locator('#nomeCompleto').click();
      await page.keyboard.type('Antes da Falha');
      await page.locator('#sexo-feminino').check();
      broken.release();
      await expect.poll(broken.count).toBeGreaterThan(0);
      if (place.startsWith('a part'))
        await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
      else if (!place.startsWith('what')) await page.locator('form button[type=submit]').waitFor();
      await expect(page.locator('#nomeCompleto')).toHaveValue('Antes da Falha');
      await expect(page.locator('#sexo-feminino')).toBeChecked();
      for (const line of [brand.name, 'Transformando vidas', 'Parte 6 de 6']) {
        expect(words).toContain(line);
        expect(await wordsOf(page)).toContain(line);
      }
      await expect(page.locator('main')).toHaveCount(1);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Acessibilidade' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Acessibilidade' })).toBeVisible();
      await page.evaluate(() => sessionStorage.clear()); // the draft
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('scripts that cannot be read leave the page as it works without them', async ({ page }) => {
  for (const [which, scripts] of [
    ['the site’s', '**/assets/index-*.js'],
    ['the screen’s', '**/assets/SocialProjectPage-*.js'],
  ] as const)
    await test.step(which, async () => {
      await page.route(scripts, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'export const of = (?<=an older engine);' }),
      );
      await page.goto('/projeto-social');
      await page.locator('#nomeCompleto').click();
      await page.keyboard.type('Sem Programa');
      await expect(page.locator('#nomeCompleto')).toHaveValue('Sem Programa');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: 'Como cuidamos dos seus dados' }),
      ).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('a browser that leaves our styles out gets the page without scripts, and the way by telephone', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSLayerBlockRule')); // Chrome 98, Safari 15.3
  for (const [path, said] of [
    ['/projeto-social', project.withoutJavaScript],
    ['/projeto-social/situacao', situation.withoutJavaScript],
  ] as const) {
    await page.goto(path);
    await page.locator('main').click();
    await expect(page.getByText(said.join(phoneInWords(brand.phone)))).toBeVisible();
    await expect(page.locator('main form').filter({ visible: true })).toHaveCount(0);
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Acessibilidade' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
