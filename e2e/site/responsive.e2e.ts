import type { Page } from '@playwright/test';
import { sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, openExport, openFilters, openMore } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, openForm, send, test, toast } from '../support/fixtures.ts';

// The pages on any screen, with the settings of low vision, and printed.

const WIDTHS = [320, 360, 768, 1024, 1280, 1920];

test('every page fits any window, also with text twice as large', async ({ page, mishaps }) => {
  test.slow(); // fifty windows
  for (const path of [
    '/',
    '/projeto-social',
    '/projeto-social/ficha-em-branco',
    '/projeto-social/situacao',
    '/privacidade',
    '/acessibilidade',
    '/admin/inscricoes',
    '/nao-existe',
  ]) {
    expect(mishaps).toEqual([]);
    await page.goto(path);
    if (path === '/nao-existe') mishaps.length = 0; // the browser reports the 404
    for (const width of WIDTHS)
      await test.step(`${path} at ${width} pixels`, async () => {
        await page.setViewportSize({ width, height: 740 });
        for (const size of ['100%', '200%'] as const) {
          await setText(page, size);
          expect(await sideways(page)).toBeLessThanOrEqual(0);
        }
      });
  }
});

for (const path of ['/', '/projeto-social']) {
  test(`${path} serves forced colours, paper and fingers`, async ({ page }) => {
    await page.goto(path);

    await test.step('forced colours: buttons keep a border, the header marks where one is', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
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
      await page.emulateMedia({ forcedColors: null });
    });

    await test.step('paper: black on white, all answers open, nothing that is fixed', async () => {
      await page.emulateMedia({ media: 'print' });
      expect(await printed(page)).toEqual({ ground: 'rgb(255, 255, 255)', filled: [], pale: [] });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(page.locator('.hero__picture')).toBeHidden();
      for (const answer of await page.locator('.fold > :not(summary)').all())
        await expect(answer).toBeVisible();
      await page.emulateMedia({ media: null });
    });

    await test.step('fingers: every link, button and question of a phone is at least 44 pixels high', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: 'Menu' }).click();
      const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((elements) =>
        elements
          .filter((element) => !element.matches('.skip-link, .declaration a'))
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.textContent),
      );
      expect(small).toEqual([]);
    });
  });
}

test('with reduced motion nothing enters: neither the menu nor a toast', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openForm(page);
  const motions = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap((motion) =>
          motion.timeline === document.timeline ? [String((motion as CSSAnimation).animationName)] : [],
        ),
    );
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await motions()).toEqual([]);
  await page.keyboard.press('Escape');
  await send(page);
  await expect(toast(page).getByRole('alert')).toContainText('Campo obrigatório');
  expect(await motions()).toEqual([]);
});

test('the signed-in desk fits a narrow window and text twice as large, with nothing cut and nothing in the way', async ({
  page,
  signIn,
  server,
}) => {
  test.slow(); // eight screens in one
  const desk = new Desk(server);
  const person = {
    nome_completo: 'Pessoa-de-Teste-com-Nome-Comprido Outronomecompridodeteste',
    email: 'endereco.de.teste.bem.comprido.sem.nenhum.espaco@example.com',
    telefone_responsavel: '62900000001',
    contato_recados: 'https://example.com/um-endereco-comprido-que-nao-quebra-sozinho',
  };
  await desk.enrol({ ...person, nome_completo: 'Pessoa de Teste sem Documento' });
  await runSql(
    server,
    `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'Teste', versao = versao + 1 where nome = 'Pessoa de Teste sem Documento'`,
  );
  await desk.enrol(person);
  await desk.enrol(person, jpegFile(await plain(1200, 800, '#d8d4c8').jpeg().toBuffer()));
  await signIn();
  await page.getByRole('button', { name: /^Todas/ }).click(); // whatever situation an enrolment is in

  await test.step('the list is printed on white, too', async () => {
    await page.emulateMedia({ media: 'print' });
    expect(await printed(page)).toEqual({ ground: 'rgb(255, 255, 255)', filled: [], pale: [] });
    await expect(page.getByRole('button', { name: 'Sair' })).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  async function expectFits(screen: string) {
    await test.step(screen, async () => {
      for (const [width, height, text] of [
        [1280, 800, '200%'],
        [320, 256, '100%'], // as 400 % of a usual window leaves it
        [320, 740, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await setText(page, text);
        expect.soft(await sideways(page)).toBeLessThanOrEqual(0);
        expect.soft(await cutOff(page), `${width}×${height}, text of ${text}`).toEqual([]);
      }
      expect.soft(await violations(page)).toEqual([]);
    });
  }

  await openFilters(page);
  await expect(page.getByLabel('Cidade')).toBeVisible();
  await expectFits('list and its filters');
  await page.keyboard.press('Escape');
  await (await openMore(page)).locator('.print-options > summary').click();
  await expectFits('list and its menu');
  await page.keyboard.press('Escape');
  await page
    .getByRole('checkbox', { name: /^Marcar inscrição de Pessoa-de-Teste/ })
    .first()
    .check();
  await expectFits('list with a row ticked');
  await page.getByRole('button', { name: 'Desmarcar', exact: true }).click();
  await page
    .getByRole('button', { name: /^Ver inscrição de Pessoa-de-Teste/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('.print-options > summary').click();
  await expectFits('sheet');
  await dialog.locator('.print-options > summary').click();
  await dialog.getByRole('tab', { name: 'Documento' }).click();
  await expect(dialog.getByRole('region', { name: 'Documento', exact: true })).toBeVisible();
  await expectFits('document');
  await dialog.getByRole('button', { name: /Possível repetida/ }).click();
  await expect(dialog.getByRole('table').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Mais', exact: true }).click();
  await expectFits('follow-up');
  await dialog.getByRole('button', { name: 'Não aprovada', exact: true }).click();
  await expectFits('a reason');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await dialog.getByRole('button', { name: 'Apagar' }).click();
  await dialog.last().getByRole('button', { name: 'Apagar', exact: true }).click();
  await expectFits('erasing');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await openExport(page);
  await expectFits('export');
  await page.keyboard.press('Escape');
  for (const screen of ['Turmas', 'Registro', 'Contas e senha']) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expectFits(screen);
  }
  await page.getByRole('button', { name: 'Incluir pessoa' }).click();
  await expectFits('a new account');
});

/** The size of the text, as a setting of the browser makes it. */
async function setText(page: Page, size: '100%' | '200%') {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size} }`);
    document.adoptedStyleSheets.push(sheet);
  }, size);
}

/** What of the page, or of the dialog on top, stands beyond its own box or the window's sides, and a dialog without room to read. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    const elements = [...(root?.querySelectorAll('*') ?? [])].filter(
      (element) =>
        element.checkVisibility() &&
        // the chips of the desk are one row that scrolls on a phone
        !element.closest(
          '.vh, .desk-nav__rest, .range__word, svg, .document-picture, .toaster, .to-do, .tool__words',
        ) &&
        !element.matches('input, select, textarea, caption, .document-view__frame, thead, thead *'),
    );
    const tooWide = elements.filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      const overflows = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
      return overflows || left < -1 || right > innerWidth + 1;
    });
    const closed = elements.filter(
      (element) => element.matches('.dialog__body') && element.clientHeight < 90,
    );
    return [...tooWide, ...closed].map(
      (element) =>
        `${(element.cloneNode(false) as Element).outerHTML} in ${element.parentElement?.className}`,
    );
  });

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
