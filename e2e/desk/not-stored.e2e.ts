import { detail, inDetail, openDetail, ownDesk, switchKeysOn } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// A decision that is not stored yet: its answer came from somewhere else, or it is half written.

ownDesk(async (desk) => {
  await desk.enrolPeople([
    { nome_completo: 'Jatobá Primeiro', cpf: '529.982.247-25', telefone_whatsapp: '62911110001' },
    { nome_completo: 'Cambuci Segundo', cpf: '168.995.350-09', telefone_whatsapp: '62911110002' },
    { nome_completo: 'Ipê Terceiro', cpf: '111.444.777-35', telefone_whatsapp: '62911110003' },
  ]);
  await desk.setChildrensClass();
  await desk.approve('Ipê Terceiro', 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta');
});

test.beforeEach(({ page }) => switchKeysOn(page));

test('the page of a hotspot is no answer: the decision is made again, once; and a key beside a half-written reason keeps it', async ({
  page,
  signIn,
  mishaps,
}) => {
  await signIn();
  await openDetail(page, 'Cambuci Segundo');
  await page.route(
    '**/rest/v1/rpc/mudar_situacao',
    (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<!doctype html><p>Entre na rede' }),
    { times: 1 },
  );
  await inDetail(page, 'Lista de espera').click();
  await inDetail(page, 'Tentar agora').click();
  await expect(detail(page).getByText('De Nova para Lista de espera')).toHaveCount(1);
  mishaps.length = 0; // the browser reports the hotspot's 403

  await page.keyboard.press('f');
  await detail(page).getByLabel('Motivo').fill('a foto está');
  await detail(page).getByText('Dados Pessoais').click(); // out of the field, where letters are keys
  await page.keyboard.press('a');
  await expect(detail(page).getByText('De Lista de espera para Aprovada')).toBeVisible();
  await expect(detail(page).getByLabel('Motivo')).toHaveValue('a foto está');
  await expect(detail(page).locator('.detail__name')).toHaveText('Cambuci Segundo');
});

test('a key before the next enrolment has come asks who is approved already for another class, and takes none away', async ({
  page,
  signIn,
}) => {
  await signIn();
  await openDetail(page, 'Cambuci Segundo');
  await expect(detail(page).getByText('Notas')).toBeVisible();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/rest/v1/rpc/acompanhamento', (route) => held.then(() => route.continue()));
  await page.keyboard.press('p');
  await expect(detail(page).locator('.detail__name')).toHaveText('Ipê Terceiro');
  await page.keyboard.press('a');
  letGo();
  await expect(detail(page).getByRole('form', { name: 'Aprovada' })).toBeVisible();
  await expect(detail(page).locator('.detail__facts')).toContainText('Jiu-Jitsu Infantil');
});
