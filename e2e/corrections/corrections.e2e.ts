import type { Locator, Page } from '@playwright/test';
import { signIn as signInAsClient } from '../../kit/desk.ts';
import { expectAccessible, sideways, violations } from '../support/axe.ts';
import { detail, inDetail, openDetail, ownDesk, view } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// Correcting answers of an open enrolment (docs/ux.md §8.5).

const desk = ownDesk();
const CORRECT = '**/rest/v1/rpc/corrigir_inscricao';

const correcting = (page: Page) => page.getByRole('dialog', { name: 'Corrigir respostas' });
const answer = (page: Page, label: string) =>
  correcting(page).getByRole('textbox', { name: label, exact: true });
const reason = (page: Page) => correcting(page).getByLabel('Por que corrigir');
const save = (page: Page) => correcting(page).getByRole('button', { name: 'Gravar correção' });
const cell = (page: Page, label: string) =>
  detail(page)
    .locator('.sheet__cell')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label.replace('?', '[?]')}`) }) });

async function open(page: Page, name: string) {
  await openDetail(page, name);
  await inDetail(page, 'Corrigir respostas').click();
  await expect(correcting(page)).toBeVisible();
}

/** Corrects the same enrolment as a colleague does, meanwhile. */
async function correctElsewhere(name: string, mudancas: object) {
  const client = await signInAsClient(apiOf(desk.server));
  const { linhas } = await client.rpc<{ linhas: { id: string; versao: number }[] }>('buscar_inscricoes', {
    filtro: { busca: name },
  });
  const [{ id: inscricao, versao } = { id: '', versao: 0 }] = linhas;
  await client.rpc('corrigir_inscricao', { inscricao, versao, mudancas, motivo: 'documento-mostra-outro' });
}

test('one answer is corrected in at most six actions, shown everywhere with what it was, and taken back', async ({
  page,
  signIn,
}) => {
  await desk.enrolPeople([{ nome_completo: 'Jatoba Errado' }]);
  await signIn();
  await openDetail(page, 'Jatoba Errado');
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
  await expect(correcting(page)).toContainText('agora: Jatoba Errado');
  await act(reason(page), (it) => it.selectOption('Digitado errado'));
  await act(save(page));
  await expect(correcting(page)).toBeHidden();
  expect(actions).toBeLessThanOrEqual(6);

  await expect(detail(page).getByText('Correção gravada.')).toBeVisible();
  await expect(detail(page).locator('.detail__name')).toHaveText('Jatobá Certo');
  await expect(cell(page, 'Nome Completo')).toContainText('Jatobá Certo');
  await expect(cell(page, 'Nome Completo')).toContainText(/antes: Jatoba Errado.*corrigida por .*@/);
  await expect(detail(page).getByText('Corrigiu Nome Completo: digitado errado')).toBeVisible();
  await expect(view(page, 'Jatobá Certo')).toBeAttached(); // in the list behind it

  await inDetail(page, 'Desfazer: correção de Jatobá').click();
  await expect(detail(page).getByText('Desfeito. As respostas de Jatobá são as de antes.')).toBeVisible();
  await expect(detail(page).locator('.detail__name')).toHaveText('Jatoba Errado');
  await expect(detail(page).getByText('antes:')).toHaveCount(0);
  await inDetail(page, 'Fechar').click();
  await page.getByRole('searchbox').fill('Certo');
  await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
});

test('several are corrected at once, what derives from them follows, and a wrong value is conflict beside it', async ({
  page,
  signIn,
}) => {
  await desk.enrolPeople([{ nome_completo: 'Mogno Varios', data_nascimento: '2012-03-05' }]);
  await signIn();
  await open(page, 'Mogno Varios');
  await save(page).click();
  await expect(correcting(page).getByText('Você ainda não mudou nenhuma resposta.')).toBeVisible();

  await answer(page, 'Data de Nascimento').fill('31/02/2000');
  await answer(page, 'Peso').fill('muito');
  await correcting(page).getByRole('radio', { name: 'Sim' }).check();
  await save(page).click();
  await expect(answer(page, 'Data de Nascimento')).toBeFocused();
  for (const words of [
    'Esta data não existe. Confira o dia e o mês.',
    'Use números.',
    'Por favor, detalhe a condição médica.',
  ])
    await expect(correcting(page).getByText(words)).toBeVisible();

  await answer(page, 'Data de Nascimento').fill('05032000');
  await answer(page, 'Peso').fill('60');
  await answer(page, 'Qual?').fill('asma leve');
  await correcting(page).getByLabel('Nível de Escolaridade').selectOption('Ensino Superior completo');
  await save(page).click();
  const missing = correcting(page).getByText('Escolha o motivo da correção.');
  await expect(missing).toBeVisible();
  // at 200 % zoom: the sentence is seen whole, and the buttons beside it stay buttons
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 400 });
  await correcting(page).getByLabel('Por que corrigir').selectOption({ index: 1 });
  await correcting(page).getByLabel('Por que corrigir').selectOption({ index: 0 });
  await save(page).click();
  await expect(missing).toBeInViewport({ ratio: 1 });
  expect((await save(page).boundingBox())?.height).toBeLessThan(60);
  if (usual) await page.setViewportSize(usual);
  await expect(reason(page)).toBeFocused();
  await expect(answer(page, 'Data de Nascimento')).toHaveValue('05/03/2000');
  await reason(page).selectOption('Documento mostra outro');
  await save(page).click();
  await expect(correcting(page)).toBeHidden();
  await expect(cell(page, 'Data de Nascimento')).toContainText('05/03/2000antes: 05/03/2012');
  await expect(cell(page, 'Idade').locator('dd')).toContainText('26');
  await expect(cell(page, 'Peso')).toContainText('60,0 kgantes: 52,5 kg');
  await expect(cell(page, 'Qual?')).toContainText('asma leveantes: Nenhuma');
  await expect(detail(page).locator('.evidence')).toContainText('18 ou mais');
});

test('whoever was first is shown, nothing that was typed is lost, and saving again stores it', async ({
  page,
  signIn,
}) => {
  await desk.enrolPeople([{ nome_completo: 'Cedro Concorrido' }]);
  await signIn();
  await open(page, 'Cedro Concorrido');
  await answer(page, 'Cidade').fill('Cidade Minha');
  await reason(page).selectOption('Pedido da família');
  await correctElsewhere('Cedro Concorrido', { cidade: 'Cidade Deles', escola: 'Escola Deles' });
  await save(page).click();
  const conflict = correcting(page).locator('.alert');
  await expect(conflict).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
  await expect(conflict).toContainText('Corrigiu Cidade, Escola: documento mostra outro');
  await expect(answer(page, 'Cidade')).toHaveValue('Cidade Minha');
  await expect(correcting(page)).toContainText('agora: Cidade Deles');
  await expect(answer(page, 'Escola')).toHaveValue('Escola Deles');
  await save(page).click();
  await expect(correcting(page)).toBeHidden();
  await expect(cell(page, 'Cidade')).toContainText(/Cidade Minhaantes: Cidade Deles.*antes: Cidade Exemplo/);
  await expect(cell(page, 'Escola')).toContainText('Escola Deles');
});

test('without an answer what was typed stays, also closed, and what had arrived is not stored twice', async ({
  page,
  signIn,
  mishaps,
}) => {
  await desk.enrolPeople([{ nome_completo: 'Sucupira Caida' }]);
  await signIn();
  await open(page, 'Sucupira Caida');
  await answer(page, 'RG').fill('12345');
  await reason(page).selectOption('Pedido da família');
  await page.route(CORRECT, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await save(page).click();
  await expect(correcting(page).locator('.alert')).toContainText(/não respondeu|sem resposta|internet/i);
  mishaps.length = 0;
  await page.keyboard.press('Escape');
  await expect(correcting(page)).toBeHidden();
  await expect(detail(page).getByText('não gravado')).toBeVisible();
  await inDetail(page, 'Corrigir respostas').click();
  await expect(answer(page, 'RG')).toHaveValue('12345');
  await save(page).click();
  await expect(correcting(page)).toBeHidden(); // it was its own, and is known as that
  await expect(cell(page, 'RG')).toContainText('12345antes: Não informado');
  await expect(detail(page).getByText('não gravado')).toHaveCount(0);
  await expect(detail(page).getByText(/^Corrigiu RG/)).toHaveCount(1);

  await inDetail(page, 'Corrigir respostas').click();
  await answer(page, 'RG').fill('99');
  await correcting(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(detail(page).getByText('não gravado')).toHaveCount(0);
});

test('by the keyboard alone', async ({ page, signIn }) => {
  await desk.enrolPeople([{ nome_completo: 'Pau Ferro Teclado' }]);
  await signIn();
  await openDetail(page, 'Pau Ferro Teclado');
  await expect(inDetail(page, 'Corrigir respostas')).toBeEnabled();
  await tabTo(page, 'Corrigir respostas');
  await page.keyboard.press('Enter');
  await expect(correcting(page).getByRole('heading', { name: 'Corrigir respostas' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(answer(page, 'Nome Completo')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Pau Ferro Corrigido');
  await page.keyboard.press('Enter'); // a reason is still missing
  await expect(reason(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'Gravar correção');
  await page.keyboard.press('Enter');
  await expect(correcting(page)).toBeHidden();
  await expect(inDetail(page, 'Corrigir respostas')).toBeFocused();
  await expect(cell(page, 'Nome Completo')).toContainText('Pau Ferro Corrigido');
});

/** Presses Tab until a button of this name has the focus. */
async function tabTo(page: Page, name: string) {
  for (let at = 0; at < 60; at += 1) {
    await page.keyboard.press('Tab');
    const text = await page.evaluate(() => document.activeElement?.textContent);
    if (text === name) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('nothing stands sideways, and it is accessible there and on a desktop', async ({ page, signIn }) => {
    await desk.enrolPeople([{ nome_completo: 'Aroeira Pequena' }]);
    await signIn();
    await openDetail(page, 'Aroeira Pequena');
    await inDetail(page, 'Corrigir respostas').tap();
    await answer(page, 'Nome Completo').fill('Aroeira Pequenina com um nome comprido que ocupa a linha toda');
    await answer(page, 'E-mail').fill('sem-arroba');
    await save(page).tap();
    await expect(correcting(page).getByText('Falta o @')).toBeVisible();
    await expectAccessible(page, 'correcting');
    await page.setViewportSize({ width: 360, height: 740 });
    for (const control of await correcting(page)
      .locator('input:not([type=radio]), select, textarea, button')
      .all()) {
      const box = await control.boundingBox();
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    await answer(page, 'E-mail').fill('certo@example.com');
    await reason(page).selectOption('Digitado errado');
    await save(page).tap();
    await expect(correcting(page)).toBeHidden();
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await openFollowUpTab(page);
    await expect(detail(page).getByText('Corrigiu Nome Completo, E-mail: digitado errado')).toBeVisible();
  });
});

const openFollowUpTab = (page: Page) => detail(page).getByRole('tab', { name: 'Acompanhamento' }).click();
