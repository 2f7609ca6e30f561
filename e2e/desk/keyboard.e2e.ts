import type { Locator, Page } from '@playwright/test';
import { desk as deskWords } from '../../content/desk.ts';
import { toDo } from '../../content/to-do.ts';
import { ADMIN } from '../../kit/site.ts';
import { detail, inDetail, notePrinting, ownDesk, view } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// The seven tasks of the desk (docs/ux.md §7.1), from the signed-in page on, without a pointer.

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

/** Tabs on, or back, until this element has the focus. It is looked for once, and again when the page has made it anew. */
async function tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(wanted).toBeVisible();
  const passed: string[] = [];
  let element = await wanted.elementHandle();
  const here = async () =>
    element?.evaluate((one) => ({
      isFocused: one === document.activeElement,
      isInPage: one.isConnected,
      focused: document.activeElement?.outerHTML.slice(0, 60) ?? '',
    }));
  for (let presses = 0; presses < 50; presses += 1) {
    await wanted.page().keyboard.press(key);
    let seen = await here();
    if (seen && !seen.isInPage) {
      element = await wanted.elementHandle();
      seen = await here();
    }
    if (seen?.isFocused) return;
    passed.push(seen?.focused ?? '');
  }
  throw new Error(`${wanted} is not reached by ${key}:\n${passed.join('\n')}`);
}

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

