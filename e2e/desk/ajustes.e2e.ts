import type { Page } from '@playwright/test';
import { ADMIN, ask } from '../../kit/site.ts';
import { DESKTOP, expectFits, PHONE, SIZES } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { confirmWithPassword, Desk, openDetail, openFollowUp } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// What the direção changes in the page, and what it does where it acts. Each step is taken at one size;
// what it shows is looked at on a phone and on a desktop.

async function open(page: Page) {
  await page.getByRole('link', { name: 'Ajustes', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Inscrições abertas ou fechadas' })).toBeVisible();
}
const part = (page: Page, name: string) => page.getByRole('region', { name });

test('the direção closes the form, asks for more and changes periods, and each acts', async ({
  page,
  server,
  signIn,
  mishaps,
}) => {
  test.setTimeout(180_000); // each save asks for the password
  await runSql(server, 'delete from public.inscricoes_projeto'); // of other tests
  await new Desk(server).enrol({ nome_completo: 'Pessoa do Prazo' });
  await runSql(
    server,
    `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '4 months' where nome = 'Pessoa do Prazo'`,
  );
  const desk = await page.context().newPage();
  await page.setViewportSize(PHONE);
  await signIn();
  await open(page);
  await expectFits(page);

  await test.step('nothing chosen and a day that is over are said beside the field, and what was typed stays', async () => {
    const form = part(page, 'Inscrições abertas ou fechadas');
    await form.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(form.getByText('Escolha abrir ou fechar.')).toBeVisible();
    await form.getByLabel('Fechar').check();
    await form.getByLabel('A partir do dia').fill('2020-01-01');
    await form.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(form.getByText('Este dia já passou.')).toBeVisible();
    await expect(form.getByLabel('A partir do dia')).toHaveValue('2020-01-01');
    await expectFits(page);
  });

  await test.step('closed with a sentence', async () => {
    const form = part(page, 'Inscrições abertas ou fechadas');
    await form.getByLabel('A partir do dia').fill('');
    await form.getByRole('button', { name: 'Guardar', exact: true }).click();
    await confirmWithPassword(page);
    await expect(form.getByText(/fechadas desde .*, até alguém abrir/)).toBeVisible();
    const sentence = form.getByLabel('Frase para quando estão fechadas');
    await sentence.fill('Pague a taxa em golpe.example/pix');
    await form.getByRole('button', { name: 'Guardar a frase' }).click();
    await expect(form.getByText('Tire “golpe.example/pix”:')).toBeVisible();
    await sentence.fill('Voltamos em fevereiro.');
    await form.getByRole('button', { name: 'Guardar a frase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guardar a mudança?' });
    await expectFits(page);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(sentence).toHaveValue('Voltamos em fevereiro.');
    await form.getByRole('button', { name: 'Guardar a frase' }).click();
    await confirmWithPassword(page);
    await expect(form.getByText('Guardado.').last()).toBeVisible();
  });

  await page.setViewportSize(DESKTOP);
  await test.step('a period: a wrong number, a shorter one with the password, and back again', async () => {
    const periods = part(page, 'Prazos');
    const field = periods.getByRole('textbox', { name: /Quem não foi aprovado/ });
    const save = periods.getByRole('button', { name: /Guardar: Quem não foi aprovado/ });
    await field.fill('0');
    await save.click();
    await expect(periods.getByText('Digite um número de 1 a 120.')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill('3');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Encurtar o prazo?' });
    await expect(dialog.getByText(/Com 3 meses, 1 inscrição .*sai na primeira limpeza/)).toBeVisible();
    await expectFits(page);
    expect(mishaps).toEqual([]);
    await dialog.getByLabel('A sua senha').fill('não é esta');
    await dialog.getByRole('button', { name: 'Encurtar' }).click();
    await expect(dialog.getByText('A sua senha não confere.')).toBeVisible();
    mishaps.length = 0; // the browser reports the refused password
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Encurtar' }).click();
    await expect(periods.getByText(/Passa a 3 meses na primeira limpeza depois de/)).toBeVisible();
    await expectFits(page);
    await periods.getByRole('button', { name: /Desfazer/ }).click();
    await confirmWithPassword(page);
    await expect(periods.getByText('Desfeito: o prazo continua o mesmo.')).toBeVisible();
    await expect(periods.getByText(/Passa a 3 meses/)).toBeHidden();
  });

  await test.step('a guardian is required from now on', async () => {
    const rules = part(page, 'O que o formulário pede');
    await rules
      .getByRole('group', { name: /responsável/ })
      .getByLabel('Sim')
      .check();
    await rules.getByRole('button', { name: 'Guardar' }).click();
    await confirmWithPassword(page);
    await expect(rules.getByText('Guardado.')).toBeVisible();
    expect(await runSql(server, 'select responsavel_obrigatorio as on from private.configuracao')).toEqual([
      { on: true },
    ]);
    await runSql(server, 'update private.configuracao set responsavel_obrigatorio = default');
  });

  await page.setViewportSize(PHONE);
  await test.step('a message: an unknown place is refused beside the field, an own text is what the desk sends, and back again', async () => {
    const messages = part(page, 'Mensagens às famílias');
    await messages.getByText('Não aprovada').click();
    const text = messages.getByRole('textbox', { name: 'Texto' }).filter({ visible: true });
    const save = messages.getByRole('button', { name: 'Guardar: Não aprovada' });
    await expect(text).toHaveValue(/^Olá! Avaliamos a inscrição de \{nome\}\./);
    await text.fill('Oi, {nome}: {motivo}. {cpf}');
    await save.click();
    await expect(messages.getByText('Não existe {cpf}. Use só {nome}, {protocolo}, {motivo}.')).toBeVisible();
    await text.fill('Oi, {nome}, desta vez não deu: {motivo}.');
    await expect(
      messages.getByText('Oi, Pessoa, desta vez não deu: o NIS não aparece na foto.'),
    ).toBeVisible();
    await expectFits(page);
    await save.click();
    await confirmWithPassword(page);
    await expect(messages.getByText('Guardado.')).toBeVisible();
    await runSql(server, `update private.acompanhamentos set a_avisar = true where nome = 'Pessoa do Prazo'`);
    await signIn(desk, '?avisar=true');
    await openFollowUp(desk, 'Pessoa do Prazo');
    await expect(desk.getByText('Oi, Pessoa, desta vez não deu: teste.').first()).toBeVisible();
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: /^Avisar 1 família/ }).click();
    await expect(desk.getByRole('dialog', { name: /^Avisar/ })).toContainText(
      'Oi, Pessoa, desta vez não deu: teste.',
    );
    await desk.keyboard.press('Escape');
    await messages.getByRole('button', { name: 'Voltar ao texto de fábrica' }).click();
    await confirmWithPassword(page);
    await expect(messages.getByText('Voltou ao texto de fábrica.')).toBeVisible();
    await expect(text).toHaveValue(/^Olá! Avaliamos a inscrição de \{nome\}\./);
  });

  await test.step('closed with a sentence, which families read', async () => {
    const form = part(page, 'Inscrições abertas ou fechadas');
    const formState = async () =>
      PROJECT
        ? ask<{ periodo: object }>(apiOf(server), '/rest/v1/rpc/formulario') // there pages ask the project
        : (await page.request.get('/config.json')).json();
    await expect
      .poll(async () => (await formState()).periodo, { timeout: 15_000 })
      .toMatchObject({ fechada: true, frase: 'Voltamos em fevereiro.' });
    const family = await page.context().newPage();
    await family.goto('/projeto-social');
    await expect(family.getByText('Voltamos em fevereiro.')).toBeVisible();
    await family.close();
    await form.getByLabel('Abrir', { exact: true }).check();
    await form.getByRole('button', { name: 'Guardar', exact: true }).click();
    await confirmWithPassword(page);
    await expect(form.getByText('As inscrições estão abertas, sem dia para fechar.')).toBeVisible();
  });

  await test.step('a save that fails is said, and what was typed stays', async () => {
    const form = part(page, 'Inscrições abertas ou fechadas');
    expect(mishaps).toEqual([]);
    await page.route('**/rpc/guardar_ajuste', (route) => route.abort());
    await form.getByLabel('Frase para quando estão fechadas').fill('Texto que não se perde.');
    await form.getByRole('button', { name: 'Guardar a frase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Guardar a mudança?' });
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText(/Sem resposta do servidor/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(form.getByLabel('Frase para quando estão fechadas')).toHaveValue('Texto que não se perde.');
    mishaps.length = 0; // the browser reports what failed
    await page.unroute('**/rpc/guardar_ajuste');
    await form.getByLabel('Frase para quando estão fechadas').fill('');
    await form.getByRole('button', { name: 'Guardar a frase' }).click();
    await confirmWithPassword(page);
  });

  await page.setViewportSize(DESKTOP);
  await test.step('an e-mail is not required from now on, and the desk shows who has none', async () => {
    const rules = part(page, 'O que o formulário pede');
    const email = rules.getByRole('group', { name: 'E-mail é obrigatório?' });
    await expect(email.getByLabel('Sim')).toBeChecked();
    await email.getByLabel('Não').check();
    await rules.getByRole('button', { name: 'Guardar' }).click();
    await confirmWithPassword(page);
    await expect(rules.getByText('Guardado.')).toBeVisible();
    await new Desk(server).enrol({ nome_completo: 'Pessoa da Recepção', email: null });
    await desk.getByRole('button', { name: /^Todas/ }).click();
    await openDetail(desk, 'Pessoa da Recepção');
    await expect(
      desk.locator('.sheet__cell', { has: desk.getByText('E-mail', { exact: true }) }).locator('dd'),
    ).toHaveText('Não informado');
    await runSql(server, 'update private.configuracao set responsavel_obrigatorio = true'); // a colleague, meanwhile
    await email.getByLabel('Sim').check();
    await rules.getByRole('button', { name: 'Guardar' }).click();
    await confirmWithPassword(page);
    await expect(rules.getByText('Guardado.')).toBeVisible();
    const both = 'select email_obrigatorio and responsavel_obrigatorio as on from private.configuracao';
    expect(await runSql(server, both)).toEqual([{ on: true }]);
    await runSql(server, 'update private.configuracao set responsavel_obrigatorio = default');
  });

  await test.step('everything to press is 44 pixels high', async () => {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('.settings :is(button, a, input:not([type=radio]), label.choice)')]
          .map((one) => [one.textContent, one.getBoundingClientRect().height] as const)
          .filter(([, height]) => height < 44),
      );
      expect(small).toEqual([]);
    }
  });
});
