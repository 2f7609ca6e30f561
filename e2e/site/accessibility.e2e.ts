import type { Page } from '@playwright/test';
import { attaching } from '../../content/corrections.ts';
import { expectAccessible, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, openExport, openFilters, openMore } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { ANSWERS, expect, menuToggle, openForm, send, test, toast } from '../support/fixtures.ts';

// The pages for axe, on any screen, with the settings of low vision, and printed. The pages that
// inform: information.e2e.ts.

/** Opens a page as it comes, before anybody acts. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

/** Of a page that somebody uses. */
const expectNoViolation = (page: Page, path: string) =>
  test.step('no page has an axe violation or scrolls sideways', async () => {
    await page.keyboard.press('Shift'); // scripts wait for a person
    await expect(page.locator('html')).toHaveClass(/used/);
    await test.step(path, () => expectAccessible(page));
  });

test('the home page and the error screen are for everybody', async ({ page, mishaps }) => {
  await open(page, '/');
  await expectServed(page, '/');
  await expectNoViolation(page, '/');

  await test.step('nor does the open menu on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await menuToggle(page).click();
    await expect(page.locator('#menu')).toHaveAttribute('open');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('nor the error screen', async () => {
    expect(mishaps).toEqual([]);
    await page.goto('/nao-existe');
    await expectAccessible(page);
    mishaps.length = 0; // the browser reports the 404
  });
});

test('the page of the project, and its form, are for everybody', async ({ page }) => {
  await open(page, '/projeto-social');
  await expectServed(page, '/projeto-social');
  await expectNoViolation(page, '/projeto-social');
  await page.locator('form button[type=submit]').waitFor();

  await test.step('with reduced motion nothing enters: neither the menu nor a toast', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const motions = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .flatMap((motion) =>
            motion.timeline === document.timeline ? [String((motion as CSSAnimation).animationName)] : [],
          ),
      );
    await menuToggle(page).click();
    expect(await motions()).toEqual([]);
    await page.keyboard.press('Escape');
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Campo obrigatório');
    expect(await motions()).toEqual([]);
  });

  await test.step('the form with its errors has no axe violation', async () => {
    await expect(page.getByRole('heading', { name: 'Confira estes itens antes de enviar' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('the whole enrolment goes by keyboard alone, errors included', async ({ page }) => {
  await openForm(page);
  const typed: Record<string, string> = { ...ANSWERS, nomeCompleto: 'Pessoa do Teclado' };
  page.on('filechooser', (chooser) => chooser.setFiles('e2e/support/files/nis.pdf'));
  await page.locator('#nomeCompleto').focus();
  await page.keyboard.press('Enter'); // sends, with everything missing
  await expect(page.locator('.summary')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Digite o nome completo.' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#nomeCompleto')).toBeFocused();
  const visited = new Set<string>();
  for (let presses = 0; presses < 120; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return {
        name: element.getAttribute('name') ?? '',
        type: element.type ?? '',
        text: element.textContent ?? '',
        submit: element.matches('form [type=submit]'),
      };
    });
    if (focused.submit) break;
    if (focused.name && !visited.has(focused.name)) {
      visited.add(focused.name);
      if (focused.type === 'radio') {
        // an unchosen group takes Space; the arrows move on
        await page.keyboard.press('Space');
        const wanted = typed[focused.name] ?? '';
        for (
          let moves = 0;
          moves < 6 && !(await page.getByLabel(wanted, { exact: true }).isChecked());
          moves += 1
        )
          await page.keyboard.press('ArrowDown');
      } else if (focused.type === 'select-one') await page.keyboard.type('Ensino Fundamental incompleto');
      else if (focused.type === 'file') {
        await page.keyboard.press('Enter');
        await expect(page.getByText('Documento anexado: nis.pdf')).toBeVisible();
      } else if (typed[focused.name]) await page.keyboard.type(typed[focused.name] ?? '');
    }
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
  await expect(page.locator(':focus')).toContainText('Inscrição enviada!');
});

// The list, with all that opens in it: desk/find.e2e.ts and desk/print.e2e.ts.
test('the desk is for everybody', async ({ page, signIn, server, mishaps }) => {
  test.slow(); // twelve screens in one
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
  await desk.enrol({ nome_completo: 'Pessoa da Ficha' });
  await open(page, '/admin/inscricoes');
  await expectNoViolation(page, '/admin/inscricoes');

  await test.step('sign-in refused and detail have no axe violation', async () => {
    expect(mishaps).toEqual([]);
    await page.getByLabel('E-mail').fill('ninguem@example.com');
    await page.getByLabel('Senha').fill('nada disso');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Falha no login. Verifique suas credenciais.')).toBeVisible();
    await expectAccessible(page);
    mishaps.length = 0; // the browser reports the 400
    await signIn();
    await expect(page.getByText('Pessoa da Ficha').first()).toBeVisible();
    await page.getByRole('button', { name: /Ver/ }).first().click();
    await expect(page.getByRole('dialog').getByRole('button', { name: attaching.open })).toBeEnabled(); // it is read
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the signed-in desk fits a narrow window and text twice as large, with nothing cut and nothing in the way (axe: desk/)', async () => {
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
          [320, 256, '100%'], // as 400 % of a usual window leaves it
          [320, 740, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height });
          await setText(page, text);
          expect.soft(await sideways(page)).toBeLessThanOrEqual(0);
          expect.soft(await cutOff(page), `${width}×${height}, text of ${text}`).toEqual([]);
        }
      });
    }

    await openFilters(page);
    await expect(page.getByLabel('Ordem')).toBeVisible();
    await expectFits('list and its filters');
    await page.keyboard.press('Escape');
    await openMore(page);
    await expectFits('list and its menu');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Ver inscrição de Pessoa-de-Teste/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const more = dialog.getByRole('button', { name: 'Mais', exact: true });
    await more.click();
    await expectFits('sheet');
    await more.click();
    await expect(dialog.getByRole('region', { name: 'Documento', exact: true })).toBeVisible();
    await expectFits('document');
    await dialog
      .getByText(/^Outra inscrição/)
      .first()
      .click();
    await expect(dialog.locator('details .sheet').first()).toBeVisible();
    await more.click();
    await expectFits('follow-up');
    await dialog.getByRole('button', { name: 'Não aprovada', exact: true }).click();
    await expectFits('a reason');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await more.click();
    await dialog.getByRole('button', { name: 'Apagar' }).click();
    await dialog.last().getByRole('button', { name: 'Apagar', exact: true }).click();
    await expectFits('erasing');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    await openExport(page);
    await expectFits('export');
    await page.keyboard.press('Escape');
    for (const screen of ['Turmas', 'Registro', 'Contas']) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await expect(page.locator('.lines').first()).toBeVisible();
      await expectFits(screen);
      expect(await violations(page), screen).toEqual([]);
    }
    await page.getByRole('button', { name: 'Incluir pessoa' }).click();
    await expectFits('a new account');
  });
});

/** As it comes; leaves it on a phone with its menu closed. */
const expectServed = (page: Page, path: string) =>
  test.step(`${path} serves forced colours, paper and fingers`, async () => {
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
      await menuToggle(page).click();
      const small = await page.locator('a:visible, button:visible, summary:visible').evaluateAll((elements) =>
        elements
          .filter((element) => !element.matches('.skip-link, .declaration a'))
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.textContent),
      );
      expect(small).toEqual([]);
    });
    await page.keyboard.press('Escape');
  });

/** The size of the text, as a setting of the browser makes it. */
const setText = (page: Page, size: '100%' | '200%') =>
  page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size} }`);
    document.adoptedStyleSheets.push(sheet);
  }, size);

/** What of the page, or of the dialog on top, stands beyond its own box or the window's sides, and a dialog without room to read. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main');
    const elements = [...(root?.querySelectorAll('*') ?? [])].filter(
      (element) =>
        element.checkVisibility() &&
        // the chips of the desk are one row that scrolls on a phone
        !element.closest('.vh, svg, .document-picture, .toaster, .to-do, .tool__words') &&
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
