import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import type { ClientConfig } from 'pg';
import { ADMIN } from '../../kit/site.ts';
import { openPools } from '../../server/core/database.ts';
import { addPeople } from '../../server/demo/people.ts';
import { violations } from '../support/axe.ts';
import { detail, inDetail, notePrinting, openFilters, openMore, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// The list with 300 enrolments: how much of it is seen at once, and how it goes by keys.
// The bounds are those of docs/ux.md §7 ('Room').

test.use({ font: 'Roboto' });

const PEOPLE = 300;

ownDesk(({ server }) => {
  test.setTimeout(180_000);
  if (server.database) return addToProject(server.database); // no command of ours makes people there
  return execFileSync(process.execPath, ['scripts/command.mjs', 'demo:data', String(PEOPLE)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: server.dataDir },
  });
});

async function addToProject(login: ClientConfig) {
  const database = openPools({ owner: login, callers: login, onError: () => {} });
  await addPeople(database, PEOPLE, () => {});
  await database.close();
}

const rows = (page: Page) => page.locator('.enrolments__row');
const search = (page: Page) => page.getByRole('searchbox');
const bar = (page: Page) => page.getByRole('group', { name: 'O que fazer com as marcadas' });
const views = (page: Page) => page.getByRole('button', { name: /^Ver inscrição de/ });

