import type { Locator, Page } from '@playwright/test';
import { signIn as signInAsClient } from '../../kit/desk.ts';
import { DESKTOP, expectAccessible, PHONE, sideways, violations } from '../support/axe.ts';
import { detail, inDetail, openDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// Correcting answers of an open enrolment, and attaching a document to it, under a finger and at a desk (docs/ux.md §8.4, §8.5).
// What is said and stored: app/admin/enrolment/sheet-acts.test.tsx, tests/api/corrections.test.ts.

const desk = ownDesk();

test.use({ hasTouch: true });

const CORRECT = '**/rest/v1/rpc/corrigir_respostas';
const READ = '**/rest/v1/rpc/ficha';

const correcting = (page: Page) => page.getByRole('dialog', { name: 'Corrigir respostas' });
const answer = (page: Page, label: string) =>
  correcting(page).getByRole('textbox', { name: label, exact: true });
const reason = (page: Page) => correcting(page).getByLabel('Por que corrigir');
const save = (page: Page) => correcting(page).getByRole('button', { name: 'Guardar correção' });
const cell = (page: Page, label: string) =>
  detail(page)
    .locator('.sheet__cell')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) });

/** Corrects the same enrolment as a colleague does, meanwhile. */
async function correctElsewhere(name: string, mudancas: object) {
  const client = await signInAsClient(apiOf(desk.server));
  const { rows } = await client.rpc<{ rows: { id: string; version: number }[] }>('lista_de_inscricoes', {
    filtro: { busca: name },
  });
  const [{ id: inscricao, version: versao } = { id: '', version: 0 }] = rows;
  await client.rpc('corrigir_respostas', { inscricao, versao, mudancas, motivo: 'documento-mostra-outro' });
}

