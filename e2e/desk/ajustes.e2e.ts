import type { Page } from '@playwright/test';
import { ADMIN, ask } from '../../kit/site.ts';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, openDetail, openMessages } from '../support/desk.ts';
import { apiOf, expect, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// What the direção changes in the page, and what it does where it acts. Each step is taken at one size;
// what it shows is looked at on a phone and on a desktop.

const OPENING = 'Inscrições abertas ou fechadas';
const RULES = 'O que o formulário pede';
const REFUSED = 'Quem não foi aprovado, ou desistiu antes de participar';
const SENTENCE = 'Frase para quando estão fechadas';

const part = (page: Page, name: string) => page.getByRole('region', { name });
/** What changes a setting, or those of a card. */
const change = (page: Page, name: string) =>
  page.getByRole('button', { name: `Mudar: ${name}`, exact: true }).click();

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
  await page.getByRole('link', { name: 'Ajustes', exact: true }).click();
  await expect(page.getByRole('heading', { name: OPENING })).toBeVisible();
  await expectFits(page);
  const dialog = page.getByRole('dialog');
  const answer = (question: RegExp, word: string) =>
    dialog.getByRole('group', { name: question }).getByLabel(word).check();
  const save = dialog.getByRole('button', { name: 'Guardar' });
  const saved = async (said = 'Guardado.') => {
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await save.click();
    await expect(toast(page)).toContainText(said);
    await expect(dialog).toHaveCount(0);
  };

  await test.step('closed with a sentence in one save, after what is wrong is said beside its field', async () => {
    await change(page, OPENING);
    await expect(save).toBeDisabled(); // nothing is changed
    await dialog.getByLabel('A partir do dia').fill('2020-01-01');
    await dialog.getByLabel(SENTENCE).fill('Pague a taxa em golpe.example/pix');
    await save.click();
    for (const said of ['Escolha abrir ou fechar.', 'Este dia já passou.', 'Tire “golpe.example/pix”:'])
      await expect(dialog.getByText(said)).toBeVisible();
    await expect(dialog.getByLabel('A partir do dia')).toHaveValue('2020-01-01');
    await expectFits(page);
    await dialog.getByLabel('Fechar', { exact: true }).check();
    await dialog.getByLabel('A partir do dia').fill('');
    await dialog.getByLabel(SENTENCE).fill('Voltamos em fevereiro.');
    expect(mishaps).toEqual([]);
    await page.route('**/rpc/guardar_ajuste', (route) => route.abort(), { times: 1 });
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await save.click();
    await expect(dialog.getByText(/Sem resposta do servidor/)).toBeVisible();
    await expect(dialog.getByLabel(SENTENCE)).toHaveValue('Voltamos em fevereiro.');
    mishaps.length = 0; // the browser reports what failed
    await saved();
    await expect(part(page, OPENING)).toContainText(/fechadas desde .*, até alguém abrir/);
    await expect(part(page, OPENING)).toContainText(`${SENTENCE}: Voltamos em fevereiro.`);
  });

  await page.setViewportSize(DESKTOP);
  await test.step('a period: none and a wrong number, a shorter one that waits, and back again', async () => {
    const periods = part(page, 'Prazos');
    await expect(periods).toContainText('Documento: 90 dias depois da decisão');
    await change(page, REFUSED);
    const field = dialog.getByRole('textbox', { name: REFUSED });
    await expect(save).toBeDisabled();
    for (const wrong of ['', '0']) {
      await field.fill(wrong);
      await save.click();
      await expect(dialog.getByText('Digite um número de 1 a 120.')).toBeVisible();
      await expect(field).toBeFocused();
    }
    await field.fill('3');
    await expectFits(page);
    expect(mishaps).toEqual([]);
    await dialog.getByLabel('A sua senha').fill('não é esta');
    await save.click();
    await expect(dialog.getByText('A sua senha não confere.')).toBeVisible();
    mishaps.length = 0; // the browser reports the refused password
    await saved('Guardado. Só vale depois de 7 dias; até lá, dá para desfazer nesta página.');
    await expect(periods).toContainText(/Passa a 3 meses na primeira limpeza depois de/);
    await expectFits(page);
    await change(page, REFUSED);
    await expect(field).toHaveValue('6'); // the one in force, which takes it back
    await saved('Desfeito: o prazo continua o mesmo.');
    await expect(periods).not.toContainText('Passa a 3 meses');
  });

  await test.step('what the form asks for is saved together, and the desk shows who has no e-mail', async () => {
    await change(page, RULES);
    await expect(save).toBeDisabled();
    await expect(dialog.getByRole('group')).toHaveCount(2); // the others only by a command
    await answer(/responsável/, 'Sim');
    await answer(/E-mail/, 'Não');
    await saved();
    await expect(part(page, RULES)).toContainText('E-mail é obrigatório? Não');
    const rules =
      'select responsavel_obrigatorio as guardian, email_obrigatorio as email from private.configuracao';
    expect(await runSql(server, rules)).toEqual([{ guardian: true, email: false }]);
    await runSql(
      server,
      'update private.periodo set fecha_em = null where unica', // open, for the next one
      'update private.configuracao set responsavel_obrigatorio = default', // a colleague, meanwhile
    );
    await new Desk(server).enrol({ nome_completo: 'Pessoa da Recepção', email: null });
    await change(page, RULES);
    await answer(/E-mail/, 'Sim');
    await saved();
    expect(await runSql(server, rules)).toEqual([{ guardian: false, email: true }]);
    await signIn(desk);
    await openDetail(desk, 'Pessoa da Recepção');
    await expect(
      desk.locator('.sheet__cell', { has: desk.getByText('E-mail', { exact: true }) }).locator('dd'),
    ).toHaveText('Não informado');
  });

  await page.setViewportSize(PHONE);
  await test.step('a message: an unknown place is refused beside the field, an own text is what the desk sends, and back again', async () => {
    await change(page, 'Não aprovada');
    const text = dialog.getByRole('textbox', { name: 'Texto' });
    await expect(text).toHaveValue(/^Olá! Avaliamos a inscrição de \{nome\}\./);
    await text.fill('Oi, {nome}: {motivo}. {cpf}');
    await save.click();
    await expect(dialog.getByText('Não existe {cpf}. Use só {nome}, {protocolo}, {motivo}.')).toBeVisible();
    await text.fill('Oi, {nome}, desta vez não deu: {motivo}.');
    await expect(dialog.getByText('Oi, Pessoa, desta vez não deu: o NIS não aparece na foto.')).toBeVisible();
    await expectFits(page);
    await saved();
    await expect(part(page, 'Mensagens às famílias')).toContainText('Não aprovada: texto próprio');
    await runSql(server, `update private.acompanhamentos set a_avisar = true where nome = 'Pessoa do Prazo'`);
    await signIn(desk, /^A avisar/);
    await openDetail(desk, 'Pessoa do Prazo');
    const messages = await openMessages(desk);
    await expect(messages.getByText('Oi, Pessoa, desta vez não deu: teste.').first()).toBeVisible();
    await change(page, 'Não aprovada');
    await text.fill('');
    await saved();
    await expect(part(page, 'Mensagens às famílias')).toContainText('Não aprovada: texto do site');
  });

  await test.step('closed with a sentence, which families read, and open again', async () => {
    await change(page, OPENING);
    await dialog.getByLabel('Abrir', { exact: true }).check();
    await dialog.getByLabel('A partir do dia').fill('2099-03-01');
    await dialog.getByLabel('Até o fim do dia').fill('2099-04-30');
    await saved();
    await expect(part(page, OPENING)).toContainText(/fechadas .* dia 01\/03\/2099, até .* 30\/04\/2099\./);
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
    await change(page, OPENING);
    await dialog.getByLabel('Abrir', { exact: true }).check();
    await dialog.getByLabel(SENTENCE).fill('');
    await saved();
    await expect(part(page, OPENING)).toContainText(/estão abertas, sem dia para fechar\..*: nenhuma/);
  });
});
