import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { Desk } from '../support/desk.ts';
import { expect, holdRequests, startServer, test } from '../support/fixtures.ts';

// What becomes of an enrolment: decided, noted, announced to the family, compared. One desk for the whole file.

let desk: Desk;
test.beforeAll(async () => {
  desk = new Desk(await startServer());
  await desk.enrolPeople([
    { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
    { nome_completo: 'Ipê de Araçá', cpf: '52998224725' },
    ...['24', '25', '26'].map((number) => ({ nome_completo: `Pessoa ${number}` })),
  ]);
});
test.afterAll(() => desk.server.stop());
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
test.use({ baseURL: async ({}, use) => use(desk?.server.url) });
test.describe.configure({ mode: 'serial' });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Detalhes da Inscrição' });

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

async function openFollowUp(page: Page, name: RegExp) {
  await page.getByRole('button', { name: new RegExp(`Ver inscrição de ${name.source}`) }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Histórico' })).toBeVisible();
}

test('decides with a reason, saves criteria and notes, and addresses the guardian first', async ({
  page,
  signIn,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await signIn();
  await openFollowUp(page, /Pessoa 26/);
  await button(page, 'Falta documento').click();
  await expect(dialog(page).getByLabel('Motivo')).toBeFocused();
  await button(page, 'Só gravar').click();
  await expect(dialog(page).getByText('Escreva o motivo.')).toBeVisible();
  await expect(dialog(page).getByLabel('Motivo')).toBeFocused();
  await dialog(page).getByLabel('Motivo').fill('a foto do NIS está escura');
  await expect(dialog(page).getByText('Escreva o motivo.')).toBeHidden();
  await button(page, 'Só gravar').click();
  await expect(dialog(page).getByText('Situação gravada.')).toBeVisible();
  await expect(
    dialog(page).getByText('De Nova para Falta documento: a foto do NIS está escura'),
  ).toBeVisible();

  await button(page, 'Mais').click();
  await dialog(page).getByLabel('CadÚnico confere (nome e NIS legíveis)').check();
  await expect(dialog(page).getByText('Marcou: CadÚnico confere (nome e NIS legíveis)')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(dialog(page).getByText('Escreva a nota.')).toBeVisible();
  await dialog(page).getByLabel('Nova nota').fill('Ligou a mae');
  await expect(dialog(page).getByText('Escreva a nota.')).toBeHidden();
  await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(dialog(page).getByLabel('Nova nota')).toHaveValue('');
  await dialog(page).getByRole('button', { name: 'Corrigir' }).click();
  await dialog(page).getByLabel('Corrigir').fill('Ligou a mãe');
  await dialog(page).getByRole('button', { name: 'Guardar correção' }).click();
  await expect(dialog(page).locator('.entries__text').filter({ hasText: 'Ligou a mãe' })).toBeVisible();

  const calls = dialog(page).getByRole('link', { name: /WhatsApp/ });
  await expect(calls).toHaveText([/Chamar o responsável no WhatsApp/, /Chamar no WhatsApp/]);
  await expect(calls.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/5562900999999\?text=.*escura/);
  const release = await holdRequests(page, '**/rest/v1/rpc/marcar_criterio');
  await dialog(page).getByLabel('Situação socioeconômica avaliada').check();
  const opened = context.waitForEvent('page');
  await calls.first().click(); // while a change is on its way: recorded after it
  await (await opened).close();
  release();
  await expect(dialog(page).getByText('Mensagem preparada para o responsável')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Pessoa 26/ })).toContainText('Falta documento');
  await expect(page.getByRole('button', { name: 'Falta documento (1)' })).toBeVisible();
});

test('shows who decides second what the first decided, and loses nothing typed', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn();
  await openFollowUp(page, /Pessoa 25/);
  const other = await (await browser.newContext({ baseURL: desk.server.url })).newPage();
  await signIn(other);
  await openFollowUp(other, /Pessoa 25/);
  await button(other, 'Aprovar com turma e primeiro dia').click();
  await button(other, 'Só gravar').click();
  await expect(dialog(other).getByText('Situação gravada.')).toBeVisible();

  await button(page, 'Mais').click();
  await button(page, 'Não aprovada').click();
  await dialog(page).getByLabel('Motivo').fill('as vagas acabaram');
  await button(page, 'Só gravar').click();
  const alert = dialog(page).locator('.decision').getByRole('alert');
  await expect(alert).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
  await expect(alert).toContainText('De Nova para Aprovada');
  await expect(alert).toContainText('Você queria: Não aprovada: as vagas acabaram.');
  await expect(dialog(page).getByLabel('Motivo')).toHaveValue('as vagas acabaram');
  await button(page, 'Só gravar').click();
  await expect(dialog(page).getByText('De Aprovada para Não aprovada: as vagas acabaram')).toBeVisible();
  await expect(alert).toBeHidden();
  await other.context().close();
});

test('duplicates are compared, and what cannot be changed or is missing is said', async ({
  page,
  signIn,
  mishaps,
}) => {
  await signIn();

  await test.step('possible duplicates are compared side by side, and judged', async () => {
    await openFollowUp(page, /Ipê Araçá/);
    const table = dialog(page).getByRole('table');
    await expect(table).toHaveCount(0); // nobody's sheet is opened, or recorded, unasked
    await button(page, 'Possível repetida: comparar').click();
    await expect(dialog(page).getByRole('heading', { name: 'Possíveis repetidas' })).toBeFocused();
    await expect(table).toContainText('Ipê de Araçá');
    await expect(dialog(page).getByText('mesmo CPF')).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'São pessoas diferentes' }).click();
    await expect(table).toBeHidden();
    await expect(dialog(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a missing enrolment is announced, in the dialog too', async () => {
    await page.route('**/rest/v1/rpc/acompanhamento', (route) => route.fulfill({ json: null }));
    await page.getByRole('button', { name: 'Ver inscrição de Pessoa 24' }).click();
    await expect(dialog(page).locator('.dialog__body').getByRole('alert')).toContainText(
      'Esta inscrição não existe mais. Pode ter sido apagada.',
    );
    expect(mishaps).toEqual([]);
  });

  await test.step('a change that cannot be made says why and leaves what was typed', async () => {
    await page.unrouteAll();
    await page.reload();
    await openFollowUp(page, /Pessoa 24/);
    await page.route('**/rest/v1/rpc/escrever_nota', (route) =>
      route.fulfill({ status: 503, json: { message: '' } }),
    );
    await dialog(page).getByLabel('Nova nota').fill('Não pode se perder');
    await dialog(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(dialog(page).locator('.decision').getByRole('alert')).toContainText(
      'Sem resposta do servidor. Tente de novo.',
    );
    await expect(dialog(page).getByLabel('Nova nota')).toHaveValue('Não pode se perder');
    mishaps.length = 0; // the browser reports the 503
  });
});