test('the desk is worked by keyboard alone', async ({ page, context, mishaps }) => {
  test.slow(); // seven tasks in one
  await test.step('the desk’s seven tasks go by keyboard alone, and the focus is always where one goes on', async () => {
    await page.addInitScript(notePrinting);
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
    await page.clock.install();
    await page.goto('/admin/inscricoes');
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Senha').fill(ADMIN.password);
    await press(page, 'Enter');
    const search = page.getByRole('searchbox', { name: 'Buscar por nome, CPF, telefone ou protocolo' });
    await expect(search).toBeFocused();

    await test.step('what is new', async () => {
      await expect(view(page, 'Pessoa ao Telefone')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Novas (2)' })).toBeVisible(); // arrivals are counted from here on
      await desk.enrol({ nome_completo: 'Pessoa que Chegou', cpf: '000.000.000-00' });
      await page.clock.fastForward(61_000);
      await tabTo(page.getByRole('button', { name: 'Mostrar as novas' }));
      await press(page, 'Enter');
      await expect(page.getByRole('row').nth(1)).toContainText('Pessoa que Chegou');
      await expect(range(page)).toHaveText('Mostrando 1–3 de 3');
      await expect(range(page)).toBeFocused();

      const alone = page.getByRole('button', { name: 'Sem responsável (1)' });
      await tabTo(alone, 'Shift+Tab');
      await press(page, 'Space');
      await expect(range(page)).toHaveText('Mostrando 1–1 de 1');
      await expect(alone).toBeFocused();
      await press(page, 'Space');
      await expect(range(page)).toHaveText('Mostrando 1–3 de 3');
    });

    await test.step('find the mother who is on the phone', async () => {
      await tabTo(search, 'Shift+Tab');
      await page.keyboard.type('ninguem');
      await press(page, 'Enter'); // of none
      const nothing = page.getByRole('status').filter({ hasText: 'Nenhuma inscrição com esses filtros.' });
      await tabTo(nothing.getByRole('button', { name: 'Limpar filtros' }));
      await press(page, 'Enter');
      await expect(range(page)).toHaveText('Mostrando 1–3 de 3');
      await expect(range(page)).toBeFocused();

      await tabTo(search, 'Shift+Tab');
      await page.keyboard.type('90000-0042');
      await press(page, 'Enter');
      await expect(range(page)).toHaveText('Mostrando 1–1 de 1');
      await expect(search).toBeFocused();
      await press(page, 'ArrowDown', 'Enter');
      await expect(detail(page)).toContainText('Pessoa ao Telefone');
      await press(page, 'Escape');
      await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();
      await press(page, 'x'); // no letter does anything
      await press(page, '/');
      await expect(search).toBeFocused();
      await expect(search).toHaveValue('90000-0042');
      await tabTo(page.getByRole('button', { name: 'Filtros' }));
      await press(page, 'Enter');
      await tabTo(page.getByLabel('Documento', { exact: true }));
      await page.keyboard.type('Com');
      await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
      await tabTo(page.getByRole('button', { name: 'Limpar filtros' }));
      await press(page, 'Enter');
      await press(page, 'Escape');
      await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeFocused();
      await tabTo(view(page, 'Pessoa ao Telefone'));
      await press(page, 'ArrowUp');
      await expect(view(page, 'Pessoa que Chegou')).toBeFocused();
      await press(page, 'ArrowDown');
    });

    await test.step('see whether the document is good', async () => {
      await press(page, 'Enter');
      await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
      await expect(detail(page).getByRole('img')).toHaveJSProperty('naturalWidth', 1200); // at once
      await press(page, ...'abcdefghijklmnopqrstuvwxyz0123456789'); // no letter does anything in it (decision 154)
      await tabTo(inDetail(page, 'Ampliar'));
      await press(page, 'Space');
      await expect(detail(page).getByRole('heading', { name: 'Documento', exact: true })).toBeFocused();
      await press(page, 'Escape'); // the innermost alone
      await expect(inDetail(page, 'Ampliar')).toBeFocused();
      await expect(page.getByRole('dialog')).toHaveCount(1); // nothing is asked
      expect(await desk.auditEntries('mudou')).toEqual([]); // nor decided
      await press(page, 'Escape');
      await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();

      const doc = page.getByRole('button', { name: /^Doc: .* Pessoa ao Telefone$/ });
      await tabTo(doc);
      const download = context.waitForEvent('download'); // the new tab may be closed before it could be asked
      await press(page, 'Enter');
      await download;
      await expect(toast(page)).toContainText('Download iniciado!');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(doc).toBeFocused();
    });

    await test.step('decide and tell the family', async () => {
      await tabTo(view(page, 'Pessoa ao Telefone'), 'Shift+Tab');
      await press(page, 'Enter');
      await tabTo(inDetail(page, 'Falta documento'), 'Shift+Tab');
      await press(page, 'Enter');
      const save = inDetail(page, 'Guardar');
      await tabTo(save);
      await press(page, 'Enter');
      await expect(detail(page).getByText('Escreva o motivo.')).toBeVisible();
      await expect(detail(page).getByLabel('Motivo')).toBeFocused();
      await page.keyboard.type('a foto do NIS está escura');
      await tabTo(save);
      await press(page, 'Enter');
      await expect(detail(page).getByRole('status').filter({ hasText: 'Situação guardada.' })).toBeVisible();
      await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();

      const criterion = detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)');
      await tabTo(criterion);
      await press(page, 'Space');
      await expect(detail(page).getByText('Marcou: CadÚnico confere')).toBeVisible();
      await expect(criterion).toBeFocused();

      await tabTo(inDetail(page, 'Mais'));
      await press(page, 'Enter');
      await tabTo(inDetail(page, deskWords.notifyFamily));
      await press(page, 'Enter');
      await expect(inDetail(page, toDo.makeLink)).toBeFocused(); // which the message carries
      await press(page, 'Enter');
      await expect(detail(page).getByRole('link', { name: toDo.openChat })).toBeFocused();
      const conversation = context.waitForEvent('page');
      await press(page, 'Enter');
      await (await conversation).close();
      await expect(inDetail(page, toDo.yes)).toBeFocused();
      await press(page, 'Enter');
      await expect(detail(page).getByText('Mensagem preparada para o responsável')).toBeVisible();
      await expect(inDetail(page, 'Mais')).toBeFocused();

      await tabTo(detail(page).locator('summary', { hasText: /^Outra inscrição/ }), 'Shift+Tab');
      await press(page, 'Enter');
      await tabTo(inDetail(page, 'São pessoas diferentes'));
      await press(page, 'Enter');
      await expect(detail(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
      await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();

      await tabTo(detail(page).getByLabel('Nova nota'));
      await page.keyboard.type('Ligou a mãe');
      const keep = inDetail(page, 'Guardar nota');
      await tabTo(keep);
      await press(page, 'Enter');
      await expect(detail(page).getByRole('status').filter({ hasText: 'Nota guardada.' })).toBeVisible();
      await expect(keep).toBeFocused();
      await press(page, 'Escape');
      await expect(page.getByRole('row', { name: /Pessoa ao Telefone/ })).toContainText('Falta documento');
      await expect(view(page, 'Pessoa ao Telefone')).toBeFocused();
    });

    await test.step('print the sheet', async () => {
      const endPrinting = () => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await press(page, 'Enter');
      await tabTo(inDetail(page, 'Imprimir Ficha'), 'Shift+Tab');
      await press(page, 'Enter');
      await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_ao_Telefone');
      await endPrinting();
      await expect(inDetail(page, 'Imprimir Ficha')).toBeFocused();
      await press(page, 'Escape');
    });

    await test.step('hand the list over', async () => {
      const open = page.getByRole('button', { name: 'Mais', exact: true });
      await tabTo(open, 'Shift+Tab');
      await press(page, 'Enter');
      await tabTo(page.getByRole('button', { name: 'Exportar planilha' }));
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Exportar planilha' });
      await tabTo(dialog.locator('summary'));
      await press(page, 'Enter');
      await tabTo(dialog.getByLabel('RG', { exact: true }));
      await press(page, 'Space');
      await tabTo(dialog.getByLabel('Em CSV, para outros programas'));
      await press(page, 'Space');
      const start = dialog.getByRole('button', { name: 'Exportar', exact: true });
      await tabTo(start);
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')]);
      expect(download.suggestedFilename()).toMatch(/\.csv$/);
      await expect(toast(page)).toContainText('com 3 inscrições.');
      await expect(open).toBeFocused();
    });

    await test.step('delete what must go', async () => {
      await tabTo(view(page, 'Pessoa Parecida'));
      await press(page, 'Enter');
      await tabTo(inDetail(page, 'Mais'), 'Shift+Tab');
      await press(page, 'Enter');
      await tabTo(inDetail(page, 'Apagar agora'));
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: /^Apagar a inscrição/ });
      const title = dialog.getByRole('heading', { name: /^Apagar a inscrição/ });
      await expect(title).toBeFocused();
      await tabTo(dialog.getByLabel('Para confirmar, digite o protocolo'));
      await page.keyboard.type(/\d{4}-\d{4}/.exec(await title.innerText())?.[0] ?? '');
      await tabTo(dialog.getByLabel('Pedido da família'));
      await press(page, 'Space');
      await tabTo(dialog.getByLabel('A sua senha'));
      await page.keyboard.type(ADMIN.password);
      await tabTo(dialog.getByRole('button', { name: 'Apagar', exact: true }));
      await press(page, 'Enter');
      await expect(toast(page)).toContainText('A inscrição foi apagada.');
      await expect(view(page, 'Pessoa Parecida')).toHaveCount(0);
      await expect(range(page)).toHaveText('Mostrando 1–2 de 2');
      await expect(range(page)).toBeFocused();
    });
    expect(mishaps).toEqual([]);
  });
});