/** Goes from what waits to the list of all, and waits until it has come. */
async function showAll(page: Page) {
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await expect(page).toHaveURL(/lista=todas/);
  await expect(page.locator('.enrolments--old')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(25);
}

/** Pixels from the window's top to the first row; heights and columns of the rows; the lowest control of a row. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.enrolments__row')].map((row) =>
      row.getBoundingClientRect(),
    );
    const heights = boxes.map(({ height }) => height).sort((a, b) => a - b);
    const controls = [...document.querySelectorAll('.enrolments__row :is(button, a, label), .tools button')]
      .filter((control) => control.checkVisibility())
      .map((control) => control.getBoundingClientRect().height);
    return {
      first: boxes[0]?.top ?? Number.NaN,
      whole: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length,
      median: heights[Math.floor(heights.length / 2)] ?? Number.NaN,
      columns: new Set(boxes.map(({ left }) => left)).size,
      control: Math.min(...controls),
      sideways: document.documentElement.scrollWidth - window.innerWidth,
    };
  });

test('the list leaves room for its rows, at each size and with larger text', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, '');

  // Both editions' bounds hold of what waits, where the desk opens, and of the list of all.
  for (const list of ['', '?lista=todas'])
    await test.step(`the first row${list && ' of all'} is near the top and as many as fit are whole, from a phone to a wide screen`, async () => {
      if (list) await showAll(page);
      for (const { width, height, first, whole, median, columns } of [
        { width: 1280, height: 800, first: 229, whole: 12, median: 45, columns: 1 },
        { width: 1600, height: 900, first: 229, whole: 14, median: 45, columns: 1 },
        { width: 768, height: 1024, first: 420, whole: 6, median: 150, columns: 2 },
        { width: 360, height: 740, first: 420, whole: 2, median: 150, columns: 1 },
      ])
        await test.step(`at ${width}×${height} the first row is at ${first} or above, and ${whole} are whole`, async () => {
          await page.setViewportSize({ width, height });
          await expect(rows(page)).toHaveCount(25);
          await expect(
            page.getByRole('button', { name: list ? 'Todas' : /^Novas/, pressed: true }),
          ).toBeVisible();
          await expect(page.getByText('Este site ainda tem textos de exemplo.')).toBeVisible();
          const seen = await measure(page);
          expect(seen.first).toBeLessThanOrEqual(first);
          expect(seen.whole).toBeGreaterThanOrEqual(whole);
          expect(seen.median).toBeLessThanOrEqual(median);
          expect(seen.columns).toBe(columns);
          expect(seen.control).toBeGreaterThanOrEqual(36);
          expect(seen.sideways).toBeLessThanOrEqual(0);
          expect((await page.getByRole('banner').boundingBox())?.height).toBe(44);
          const notice = await page.locator('.admin__samples').boundingBox();
          if (width > 640) expect(notice?.height).toBe(32);
        });
    });

  await test.step('on a phone what corrects an open enrolment and what protects it stand beside each other', async () => {
    await views(page).first().click();
    const [correct, protect] = ['Corrigir respostas', 'Endereço protegido'].map((button) =>
      inDetail(page, button),
    );
    await expect(protect as Locator).toBeVisible();
    const [one, other] = [await correct?.boundingBox(), await protect?.boundingBox()];
    expect(one?.y).toBe(other?.y);
    expect((other?.x ?? 0) - (one?.x ?? 0) - (one?.width ?? 0)).toBe(8);
    await detail(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(detail(page)).toHaveCount(0);
  });

  await test.step('with text of twice the size nothing stands beside the window, and everything can be pressed', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: /^Novas/ }).click();
    await expect(page.getByRole('button', { name: /^Novas/, pressed: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(25);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets.push(sheet);
    });
    const seen = await measure(page);
    expect(seen.sideways).toBeLessThanOrEqual(0);
    expect(seen.control).toBeGreaterThanOrEqual(72);
    await rows(page).first().getByRole('checkbox').check();
    await expect(bar(page).getByRole('button', { name: 'Aprovar em…' })).toBeVisible();
    expect((await measure(page)).sideways).toBeLessThanOrEqual(0);
  });
});

test.describe('under a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('everything that is pressed is 44 pixels high, and the first card is still at 420 or above', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await expect(rows(page)).toHaveCount(25);
    const { first, control } = await measure(page);
    expect(control).toBeGreaterThanOrEqual(44);
    expect(first).toBeLessThanOrEqual(420);
  });
});

test('the list goes by keys, by its filters and by what is ticked', async ({ page, mishaps }) => {
  test.slow(); // four subjects in one
  await page.addInitScript(notePrinting);

  await test.step('by keys: the search first, one result opened by Enter, down into the rows and back by a slash', async () => {
    await page.goto('/admin/inscricoes');
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Senha').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(search(page)).toBeFocused();
    await expect(rows(page)).toHaveCount(25);

    await page.keyboard.type(`6290000${String(PEOPLE).padStart(4, '0')}`); // the end of a telephone: no protocol can be like it
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
    await expect(dialog).toContainText(`de Demonstração ${PEOPLE}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(25);
    await page.keyboard.press('Enter'); // many: nothing opens
    await page.keyboard.type('demonstracao');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(25);
    await page.keyboard.press('ArrowDown');
    await expect(views(page).nth(0)).toBeFocused();
    await page.keyboard.press('x'); // no letter does anything
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
    await expect(search(page)).toHaveValue('');
    mishaps.length = 0; // the made-up enrolments that were opened have no document in the store
    await page.keyboard.press('Escape');
  });

  await showAll(page);

  await test.step('filters stand below their button, go with Escape, and a chip is pressed on and off', async () => {
    const button = page.getByRole('button', { name: /^Filtros/ });
    const panel = await openFilters(page);
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    const [above, below] = [await button.boundingBox(), await panel.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeCloseTo((above?.x ?? 0) + (above?.width ?? 0), 0);
    await panel.getByLabel('Situação').selectOption('Aprovada');
    await expect(page).toHaveURL(/situacao=aprovada/);
    await expect(button).toHaveAccessibleName('Filtros (1)');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.getByRole('button', { name: 'Tirar filtro Situação: Aprovada' }).click();
    const fresh = page.getByRole('button', { name: /^Novas \(\d+\)$/ });
    await fresh.click();
    await expect(fresh).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('list', { name: 'Filtros ligados' })).toHaveCount(0); // the chip shows it
    await fresh.click();
    await expect(fresh).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('before anything is ticked no button prints, exports or ticks all; what is ticked takes the toolbar’s place and moves no row', async () => {
    await expect(page.getByRole('button', { name: /Imprimir|Exportar|Marcar/ })).toHaveCount(0);
    const before = await measure(page);
    for (const at of [0, 1, 2]) await rows(page).nth(at).getByRole('checkbox').check();
    await expect(bar(page).getByRole('status')).toHaveText('3 marcadas');
    expect((await measure(page)).first).toBe(before.first);
    await expect(search(page)).toBeVisible(); // it stays beside the bar
    await expect(page.getByRole('button', { name: /^Novas/ })).toBeHidden();
    expect(await violations(page)).toEqual([]);

    await bar(page).getByRole('button', { name: 'Exportar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exportar planilha' });
    await expect(dialog.getByText('3 inscrições, as marcadas.')).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Exportar', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^inscricoes-.*\.xlsx$/);
    await expect(dialog.getByText('com 3 inscrições.')).toBeVisible();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Desmarcar' }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByText('1–25 de 300')).toBeFocused();
  });

  await test.step('more than five sheets are asked about, with their number and whether health and income are on them', async () => {
    await (await openMore(page)).getByRole('button', { name: 'Imprimir as fichas desta página' }).click();
    const question = page.getByRole('dialog', { name: 'Imprimir 25 fichas?' });
    const health = question.locator('.question__health');
    await expect(health).toHaveText('As fichas saem com os dados de saúde e renda.');
    await question.locator('summary').click();
    await question.getByLabel('Sem dados de saúde e renda').check();
    await expect(health).toHaveText('As fichas saem sem os dados de saúde e renda.');
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('button', { name: 'Mais', exact: true })).toBeFocused();
    await expect(page.locator('html')).not.toHaveAttribute('data-print-title', /./);

    for (const at of [0, 1, 2, 3, 4, 5]) await rows(page).nth(at).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Imprimir' }).click();
    await page
      .getByRole('dialog', { name: 'Imprimir 6 fichas?' })
      .getByRole('button', { name: 'Imprimir', exact: true })
      .click();
    await expect(page.locator('html')).toHaveAttribute('data-print-title', /./);
    await expect(page.locator('.print-root')).toHaveCount(6);
  });
});
