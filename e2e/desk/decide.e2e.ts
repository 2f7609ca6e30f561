import { desk as deskWords } from '../../content/desk.ts';
import { expectAccessible } from '../support/axe.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { expect, holdRequests, test } from '../support/fixtures.ts';

// What becomes of an enrolment: decided, noted, announced to the family, compared. One desk for the whole file.

ownDesk((desk) =>
  desk.enrolPeople([
    { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
    { nome_completo: 'Ipê de Araçá', cpf: '52998224725' },
    { nome_completo: 'Pessoa 26' },
  ]),
);
test.describe.configure({ mode: 'serial' });

test('decides with a reason, saves criteria and notes, and addresses the guardian first', async ({
  page,
  signIn,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await signIn();
  await openFollowUp(page, 'Pessoa 26');
  await inDetail(page, 'Falta documento').click();
  await expect(detail(page).getByLabel('Motivo')).toBeFocused();
  await inDetail(page, 'Só gravar').click();
  await expect(detail(page).getByText('Escreva o motivo.')).toBeVisible();
  await expect(detail(page).getByLabel('Motivo')).toBeFocused();
  await detail(page).getByLabel('Motivo').fill('a foto do NIS está escura');
  await expect(detail(page).getByText('Escreva o motivo.')).toBeHidden();
  await inDetail(page, 'Só gravar').click();
  await expect(detail(page).getByText('Situação gravada.')).toBeVisible();
  await expect(
    detail(page).getByText('De Nova para Falta documento: a foto do NIS está escura'),
  ).toBeVisible();

  await inDetail(page, 'Mais').click();
  await detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)').check();
  await expect(detail(page).getByText('Marcou: CadÚnico confere (nome e NIS legíveis)')).toBeVisible();
  await detail(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(detail(page).getByText('Escreva a nota.')).toBeVisible();
  await detail(page).getByLabel('Nova nota').fill('Ligou a mae');
  await expect(detail(page).getByText('Escreva a nota.')).toBeHidden();
  await detail(page).getByRole('button', { name: 'Guardar nota' }).click();
  await expect(detail(page).getByLabel('Nova nota')).toHaveValue('');
  await detail(page).getByRole('button', { name: 'Corrigir', exact: true }).click();
  await detail(page).getByLabel('Corrigir', { exact: true }).fill('Ligou a mãe');
  await detail(page).getByRole('button', { name: 'Guardar correção' }).click();
  await expect(detail(page).locator('.entries__text').filter({ hasText: 'Ligou a mãe' })).toBeVisible();

  await inDetail(page, deskWords.notify).first().click();
  const calls = detail(page).getByRole('link', { name: /WhatsApp/ });
  await expect(calls).toHaveText([/Chamar o responsável no WhatsApp/, /Chamar no WhatsApp/]);
  await expect(calls.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/5562900999999\?text=.*escura/);
  const release = await holdRequests(page, '**/rest/v1/rpc/marcar_criterio');
  await detail(page).getByLabel('Situação socioeconômica avaliada').check();
  const opened = context.waitForEvent('page');
  await calls.first().click(); // while a change is on its way: recorded after it
  await (await opened).close();
  release();
  await expect(detail(page).getByText('Mensagem preparada para o responsável')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Pessoa 26/ })).toContainText('Falta documento');
});

test('possible duplicates are compared side by side, and judged', async ({ page, signIn }) => {
  await signIn();
  await openFollowUp(page, 'Ipê Araçá');
  const table = detail(page).getByRole('table');
  await expect(table).toHaveCount(0); // nobody's sheet is opened, or recorded, unasked
  await inDetail(page, 'Possível repetida: comparar').click();
  await expect(detail(page).getByRole('heading', { name: 'Possíveis repetidas' })).toBeFocused();
  await expect(table).toContainText('Ipê de Araçá');
  await expect(detail(page).getByText('mesmo CPF')).toBeVisible();
  await expectAccessible(page);
  await detail(page).getByRole('button', { name: 'São pessoas diferentes' }).click();
  await expect(table).toBeHidden();
  await expect(detail(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
});

test('what could not be read without the network comes by itself when it is back', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  await signIn();
  await openFollowUp(page, 'Pessoa 26');
  await context.setOffline(true);
  await inDetail(page, 'Próxima inscrição').click();
  await expect(inDetail(page, 'Tentar de novo')).toBeVisible();
  await context.setOffline(false);
  await expect(detail(page).getByRole('heading', { name: deskWords.history })).toBeVisible();
  mishaps.length = 0; // the browser reports the calls without network
});
