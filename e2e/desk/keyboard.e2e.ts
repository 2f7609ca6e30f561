import type { Page } from '@playwright/test';
import { deciding } from '../../content/deciding.ts';
import { toDo } from '../../content/to-do.ts';
import { ADMIN } from '../../kit/site.ts';
import { expectFits, violations } from '../support/axe.ts';
import { detail, inDetail, notePrinting, openScreen, ownDesk, view } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, test, toast } from '../support/fixtures.ts';
import { pressAt, tabTo } from '../support/keys.ts';

// The seven tasks of the desk, from the signed-in page on, without a pointer.

const desk = ownDesk(async (desk) => {
  const photo = await plain(1200, 800, '#d8d4c8').jpeg().toBuffer();
  const guardian = { nome_responsavel: 'Responsável de Teste', telefone_responsavel: '62900009999' };
  for (const [nome_completo, telefone_whatsapp] of [
    ['Pessoa Parecida', '62900000001'],
    ['Pessoa ao Telefone', '62900000042'],
  ])
    await desk.enrol({ nome_completo, telefone_whatsapp, ...guardian }, jpegFile(photo));
});

const range = (page: Page) => page.getByRole('status').filter({ hasText: /^Mostrando/ });

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test('the desk is worked by keyboard alone, and the focus is always where one goes on', async ({
  page,
  context,
  mishaps,
}) => {
  test.slow(); // seven tasks in one
  await page.addInitScript(notePrinting);
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await page.clock.install();
  await page.goto('/admin/inscricoes');
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Senha').fill(ADMIN.password);
  await press(page, 'Enter');
  const search = page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
  await expect(search).toBeFocused();

  await test.step('what is new is announced, and moves nothing until it is asked for', async () => {
    await expect(view(page, 'Pessoa ao Telefone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'A decidir (2)' })).toBeVisible(); // arrivals are counted from here on
    const first = page.getByRole('row').nth(1);
    const before = [await first.textContent(), await first.boundingBox()];
    await desk.enrol({ nome_completo: 'Pessoa que Chegou', cpf: '000.000.000-00' });
    await page.clock.fastForward(61_000);
    const show = page.getByRole('status').getByRole('button', { name: 'Mostrar as novas' });
    await expect(show).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect([await first.textContent(), await first.boundingBox()]).toEqual(before);
    await pressAt(show);
    await expect(first).toContainText('Pessoa que Chegou');
    await expect(show).toHaveCount(0);
    await expect(range(page)).toHaveText('Mostrando 1–3 de 3');
    await expect(range(page)).toBeFocused();
  });

  await test.step('find the mother who is on the phone', async () => {
    await tabTo(search, 'Shift+Tab');
    await page.keyboard.type('ninguem');
    await press(page, 'Enter'); // of none
    const nothing = page.getByRole('status').filter({ hasText: 'Nenhuma inscrição com esses filtros.' });
    await pressAt(nothing.getByRole('button', { name: 'Limpar filtros' }));
    await expect(range(page)).toHaveText('Mostrando 1–3 de 3');
    await expect(range(page)).toBeFocused();
    await tabTo(view(page, 'Pessoa que Chegou'));
    await press(page, 'ArrowDown');
    await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();
    await press(page, 'ArrowUp');
    await expect(view(page, 'Pessoa que Chegou')).toBeFocused();
    await press(page, '/');
    await page.keyboard.type('90000-0042');
    await press(page, 'Enter');
    await expect(range(page)).toHaveText('Mostrando 1–1 de 1');
    await expect(search).toBeFocused();
    await press(page, 'ArrowDown', 'Enter');
    await expect(detail(page)).toContainText('Pessoa ao Telefone');
    await press(page, 'Escape');
    await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();
    await press(page, '/', 'Escape'); // the search is over
    await tabTo(view(page, 'Pessoa ao Telefone'));
  });

  await test.step('see whether the document is good, and print the sheet', async () => {
    await press(page, 'Enter');
    await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
    await expect(detail(page).getByRole('img')).toHaveJSProperty('naturalWidth', 1200); // at once
    await pressAt(inDetail(page, 'Imprimir Ficha'), { way: 'Shift+Tab' });
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_ao_Telefone');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(inDetail(page, 'Imprimir Ficha')).toBeFocused();
    await press(page, 'Escape');
    await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();

    const doc = page.getByRole('button', { name: /^Doc: .* Pessoa ao Telefone$/ });
    const download = context.waitForEvent('download'); // the new tab may be closed before it could be asked
    await pressAt(doc);
    await download;
    await expect(toast(page)).toContainText('Download iniciado!');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(doc).toBeFocused();
  });

  await test.step('decide and tell the family', async () => {
    await pressAt(view(page, 'Pessoa ao Telefone'), { way: 'Shift+Tab' });
    await pressAt(inDetail(page, 'Falta documento'), { way: 'Shift+Tab' });
    const save = inDetail(page, 'Guardar');
    await pressAt(save);
    await expect(detail(page).getByText('Escreva o motivo.')).toBeVisible();
    await expect(detail(page).getByLabel('Motivo')).toBeFocused();
    await page.keyboard.type('a foto do NIS está escura');
    await pressAt(save);
    await expect(detail(page).getByRole('status').filter({ hasText: 'Situação guardada.' })).toBeVisible();
    await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();

    const criterion = detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)');
    await pressAt(criterion, { key: 'Space' });
    await expect(detail(page).getByText('Marcou: CadÚnico confere')).toBeVisible();
    await expect(criterion).toBeFocused();

    await pressAt(inDetail(page, deciding.tell('Pessoa')));
    await expect(inDetail(page, toDo.makeLink)).toBeFocused(); // which the message carries
    await press(page, 'Enter');
    await expect(detail(page).getByRole('link', { name: toDo.openChat }).first()).toBeFocused();
    const conversation = context.waitForEvent('page');
    await press(page, 'Enter');
    await (await conversation).close();
    await expect(inDetail(page, toDo.yes)).toBeFocused();
    await press(page, 'Enter');
    await expect(detail(page).getByText('Mensagem preparada para o responsável')).toBeVisible();
    await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();

    await press(page, 'Escape');
    await expect(page.getByRole('row', { name: /Pessoa ao Telefone/ })).toContainText('Falta documento');
    await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();
  });

  await test.step('hand the list over', async () => {
    const open = page.getByRole('button', { name: 'Mais', exact: true });
    await pressAt(open, { way: 'Shift+Tab' });
    await pressAt(page.getByRole('button', { name: 'Exportar planilha' }));
    const dialog = page.getByRole('dialog', { name: 'Exportar planilha' });
    const download = page.waitForEvent('download');
    await pressAt(dialog.getByRole('button', { name: 'Exportar', exact: true }));
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
    await expect(toast(page)).toContainText('com 3 inscrições.');
    await expect(open).toBeFocused();
  });

  await test.step('delete what must go, by its protocol and a reason, which the record shows', async () => {
    await pressAt(view(page, 'Pessoa Parecida'));
    await pressAt(inDetail(page, 'Mais'), { way: 'Shift+Tab' });
    await pressAt(inDetail(page, 'Apagar agora'));
    const dialog = page.getByRole('dialog', { name: /^Apagar a inscrição/ });
    const title = dialog.getByRole('heading', { name: /^Apagar a inscrição/ });
    await expect(title).toBeFocused();
    const protocol = /\d{4}-\d{4}/.exec(await title.innerText())?.[0] ?? '';
    const erase = dialog.getByRole('button', { name: 'Apagar', exact: true });
    await pressAt(erase);
    await expect(dialog.getByLabel('Para confirmar, digite o protocolo')).toBeFocused();
    for (const said of ['O protocolo não confere.', 'Escolha o motivo.'])
      await expect(dialog.getByText(said)).toBeVisible();
    await expectFits(page);
    await page.keyboard.type(protocol);
    await expect(dialog.getByText('O protocolo não confere.')).toBeHidden();
    await pressAt(dialog.getByLabel('Pedido da família'), { key: 'Space' });
    await tabTo(dialog.getByLabel('A sua senha'));
    await page.keyboard.type(ADMIN.password);
    await pressAt(erase);
    await expect(toast(page)).toContainText('A inscrição foi apagada.');
    await expect(view(page, 'Pessoa Parecida')).toHaveCount(0);
    await expect(range(page)).toHaveText('Mostrando 1–2 de 2');
    await expect(range(page)).toBeFocused();
    await openScreen(page, 'Registro');
    const erased = new RegExp(`apagou inscrição.*motivo: Pedido da família.*${protocol}`);
    await expect(page.getByRole('listitem').filter({ hasText: erased })).toBeVisible();
  });
  expect(mishaps).toEqual([]);
});
