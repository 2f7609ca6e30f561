import type { Locator, Page } from '@playwright/test';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFilters, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// What the desk's third edition is measured by, where no other file does: docs/ux.md §7 and §8.5.

test.use({ font: 'Roboto' });

const desk = ownDesk();

// With the colours of the system (`forced-colors`) backgrounds and shadows go: what is pressed, ticked or
// warned of has to be told by a line, a system colour or words.

const styleOf = (part: Locator, name: string) =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);

/** A control that is told from the page by its edge, or all of it by another ground; its words are read. */
async function expectEdge(control: Locator) {
  await expect(control).toBeVisible();
  const { line, width, ground, text, page } = await control.evaluate((element) => {
    const { borderTopColor, borderTopWidth, backgroundColor, color } = getComputedStyle(element);
    const page = getComputedStyle(document.body).backgroundColor;
    return { line: borderTopColor, width: borderTopWidth, ground: backgroundColor, text: color, page };
  });
  expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(1);
  if (ground === page) expect(line).not.toBe(ground);
  expect(text).not.toBe(ground);
}

/** Focused by a key, a control has a line around it. */
async function expectFocusLine(page: Page, control: Locator) {
  await control.focus();
  await page.keyboard.press('Shift');
  expect(await styleOf(control, 'outline-style')).toBe('solid');
  expect(Number.parseFloat(await styleOf(control, 'outline-width'))).toBeGreaterThanOrEqual(2);
}

test('without colours of ours, and at 200 % zoom, the list and an open enrolment are read and pressed', async ({
  page,
  context,
  signIn,
}) => {
  await desk.setChildrensClass();
  await desk.enrolPeople(
    ['Ipê Exemplo', 'Buriti Exemplo', 'Caju Exemplo'].map((nome_completo) => ({
      nome_completo,
      data_nascimento: '2016-05-10',
    })),
  );
  await runSql(
    desk.server,
    `update private.acompanhamentos set documento_novo = true, responsavel_confirmou = true where nome like 'Buriti%'`,
  );
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page, '');

  await test.step('chips, marks and the button for the whole page are told from each other without colours of ours', async () => {
    const chip = (name: RegExp) =>
      page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name });
    await expect(chip(/^A decidir/)).toHaveAttribute('aria-pressed', 'true');
    const lines = await page
      .locator('.admin__head .tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomWidth));
    expect(lines).toEqual(lines.map((_, at) => (at === 0 ? '3px' : '0px'))); // the one that is open
    for (const name of [/^A decidir/, /^Documento novo/, /^Todas/]) await expectEdge(chip(name));
    expect(await styleOf(chip(/^A decidir/), 'background-color')).not.toBe(
      await styleOf(chip(/^Todas/), 'background-color'),
    );
    await expectFocusLine(page, chip(/^Todas/));
    await expectEdge(page.locator('.badge', { hasText: 'Documento novo' }));
    await expectEdge(page.locator('.enrolments__name .badge').last());

    await expectEdge(page.getByRole('button', { name: 'Aprovar…', exact: true }));
    await (await openFilters(page)).getByLabel('Situação').selectOption('Nova');
    await page.keyboard.press('Escape');
    await expectEdge(page.getByRole('button', { name: 'Filtros (1)' }));
  });

  await test.step('the evidence, the decision and ‘Mandou?’ are read and pressed without colours of ours', async () => {
    await openDetail(page, 'Ipê Exemplo');
    const strip = detail(page).locator('.evidence');
    for (const fact of await strip.locator('dt, dd').all()) {
      await expect(fact).toBeInViewport({ ratio: 1 });
      expect(await styleOf(fact, 'color')).not.toBe(await styleOf(strip, 'background-color'));
    }
    for (const name of ['Falta documento', 'Lista de espera', 'Mais', 'Aprovar em Jiu-Jitsu Infantil'])
      await expectEdge(inDetail(page, name));
    const unfold = inDetail(page, 'Aprovar com turma e primeiro dia');
    await expectEdge(unfold);
    const sign = unfold.locator('span');
    expect(await styleOf(sign, 'color')).not.toBe(await styleOf(unfold, 'background-color'));
    await expectFocusLine(page, inDetail(page, 'Aprovar em Jiu-Jitsu Infantil'));

    await inDetail(page, 'Aprovar em Jiu-Jitsu Infantil').click();
    const tell = detail(page)
      .locator('.decision')
      .getByRole('link', { name: /Avisar/ });
    await expectEdge(tell);
    const conversation = page.context().waitForEvent('page');
    await tell.click();
    await (await conversation).close();
    await expect(detail(page).getByText(/^Mandou a mensagem de/)).toBeVisible();
    for (const name of ['Não mandei', 'Mandei e ir à próxima']) await expectEdge(inDetail(page, name));
  });

  await test.step('the open enrolment is read and decided at 200 % zoom', async () => {
    await page.emulateMedia({ forcedColors: null });
    await page.goto('/admin/inscricoes');
    await page.setViewportSize({ width: 640, height: 400 }); // 1280×800, twice as large
    await page.getByRole('button', { name: /^Todas/ }).click();
    await page.getByRole('button', { name: 'Ver inscrição de Caju Exemplo' }).click();
    const likely = detail(page).locator('.decision__likely .button--primary').first();
    await likely.scrollIntoViewIfNeeded();
    await expect(likely).toBeInViewport({ ratio: 1 });
    for (const fact of await detail(page).locator('.evidence dd').all()) {
      await fact.scrollIntoViewIfNeeded();
      await expect(fact).toBeInViewport({ ratio: 0.9 });
    }
    expect(
      await detail(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth),
    ).toBeLessThanOrEqual(0);
  });
});