test('the answers of an open enrolment are corrected, and a document is attached to it', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow(); // axe on two sizes
  const name = 'Jatoba Errado';
  await desk.enrolPeople([{ nome_completo: name }], nisPdf);
  await signIn();

  await test.step('one answer is corrected in at most six actions, and shown everywhere with what it was', async () => {
    await openDetail(page, name);
    await expect(inDetail(page, 'Corrigir respostas')).toBeEnabled();
    const column = await detail(page).getByRole('region', { name: 'Ficha' }).boundingBox();
    const sheet = await detail(page).locator('.sheet').boundingBox();
    expect(sheet?.width ?? 0).toBeGreaterThan(0.85 * (column?.width ?? 0)); // the button takes none of it
    let actions = 0;
    const act = async (what: Locator, how: (what: Locator) => Promise<unknown> = (it) => it.click()) => {
      actions += 1;
      await how(what);
    };
    await act(inDetail(page, 'Corrigir respostas'));
    await act(answer(page, 'Nome Completo'));
    await act(answer(page, 'Nome Completo'), (it) => it.fill('Jatobá Certo'));
    await act(reason(page), (it) => it.selectOption('Digitado errado'));
    await act(save(page));
    await expect(correcting(page)).toBeHidden();
    expect(actions).toBeLessThanOrEqual(6);
    await expect(detail(page).locator('.detail__name')).toHaveText('Jatobá Certo');
    await expect(cell(page, 'Nome Completo')).toContainText(/antes: Jatoba Errado.*corrigida por .*@/);
    await expect(detail(page).getByText('Corrigiu Nome Completo: digitado errado')).toBeVisible();
    await inDetail(page, 'Desfazer').click();
    await expect(detail(page).locator('.detail__name')).toHaveText(name);
  });

  await test.step('on a phone every control is there for a finger, and it is accessible there and on a desktop', async () => {
    await page.setViewportSize(PHONE);
    await inDetail(page, 'Corrigir respostas').tap();
    await answer(page, 'Nome Completo').fill('Jatobá com um nome comprido que ocupa a linha toda');
    await answer(page, 'E-mail').fill('sem-arroba');
    await save(page).tap();
    await expect(answer(page, 'E-mail')).toBeFocused();
    await expectAccessible(page, 'correcting');
    await page.setViewportSize(PHONE);
    for (const control of await correcting(page)
      .locator('input:not([type=radio], [type=checkbox]), select, textarea, button, label.choice')
      .all()) {
      const box = await control.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
  });

  await test.step('at 200 % zoom the sentence of what is missing is seen whole, and the buttons beside it stay buttons', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await answer(page, 'E-mail').fill('certo@example.com');
    await save(page).click();
    await expect(correcting(page).getByText('Escolha o motivo da correção.')).toBeInViewport({ ratio: 1 });
    await expect(reason(page)).toBeFocused();
    expect((await save(page).boundingBox())?.height).toBeLessThan(60);
    await page.setViewportSize(DESKTOP);
  });

  await test.step('whoever was first is shown, nothing that was typed is lost, and saving again stores it, once, whatever comes late', async () => {
    await answer(page, 'Cidade').fill('Cidade Minha');
    await reason(page).selectOption('Pedido da família');
    await correctElsewhere(name, { cidade: 'Cidade Deles', escola: 'Escola Deles' });
    let endReading = () => {};
    const held = new Promise<void>((resolve) => {
      endReading = resolve;
    });
    await page.route(READ, async (route) => {
      const response = await route.fetch(); // what stands after the colleague's correction, which comes after one's own
      await held;
      await route.fulfill({ response }).catch(() => {}); // nobody waits for it any more
    });
    await save(page).click();
    const conflict = correcting(page).locator('.alert');
    await expect(conflict).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
    await expect(conflict).toContainText('Corrigiu Cidade, Escola: documento mostra outro');
    await expect(answer(page, 'Cidade')).toHaveValue('Cidade Minha');
    await expect(correcting(page)).toContainText('agora: Cidade Deles');
    expect(mishaps).toEqual([]);
    await page.route(CORRECT, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await save(page).click(); // made again by itself, it was its own, and is known as that
    await page.getByRole('button', { name: 'Deixar como estão' }).click();
    await expect(correcting(page)).toBeHidden();
    mishaps.length = 0;
    endReading();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(cell(page, 'Cidade')).toContainText(
      /Cidade Minhaantes: Cidade Deles.*antes: Cidade Exemplo/,
    );
    await expect(cell(page, 'Escola')).toContainText('Escola Deles');
    await expect(detail(page).getByText(/^Corrigiu Nome Completo, .*Cidade/)).toHaveCount(1);
  });

  await test.step('what came on paper stands as a further document, with who attached it, and is shown', async () => {
    await expect(detail(page).getByLabel('Situação socioeconômica avaliada')).toBeVisible(); // above the button, it moves it
    await inDetail(page, 'Anexar documento').click();
    const attaching = page.getByRole('dialog', { name: 'Anexar documento' });
    const attach = attaching.getByRole('button', { name: 'Anexar', exact: true });
    const file = attaching.locator('input[name=cadastroUnico]');
    await attach.click();
    await expect(attaching.getByText('Escolha a foto ou o PDF.')).toBeVisible();
    await file.setInputFiles({ name: 'carta.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') });
    await expect(attaching.locator('.field__problem')).toBeVisible();
    await expectAccessible(page, 'attaching');
    await page.setViewportSize(PHONE);
    await file.setInputFiles(nisPdf);
    await expect(attaching.getByText(`Escolhido: ${nisPdf.name}.`)).toBeVisible();
    await expect(attaching.getByText('Documento anexado')).toBeHidden(); // not before it is
    await attach.tap();
    await expect(attaching).toBeHidden();
    await expect(detail(page).getByText('Documento anexado.')).toBeVisible();
    await expect(inDetail(page, /^Anexado em /)).toHaveAttribute('aria-pressed', 'true');
    await expect(detail(page).getByText('página 1 de 1')).toBeVisible();
    await expect(detail(page).getByText('Anexou um documento')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
});
