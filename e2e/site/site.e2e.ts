import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { modalities } from '../../content/home.ts';
import { pages } from '../../content/pages.ts';
import { expect, MOTION, menuToggle, test } from '../support/fixtures.ts';

test.use(MOTION);

// What everybody sees. Everything here holds without JavaScript too: pages are whole before any script.

const WIDTHS = [320, 360, 768, 1024, 1280, 1920];

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the pages lead on, say where one is and what is not there, on a desktop and on a phone', async ({
      page,
      mishaps,
    }) => {
      test.slow(); // fifty windows
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
          await expect(menu.locator('[aria-current=page]')).toHaveText('Início');
          await menu.getByRole('link', { name: 'Modalidades' }).click();
          await expect(page.getByRole('heading', { name: 'Modalidades' })).toBeInViewport();
          await menu.getByRole('link', { name: 'Projeto Social' }).click();
          await expect(page).toHaveURL(/projeto-social$/);
          await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeVisible();
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
          await expect(footer).toContainText('Transformando vidas através das artes marciais');
          await expect(footer).toContainText(`© 2024 ${brand.name}. Todos os direitos reservados.`);
          await test.step('the footer says whose site this is, and leads to the notices', async () => {
            await expect(footer.getByText(brand.name, { exact: true })).toBeVisible();
            await expect(footer.getByText('Transformando vidas através das artes marciais')).toBeVisible();
            await expect(
              footer.getByText(`© 2024 ${brand.name}. Todos os direitos reservados.`, { exact: true }),
            ).toBeVisible();
            await expect(footer.getByRole('link', { name: 'Acessibilidade' })).toBeVisible();
            await footer.getByRole('link', { name: 'Privacidade' }).click();
            await expect(page).toHaveURL(/\/privacidade$/);
          });
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
            else if (path === '/projeto-social' || path === '/admin/inscricoes')
              await test.step('the form says what to do, and the administrators’ page too', async () => {
                await expect(page.getByText(/é preciso ativar o JavaScript/)).toBeVisible();
                if (path === '/projeto-social')
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
        await test.step('a picture that does not come leaves its words', async () => {
          await page.setViewportSize({ width: 1280, height: 800 });
          await page.route('**/fotos/**', (route) => route.abort());
          await page.goto('/');
          await page.locator('#modalidades').scrollIntoViewIfNeeded();
          for (const {
            photo: { alt },
          } of modalities)
            await expect(page.getByRole('img', { name: alt })).toHaveCount(1);
          mishaps.length = 0; // the browser reports what was blocked
          await page.unrouteAll();
        });

        await test.step('an unknown address answers 404 with the words of the SPEC and ways out', async () => {
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

test('what the server answers, past the browser', async ({ request, server }) => {
  await test.step('an address that is not there, or is written another way, is refused or leads to the right one', async () => {
    for (const [path, status, location] of [
      ['/Projeto-Social', 308, '/projeto-social'],
      ['/projeto-social/', 308, '/projeto-social'],
      ['/projeto-social?x=1', 200, null],
      ['/index.html', 308, '/'],
      ['/INDEX.HTML', 308, '/'],
      ['/privacidade/', 308, '/privacidade'],
      ['/Acessibilidade', 308, '/acessibilidade'],
      ['/projeto-social/ficha-em-branco/index.html', 308, '/projeto-social/ficha-em-branco'],
      ['//projeto-social', 308, '/projeto-social'],
      ['/admin', 308, '/admin/inscricoes'],
      ['/404', 404, null],
      ['/..%2f..%2fetc/passwd', 404, null],
      ['/%00', 404, null],
      ['/%E0%A4%A', 404, null],
      ['//example.com', 404, null],
      ['/assets/nao-existe.js', 404, null],
      ['/rest/v2/x', 404, null],
      ['/realtime/v1/websocket', 404, null],
    ] as const)
      await test.step(`${path} → ${status}`, async () => {
        const answer = await request.get(server.url + path, { maxRedirects: 0 });
        expect(answer.status()).toBe(status);
        if (location !== null) expect(answer.headers().location).toBe(location);
        expect(await answer.text()).not.toMatch(/node_modules|at \w+ \(|\/work|Error:/);
      });
  });

  await test.step('every page comes with the strict policy, compressed, and never repeats the Host header', async () => {
    for (const path of ['/', '/projeto-social', '/privacidade', '/admin/inscricoes', '/nao-existe'])
      await test.step(`${path} comes with the strict policy`, async () => {
        const { ...headers } = (await request.get(server.url + path)).headers();
        const policy = headers['content-security-policy'] ?? '';
        expect(policy).toContain("default-src 'none'");
        expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}'/);
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("require-trusted-types-for 'script'");
        expect(policy).not.toMatch(/unsafe|\*|data:(?!\s*blob)/);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
        expect(headers['set-cookie']).toBeUndefined();
        if (path.startsWith('/admin')) expect(headers['cache-control']).toBe('no-store');
      });

    await test.step('it comes compressed, is asked for again only when it changed, and HEAD says the same', async () => {
      const first = await request.get(server.url, { headers: { 'Accept-Encoding': 'br' } });
      expect(first.headers()['content-encoding']).toBe('br');
      const again = await request.get(server.url, {
        headers: { 'If-None-Match': first.headers().etag ?? '' },
      });
      expect(again.status()).toBe(304);
      expect((await request.head(server.url)).headers().etag).toBe(first.headers().etag);
      expect((await request.post(server.url, { data: 'x' })).status()).toBe(405);
    });

    await test.step('the Host header is never repeated', async () => {
      const answer = await request.get(`${server.url}/config.json`, { headers: { Host: 'evil.example' } });
      expect(await answer.text()).not.toContain('evil');
    });
  });
});

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
        expect(Math.max(...tooWide), `${tooWide}`).toBeLessThanOrEqual(0);
      });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });
