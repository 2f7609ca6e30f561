import type { Locator, Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// What one decides by is in sight before anything is pressed. Every number stands in docs/ux.md §8.1 and §8.4.

const desk = ownDesk((desk) => desk.setChildrensClass());

const REASON = 'a foto do NIS está escura';

/** The words of those that are not wholly in sight, as `toBeInViewport` sees it; asked of all at once. */
const hiddenOf = (parts: Locator) =>
  parts.evaluateAll(async (elements) => {
    const entries = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver((seen) => {
        observer.disconnect();
        resolve(seen);
      });
      for (const element of elements) observer.observe(element);
    });
    return entries
      .filter(({ intersectionRatio }) => intersectionRatio < 1 - 1e-9)
      .map(({ target }) => target.textContent);
  });

/** The six facts, whole and in sight, in a strip of 64 pixels. */
async function expectEvidence(page: Page) {
  const strip = detail(page).locator('.evidence');
  await expect(strip.locator('dt')).toHaveText([
    'Idade',
    'Cidade',
    'Renda, em salários',
    'CadÚnico',
    'Responsável',
    'Repetida?',
  ]);
  await expect.poll(() => hiddenOf(strip.locator('dt, dd'))).toEqual([]);
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(65);
}

test('sheet, document and decision are in one view where there is room, and reachable everywhere', async ({
  page,
  signIn,
}) => {
  test.slow();
  const photo = await plain(300, 200, '#d8d4c8').jpeg().toBuffer();
  const name = 'Guariroba';
  await desk.enrol({ nome_completo: name, telefone_whatsapp: '62911110001' }, jpegFile(photo));
  await signIn();
  const before = (await desk.auditEntries('abriu_documento')).length;
  await openFollowUp(page, name);
  const primary = inDetail(page, 'Aprovar em Jiu-Jitsu Infantil');

  for (const [width, height] of [
    [1280, 800],
    [1600, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect((await detail(page).boundingBox())?.width).toBe(896);
    await expect(detail(page).getByText('Dados Pessoais')).toBeInViewport();
    await expect(detail(page).getByRole('img')).toBeInViewport(); // at once
    await expectEvidence(page);
    await expect(primary).toBeInViewport();
  }
  expect(await violations(page)).toEqual([]);

  const paper = detail(page).getByRole('region', { name: 'Documento', exact: true });
  await inDetail(page, 'Tela cheia').click(); // the document fills the screen
  await expect(inDetail(page, 'Sair da tela cheia')).toBeVisible();
  expect((await paper.boundingBox())?.width).toBe(1600);
  expect(await violations(page)).toEqual([]);
  await inDetail(page, 'Sair da tela cheia').click();
  await expect(inDetail(page, 'Tela cheia')).toBeVisible();

  await test.step('Esc closes the innermost thing alone', async () => {
    await inDetail(page, 'Tela cheia').click();
    await expect(inDetail(page, 'Sair da tela cheia')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inDetail(page, 'Tela cheia')).toBeVisible();
    await inDetail(page, 'Mais').click();
    await inDetail(page, 'Falta documento').click();
    await detail(page).getByLabel('Motivo').fill(REASON);
    await page.keyboard.press('Escape'); // the reason, which stays
    await expect(detail(page).getByLabel('Motivo')).toBeHidden();
    await expect(detail(page).getByText('não gravado', { exact: true })).toBeVisible();
    await inDetail(page, 'Falta documento').click();
    await expect(detail(page).getByLabel('Motivo')).toHaveValue(REASON);
    await inDetail(page, 'Cancelar').click();
    await expect(detail(page)).toBeVisible();
  });

  for (const [width, height] of [
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 768) {
      const tab = detail(page).getByRole('tab', { name: 'Documento' }); // what was read stays in sight
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(detail(page).getByRole('img')).toHaveJSProperty('naturalWidth', 300);
      if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(1); // and was fetched once
    }
    for (const tab of ['Documento', 'Acompanhamento', 'Ficha']) {
      await detail(page).getByRole('tab', { name: tab }).click();
      await expect(primary).toBeInViewport();
    }
    await expectEvidence(page);
    await detail(page).getByText('Dados declarados').scrollIntoViewIfNeeded();
    await expectEvidence(page); // it stays
  }
  await inDetail(page, 'Falta documento').click();
  expect(await violations(page)).toEqual([]);
  await inDetail(page, 'Cancelar').click();

  await page.setViewportSize({ width: 640, height: 400 }); // 200 % zoom
  await expect(detail(page).getByText('Data da Inscrição')).toBeInViewport({ ratio: 1 });
  await expect(detail(page).getByText('Dados Pessoais')).toBeInViewport();
  await expect(primary).not.toBeInViewport(); // the foot scrolls with the content
  await primary.scrollIntoViewIfNeeded();
  await expect(primary).toBeInViewport();
  await inDetail(page, 'Falta documento').click();
  await expect(detail(page).getByLabel('Motivo')).toBeInViewport();
  expect(await violations(page)).toEqual([]);
});
