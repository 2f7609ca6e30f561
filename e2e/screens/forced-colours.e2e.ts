import type { Locator, Page } from '@playwright/test';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFilters, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// With the colours of the system (`forced-colors`) backgrounds and shadows go: what is pressed, ticked or
// warned of has to be told by a line, a system colour or words.

ownDesk(async (desk) => {
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
});

test.beforeEach(async ({ page, context }) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
});

const styleOf = (part: Locator, name: string) =>
  part.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), name);

/** A control that is told from the page by its edge, or all of it by another ground; its words are read. */
async function expectEdge(control: Locator) {
  await expect(control).toBeVisible();
  const [line, width, ground, text] = await Promise.all(
    ['border-top-color', 'border-top-width', 'background-color', 'color'].map((name) =>
      styleOf(control, name),
    ),
  );
  expect(Number.parseFloat(width ?? '')).toBeGreaterThanOrEqual(1);
  if (ground === (await styleOf(control.page().locator('body'), 'background-color')))
    expect(line).not.toBe(ground);
  expect(text).not.toBe(ground);
}

/** Focused by a key, a control has a line around it. */
async function expectFocusLine(page: Page, control: Locator) {
  await control.focus();
  await page.keyboard.press('Shift');
  expect(await styleOf(control, 'outline-style')).toBe('solid');
  expect(Number.parseFloat(await styleOf(control, 'outline-width'))).toBeGreaterThanOrEqual(2);
}

test('chips, marks and the bar of ticked rows are told from each other without colours of ours', async ({
  page,
  signIn,
}) => {
  await signIn(page, '');
  const chip = (name: RegExp) =>
    page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name });
  await expect(chip(/^Novas/)).toHaveAttribute('aria-pressed', 'true');
  const lines = await page
    .locator('.desk-nav__link')
    .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomWidth));
  expect(lines).toEqual(lines.map((_, at) => (at === 0 ? '3px' : '0px'))); // the one that is open
  for (const name of [/^Novas/, /^Documento novo/, /^Todas/]) await expectEdge(chip(name));
  expect(await styleOf(chip(/^Novas/), 'background-color')).not.toBe(
    await styleOf(chip(/^Todas/), 'background-color'),
  );
  await expectFocusLine(page, chip(/^Todas/));
  await expectEdge(page.locator('.badge', { hasText: 'Documento novo' }));
  await expectEdge(page.locator('.enrolments__situation .badge').first());

  await page.getByLabel('Marcar inscrição de Ipê Exemplo').check();
  const bar = page.getByRole('group', { name: 'O que fazer com as marcadas' });
  for (const name of ['Aprovar em…', 'Turma…', 'Avisar…', 'Imprimir', 'Exportar', 'Desmarcar'])
    await expectEdge(bar.getByRole('button', { name, exact: true }));
  await expect(bar.getByRole('status')).toHaveText('1 marcada');
  const ticked = page.getByLabel('Marcar inscrição de Ipê Exemplo');
  const free = page.getByLabel('Marcar inscrição de Caju Exemplo');
  expect(await ticked.screenshot()).not.toEqual(await free.screenshot());
  await bar.getByRole('button', { name: 'Desmarcar' }).click();

  await (await openFilters(page)).getByLabel('Situação').selectOption('Nova');
  await page.keyboard.press('Escape');
  await expectEdge(page.getByRole('button', { name: 'Tirar filtro Situação: Nova' }));
});

test('the evidence, the decision and ‘Mandou?’ are read and pressed without colours of ours', async ({
  page,
  signIn,
}) => {
  await signIn(page);
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
  const sign = unfold.locator('.decision__unfold');
  expect(await styleOf(sign, 'border-bottom-color')).not.toBe(await styleOf(unfold, 'background-color'));
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
  for (const name of ['Mandei', 'Não mandei']) await expectEdge(inDetail(page, name));
});
