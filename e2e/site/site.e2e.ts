import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { hero, offer } from '../../content/home.ts';
import { pages } from '../../content/pages.ts';
import { project } from '../../content/social-project.ts';
import { expect, MOTION, menuToggle, test } from '../support/fixtures.ts';

test.use(MOTION);

// What everybody sees. Everything here holds without JavaScript too: pages are whole before any script.

const WIDTHS = [320, 768, 1024, 1280];

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the pages lead on, say where one is and what is not there, on a desktop and on a phone', async ({
      page,
      mishaps,
    }) => {
      test.slow(); // thirty windows
      let heading = ''; // how large that of a notice is

      await test.step('the header, the footer and the titles say where one is and lead on', async () => {
        await test.step('the header has four entries and marks the place; section links go home and to the section', async () => {
          await page.goto('/projeto-social');
          const menu = page.getByRole('banner').getByRole('navigation');
          const links = menu.getByRole('link').filter({ visible: true });
          await expect(links).toHaveText(['Início', 'Modalidades', 'Projeto Social', 'Contato']);
          await expect(menu.locator('[aria-current=page]')).toHaveText('Projeto Social');
          await menu.getByRole('link', { name: 'Contato' }).click();
          await expect(page).toHaveURL(/\/#contato$/);
          await expect(page.getByRole('heading', { name: 'Fale com a gente' })).toBeInViewport();
          await expect(page.locator('#contato')).toBeFocused();
          await expect(menu.locator('[aria-current=page]')).toHaveText('Início');
          await menu.getByRole('link', { name: 'Modalidades' }).click();
          await expect(page.getByRole('heading', { name: 'Modalidades' })).toBeInViewport();
          await expect(page.locator('#modalidades')).toBeFocused();
          await page.goto('/?utm_source=ig'); // a section is in the same document there, too
          await page.getByRole('button', { name: hero.button }).click();
          await expect(page).toHaveURL(/\?utm_source=ig#modalidades$/);
          await expect(page.locator('#modalidades')).toBeFocused();
          await menu.getByRole('link', { name: 'Contato' }).click();
          await expect(page).toHaveURL(/\?utm_source=ig#contato$/);
          await expect(page.locator('#contato')).toBeFocused();
          await menu.getByRole('link', { name: 'Projeto Social' }).click();
          await expect(page).toHaveURL(/projeto-social$/);
          const form = page.getByRole('heading', { name: 'Formulário de Inscrição' });
          await expect(form).toBeVisible();
          if (javaScriptEnabled) {
            await form.click();
            await expect(page.locator('html.used')).toBeAttached();
            const photo = page.locator('#cadastroUnico');
            await photo.setInputFiles('e2e/support/files/nis.pdf');
            await menu.getByRole('link', { name: 'Projeto Social' }).click();
            await expect(page.getByRole('main')).toBeFocused();
            expect(await photo.evaluate((one: HTMLInputElement) => one.files?.length)).toBe(1);
          }
          await page.getByRole('banner').getByRole('link', { name: brand.name }).click();
          await expect(page).toHaveURL(/\/$/);
        });

        await test.step('a link for the keyboard skips the header', async () => {
          await page.goto('/');
          await page.keyboard.press('Tab');
          const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
          await expect(skip).toBeFocused();
          await expect(skip).toBeInViewport();
          await page.keyboard.press('Enter');
          await expect(page).toHaveURL(/#conteudo$/);
          await page.keyboard.press('Tab');
          await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
        });

        await test.step('the footer has the words of the SPEC and leads to the notices', async () => {
          const footer = page.getByRole('contentinfo');
          for (const words of [
            brand.name,
            'Transformando vidas através das artes marciais',
            `© 2024 ${brand.name}. Todos os direitos reservados.`,
          ])
            await expect(footer.getByText(words, { exact: true })).toBeVisible();
          await footer.getByRole('link', { name: 'Privacidade' }).click();
          await expect(page).toHaveURL(/\/privacidade$/);
          const notice = page.getByRole('heading', { level: 1, name: 'Como cuidamos dos seus dados' });
          await expect(notice).toBeVisible();
          heading = await notice.evaluate((element) => getComputedStyle(element).fontSize);
          await footer.getByRole('link', { name: 'Acessibilidade' }).click();
          await expect(page).toHaveURL(/\/acessibilidade$/);
          await expect(page.getByRole('heading', { level: 1, name: 'Acessibilidade' })).toBeVisible();
        });

        await test.step('every page says its own title, and the first thing in it is its heading', async () => {
          for (const [path, title] of [
            ['/', pages.home.title],
            ['/projeto-social', /^Projeto Construindo Campeões: inscrição gratuita/],
            ['/projeto-social/ficha-em-branco', /^Ficha de inscrição em branco/],
            ['/projeto-social/situacao', /^Situação da inscrição/],
            ['/privacidade', /^Como cuidamos dos seus dados/],
            ['/acessibilidade', /^Acessibilidade/],
            ['/admin/inscricoes', /^Inscrições do Projeto Social/],
          ] as const) {
            await page.goto(path);
            await expect(page).toHaveTitle(title);
            await expect(page.locator('main h1')).toHaveCount(1);
            if (javaScriptEnabled) await expectEveryWindow(page, path);
            else if (path === '/') {
              // no line pretends to know the day: the timetable alone says when, and the band leads on
              await expect(page.locator('.today > p').filter({ visible: true })).toHaveCount(0);
              const band = page.locator('#inicio > .offer');
              await expect(band.getByRole('link', { name: offer.chat.label })).toBeHidden();
              await band.getByRole('link', { name: offer.button }).click();
              await expect(page).toHaveURL(/\/projeto-social$/);
            } else if (
              path.startsWith('/admin') ||
              path.endsWith('/projeto-social') ||
              path.endsWith('/situacao')
            )
              await test.step('the form says what to do, the page of a situation and the administrators’ too', async () => {
                await expect(page.getByText(/é preciso ativar o JavaScript/)).toBeVisible();
                if (path.endsWith('/projeto-social')) {
                  await page.getByRole('link', { name: project.enrol }).click();
                  await expect(page.getByText(/é preciso ativar/)).toBeInViewport();
                  await expect(page.locator('#nomeCompleto')).toBeHidden(); // nothing could be sent
                }
                if (!path.startsWith('/admin'))
                  await expect(page.getByText(/é preciso ativar/).getByRole('link')).toHaveAttribute(
                    'href',
                    /wa\.me/,
                  );
              });
          }
        });
      });

      await test.step('the header lets nothing shine through, and its menu underlines the page', async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.goto('/');
        const ground = await page
          .getByRole('banner')
          .evaluate((header) => getComputedStyle(header).backgroundColor);
        expect(ground).toMatch(/^rgb\(\d+, \d+, \d+\)$/);
        const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
        const underlined = await links.evaluateAll((all) =>
          all
            .filter((link) => getComputedStyle(link, '::after').content !== 'none')
            .map((link) => link.textContent),
        );
        expect(underlined).toEqual(['Início']);
      });

      await test.step('on a phone the menu opens, leads on and closes', async () => {
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto('/');
        const banner = page.getByRole('banner');
        const toggle = menuToggle(page);
        const menu = page.locator('#menu');
        const links = banner.getByRole('navigation').getByRole('link').filter({ visible: true });

        await test.step('it closes by its button, and with scripts by Esc and by a touch beside it', async () => {
          await expect(links).toHaveCount(0);
          await toggle.click();
          await expect(links).toHaveText(['Início', 'Modalidades', 'Projeto Social', 'Contato']);
          await expect(menu).toHaveAttribute('open');
          await toggle.click();
          await expect(links).toHaveCount(0);
          await expect(menu).not.toHaveAttribute('open');
          await toggle.click();
          await expect(links).toHaveCount(4);
          if (!javaScriptEnabled) return; // nothing else can close it
          await page.keyboard.press('Escape');
          await expect(links).toHaveCount(0);
          await expect(toggle).toBeFocused();
          await toggle.press('Enter');
          await page.keyboard.press('Tab');
          await expect(links.first()).toBeFocused();
          await page.keyboard.press('Escape');
          await expect(links).toHaveCount(0);
          await expect(toggle).toBeFocused();
          await toggle.click();
          await page.mouse.click(180, 650);
          await expect(links).toHaveCount(0);
        });

        await test.step('it closes when an entry is chosen, and opens again', async () => {
          for (const [entry, heading] of [
            ['Modalidades', 'Modalidades'],
            ['Contato', 'Fale com a gente'],
            ['Modalidades', 'Modalidades'],
          ] as const) {
            if ((await links.count()) === 0) await toggle.click();
            await links.getByText(entry, { exact: true }).click();
            await expect(links).toHaveCount(0);
            await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport();
          }
          await toggle.click();
          await links.getByText('Projeto Social').click();
          await expect(page).toHaveURL(/projeto-social$/);
          await expect(links).toHaveCount(0);
        });
      });

      await test.step('what is not there leaves words and ways out', async () => {
        expect(mishaps).toEqual([]);
        await test.step('an unknown address answers 404 with the words of the SPEC and ways out', async () => {
          await page.setViewportSize({ width: 1280, height: 800 });
          const answer = await page.goto('/nao-existe');
          expect(answer?.status()).toBe(404);
          mishaps.length = 0; // the browser reports the 404
          const main = page.getByRole('main');
          await expect(main.getByRole('heading')).toHaveText(['Página não encontrada']);
          const english = main.getByText('Unexpected Application Error! 404 Not Found', { exact: true });
          await expect(english).toBeVisible();
          await expect(english).toHaveCSS('font-size', '14px');
          await expect(main.getByRole('heading')).toHaveCSS('font-size', heading);
          if (javaScriptEnabled) await expectEveryWindow(page, '/nao-existe');
          await expect(main.getByRole('link', { name: 'Falar no WhatsApp' })).toHaveAttribute(
            'href',
            /wa\.me/,
          );
          await main.getByRole('link', { name: 'Ir para o início' }).click();
          await expect(page).toHaveURL(/\/$/);
          await expect(page.getByRole('heading', { level: 1 })).toContainText(brand.name);
        });
      });
    });
  });
}

/** Leaves the page at the widest window, with text of the usual size. */
const expectEveryWindow = (page: Page, path: string) =>
  test.step('every page fits any window, also with text twice as large', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(() => document.adoptedStyleSheets.push(new CSSStyleSheet()));
    for (const width of WIDTHS)
      await test.step(`${path} at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 740 });
        const tooWide = await page.evaluate(() =>
          ['200%', '100%'].map((size) => {
            document.adoptedStyleSheets.at(-1)?.replaceSync(`html { font-size: ${size} }`);
            return document.documentElement.scrollWidth - window.innerWidth;
          }),
        );
        expect(Math.max(...tooWide), `${path} ${width} ${tooWide}`).toBeLessThanOrEqual(0);
      });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });
