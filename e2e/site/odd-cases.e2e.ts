import type { Page } from '@playwright/test';
import { sideways } from '../support/axe.ts';
import { Desk } from '../support/desk.ts';
import { expect, menuToggle, openForm, test } from '../support/fixtures.ts';

// Odd enrolments before an administrator, and odd ways through the site; the
// number is the row of docs/odd-inputs.md.

const openSheet = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Ver inscrição de ${name}` }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible(); // its code comes after the list's
  return sheet;
};

test('odd enrolments stay inside their place before an administrator', async ({ page, server, signIn }) => {
  const longest = 'N'.repeat(120);
  const names = ['<img src=x onerror=alert(1)>', 'محمد علي', 'Bia 🥋🔥', longest];
  const endless = 'M'.repeat(300);
  const details = `${endless} ${'asma desde pequena '.repeat(36)}`.slice(0, 1000);
  await new Desk(server).enrolPeople([
    ...[...names, 'Telefone Copiado'].map((nome_completo) => ({
      nome_completo,
      ...(nome_completo === longest && { condicao_medica: 'sim', condicao_medica_detalhes: details }),
    })),
  ]);
  await page.setViewportSize({ width: 360, height: 740 });

  await signIn();

  await test.step('rows 15, 10 and 236: a hostile, a mirrored and a very long name stay inside their place', async () => {
    for (const name of names) await expect(page.locator('bdi', { hasText: name }).first()).toBeVisible();
    expect(await sideways(page)).toBe(0);
    const sheet = await openSheet(page, longest);
    await expect(sheet).toContainText(longest);
    expect(await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    await expect(sheet.getByRole('button', { name: 'Fechar' }).first()).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  await test.step('rows 240 and 247: a telephone is copied, long details are read and printed', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await test.step('row 240: selecting a telephone to copy it opens nothing', async () => {
      const cell = page
        .getByRole('row', { name: /Telefone Copiado/ })
        .getByRole('cell')
        .nth(2);
      // again where the list moved below the hand meanwhile
      await expect(async () => {
        await cell.scrollIntoViewIfNeeded(); // a notice may stand above the list
        const box = await cell.boundingBox();
        if (!box) throw new Error('the telephone is not on the page');
        await page.mouse.move(box.x + 8, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + 110, box.y + box.height / 2, { steps: 5 });
        await page.mouse.up();
        expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
      }).toPass();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('row 247: long details and a word without an end stay inside the screen and the printed page', async () => {
      const sheet = await openSheet(page, longest);
      await expect(sheet).toContainText(endless);
      expect(await sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      expect(await sideways(page)).toBe(0);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
    });
  });
});

test('row 212: an administrator whose device is three days ahead gets in, and stays', async ({
  page,
  signIn,
}) => {
  await page.clock.install({ time: new Date(Date.now() + 3 * 86_400_000) });
  await signIn();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
});

test('odd ways through the site lead where they should', async ({ page, mishaps }) => {
  for (const [row, address] of [
    [254, '/#modalidades'],
    [262, '/#contato'],
  ] as const)
    await test.step(`row ${row}: ${address} opened directly shows its heading below the header`, async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('about:blank'); // from the same page it would only be scrolled to
      await page.goto(address);
      const heading = page.locator(`${address.slice(1)} h2`).first();
      await expect(heading).toBeInViewport();
      const header = await page.getByRole('banner').boundingBox();
      await expect
        .poll(async () => (await heading.boundingBox())?.y)
        .toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    });

  await test.step('row 255: an open menu closes when the screen becomes wide', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await menuToggle(page).click();
    await expect(page.locator('#menu')).toHaveAttribute('open');
    await expect(page.locator('html')).toHaveClass(/used/);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('banner').getByRole('link', { name: 'Contato' })).toBeVisible();
    await expect(page.locator('#menu')).not.toHaveAttribute('open');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator('#menu')).not.toHaveAttribute('open');
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  await test.step('row 256: Contato pressed twice leads to the contact once', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Contato' }).dblclick();
    await expect(page).toHaveURL(/\/#contato$/);
    await expect(page.locator('#contato h2').first()).toBeInViewport();
  });

  await test.step('row 196: with the keyboard open on a phone held sideways, nothing covers the field', async () => {
    await page.setViewportSize({ width: 740, height: 190 }); // what the keyboard leaves
    await openForm(page);
    for (const id of ['nomeCompleto', 'cpf', 'email', 'peso']) {
      await page.locator(`#${id}`).focus();
      const covered = () =>
        page.locator(`#${id}`).evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return seen !== input;
        });
      await expect.poll(covered).toBe(false);
    }
    expect(await sideways(page)).toBe(0);
  });

  await test.step('row 254: Modalidades chosen on another page waits for a section that is slow to come', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route('**/assets/HomePage-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.getByRole('banner').getByRole('link', { name: 'Modalidades' }).click();
    await expect(page.locator('#modalidades h2').first()).toBeInViewport();
    await page.unrouteAll();
  });

  await test.step('scripts that do not come, as on a page that is left early, are no error of the page', async () => {
    expect(mishaps).toEqual([]);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('main').getByRole('link').first().hover(); // which asks for them
    await failed;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(mishaps.filter((words) => words.startsWith('exception'))).toEqual([]);
    mishaps.length = 0; // the browser reports the requests
  });
});

test('row 190: the script of a screen is missing', async ({ page, mishaps }) => {
  const missing = (times: number) =>
    page.route(
      '**/assets/SocialProjectPage-*.js',
      (route) => route.fulfill({ status: 404, body: 'Not Found' }),
      { times },
    );
  const nextTab = () => page.evaluate(() => sessionStorage.clear()); // where a page marks that it has loaded again

  await test.step('the page of the new release is loaded, once and by itself', async () => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link').first().focus(); // React takes over
    await page.waitForLoadState('networkidle');
    await missing(1);
    await page.getByRole('banner').getByRole('link', { name: 'Projeto Social' }).click();
    await page.locator('form button[type=submit]').waitFor();
    await page.locator('#nomeCompleto').fill('Pessoa de Teste');
    await expect(page.locator('#nomeCompleto')).toHaveValue('Pessoa de Teste');
    mishaps.length = 0; // the browser reports the 404
    await nextTab();
  });

  await test.step('and when that does not help the error screen says so, without going round', async () => {
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await missing(99);
    await page.goto('/projeto-social');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Algo deu errado nesta página' })).toBeVisible();
    expect(loads).toBe(2);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await page.locator('form button[type=submit]').waitFor();
    mishaps.length = 0;
    await nextTab();
  });
});
