import type { Page } from '@playwright/test';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { confirmIn, openScreen } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// What the direção changes in the page. Each step is taken at one size; what it shows is looked at on a phone and on a
// desktop. What each setting may hold and does: tests/api/settings.test.ts; what families read: enrolment/closed.e2e.ts.

const OPENING = 'Abrir ou fechar as inscrições';
const RULES = 'O que o formulário pede';
const REFUSED = 'Quem não foi aprovado, ou desistiu antes de participar';
const SENTENCE = 'Frase para quando estão fechadas';

const part = (page: Page, name: string) => page.getByRole('region', { name });
/** What changes a setting, or those of a card. */
const change = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mudar: ${name}`, exact: true }).click();

test('the direção closes the form, asks for more, writes its own message and changes a period', async ({
  page,
  server,
  signIn,
}) => {
  test.slow(); // each save asks for the password
  await page.setViewportSize(PHONE);
  await signIn();
  await openScreen(page, 'Ajustes');
  await expectFits(page);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Guardar' });
  const saved = async (said = 'Guardado.') => {
    await confirmIn(page);
    await expect(toast(page)).toContainText(said);
    await expect(dialog).toHaveCount(0);
  };

  await test.step('closed with a sentence in one save, after what is wrong is said beside its field, and open again', async () => {
    await change(page, OPENING);
    await expect(dialog).toContainText('abertas, sem dia para fechar.');
    await expect(save).toBeDisabled(); // nothing is changed
    await dialog.getByLabel('A partir do dia').fill('2020-01-01');
    await dialog.getByLabel(SENTENCE).fill('Pague a taxa em golpe.example/pix');
    await save.click();
    for (const said of ['Escolha abrir ou fechar.', 'Este dia já passou.', 'Tire “golpe.example/pix”:'])
      await expect(dialog.getByText(said)).toBeVisible();
    await expectFits(page);
    await dialog.getByLabel('Abrir', { exact: true }).check();
    await dialog.getByLabel('A partir do dia').fill('2099-03-01');
    await dialog.getByLabel('Até o fim do dia').fill('2099-04-30');
    await dialog.getByLabel(SENTENCE).fill('Voltamos em março.');
    await saved();
    await expect(part(page, 'Inscrições fechadas')).toContainText(
      /fechadas .* dia 01\/03\/2099, até .* 30\/04\/2099\..*: Voltamos em março\./,
    );
    await change(page, OPENING);
    await dialog.getByLabel('Abrir', { exact: true }).check();
    await dialog.getByLabel(SENTENCE).fill('');
    await saved();
    await expect(part(page, 'Inscrições abertas')).toContainText(/sem dia para fechar\..*: nenhuma/);
  });

  await test.step('what the form asks for is changed, and not over what a colleague changed meanwhile', async () => {
    await change(page, RULES);
    await expect(dialog.getByRole('group')).toHaveCount(2); // the others only by a command
    await dialog
      .getByRole('group', { name: /E-mail/ })
      .getByLabel('Não')
      .check();
    await runSql(server, 'update private.configuracao set responsavel_obrigatorio = true');
    await saved();
    await expect(part(page, RULES)).toContainText(/obrigatórios\? Sim.*E-mail é obrigatório\? Não/);
    const usual = ['email_obrigatorio', 'responsavel_obrigatorio'].map((name) => `${name} = default`);
    await runSql(server, `update private.configuracao set ${usual}`); // for other tests
  });

  await test.step('a message: an own text is shown as families read it, and back again', async () => {
    await change(page, 'Não aprovada');
    const text = dialog.getByRole('textbox', { name: 'Texto' });
    await expect(text).toHaveValue(/^Olá! Avaliamos a inscrição de \{nome\}\./);
    await text.fill('Oi, {nome}, desta vez não deu: {motivo}.');
    await expect(dialog.getByText('Oi, Pessoa, desta vez não deu: o NIS não aparece na foto.')).toBeVisible();
    await expectFits(page);
    await saved();
    await expect(part(page, 'Mensagens às famílias')).toContainText('Não aprovada: texto próprio');
    await change(page, 'Não aprovada');
    await text.fill('');
    await saved();
    await expect(part(page, 'Mensagens às famílias')).toContainText('Não aprovada: texto do site');
  });

  await page.setViewportSize(DESKTOP);
  await test.step('a period that is shortened waits, and back again', async () => {
    const periods = part(page, 'Prazos');
    await expect(periods).toContainText('Documento: 90 dias depois da decisão');
    await change(page, REFUSED);
    const field = dialog.getByRole('textbox', { name: REFUSED });
    await field.fill('3');
    await expectFits(page);
    await saved('Guardado. Só vale depois de 7 dias; até lá, dá para desfazer nesta página.');
    const line = periods
      .getByRole('listitem')
      .filter({ hasText: 'Passa a 3 meses na primeira limpeza depois de' });
    await expect(line).toContainText(REFUSED); // and no other
    await expectFits(page);
    await change(page, REFUSED);
    await expect(field).toHaveValue('6'); // the one in force, which takes it back
    await saved('Desfeito: o prazo continua o mesmo.');
    await expect(periods).not.toContainText('Passa a 3 meses');
  });
});
