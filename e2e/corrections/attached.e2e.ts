import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { detail, inDetail, openDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';

// Attaching a document to an open enrolment (docs/ux.md §8.4).

const desk = ownDesk();
const ATTACH = '**/rest/v1/rpc/anexar_documento';

const attaching = (page: Page) => page.getByRole('dialog', { name: 'Anexar documento' });
const attach = (page: Page) => attaching(page).getByRole('button', { name: 'Anexar', exact: true });
const file = (page: Page) => attaching(page).locator('input[name=cadastroUnico]');

async function open(page: Page, name: string) {
  await openDetail(page, name);
  if ((page.viewportSize()?.width ?? 0) < 900)
    await detail(page).getByRole('tab', { name: 'Documento' }).click();
  await inDetail(page, 'Anexar documento').click();
  await expect(attaching(page)).toBeVisible();
}

test('what came on paper stands as a further document, with who attached it, and is shown', async ({
  page,
  signIn,
}) => {
  await desk.enrol({ nome_completo: 'Angico Anexado' }, nisPdf);
  await signIn();
  await open(page, 'Angico Anexado');
  await attach(page).click();
  await expect(attaching(page).getByText('Escolha a foto ou o PDF.')).toBeVisible();
  await file(page).setInputFiles({ name: 'carta.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') });
  await expect(attaching(page).locator('.field__problem')).toBeVisible();
  await file(page).setInputFiles(nisPdf);
  await expect(attaching(page).getByText(`Escolhido: ${nisPdf.name}.`)).toBeVisible();
  await expect(attaching(page).getByText('Documento anexado')).toBeHidden(); // not before it is
  await attach(page).click();
  await expect(attaching(page)).toBeHidden();
  await expect(detail(page).getByText('Documento anexado.')).toBeVisible();
  await expect(inDetail(page, /^Anexado em /)).toHaveAttribute('aria-pressed', 'true');
  await expect(detail(page).locator('.pdf-page canvas').first()).toHaveAttribute('data-drawn', 'whole');
  await expect(detail(page).getByText('Anexou um documento')).toBeVisible();
});

test('without an answer the file stays chosen, and is attached once', async ({ page, signIn, mishaps }) => {
  await desk.enrolPeople([{ nome_completo: 'Angico Caido' }]);
  await signIn();
  await open(page, 'Angico Caido');
  await file(page).setInputFiles(nisPdf);
  await page.route(ATTACH, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await attach(page).click();
  await expect(attaching(page).locator('.alert')).toContainText(/não respondeu|sem resposta|internet/i);
  mishaps.length = 0;
  await attach(page).click();
  await expect(attaching(page)).toBeHidden();
  await expect(detail(page).getByText('Anexou um documento')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('it is accessible there and on a desktop', async ({ page, signIn }) => {
    await desk.enrolPeople([{ nome_completo: 'Angico Pequeno' }]);
    await signIn();
    await open(page, 'Angico Pequeno');
    await expectAccessible(page, 'attaching');
    await page.setViewportSize({ width: 360, height: 740 });
    await file(page).setInputFiles(nisPdf);
    await expect(attaching(page).getByText(nisPdf.name)).toBeVisible();
    await attach(page).tap();
    await expect(attaching(page)).toBeHidden();
    await expect(detail(page).getByText('Documento em PDF.')).toBeVisible();
  });
});
