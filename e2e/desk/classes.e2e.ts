import type { Page } from '@playwright/test';
import { classes } from '../../content/classes.ts';
import { signIn as signInToApi } from '../../kit/desk.ts';
import { expectAccessible } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, notePrinting, ownDesk } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

const words = classes.form;
const PASSWORD = 'uma frase que ninguém usa';
const BOXING = 'Boxe Infantil · 18:30 · Terça e quinta';
const twoDigits = (number: number) => String(number).padStart(2, '0');

const desk = ownDesk(async (desk) => {
  await desk.enrolPeople(
    Array.from({ length: 22 }, (_, at) => ({ nome_completo: `Pessoa ${twoDigits(at + 1)} de Boxe` })),
  );
});

/** Decides about who has this name, as another client would. */
async function decide(name: string, decision: Record<string, unknown>) {
  const other = await signInToApi(apiOf(desk.server));
  const { linhas } = await other.rpc<{ linhas: { id: string }[] }>('buscar_inscricoes', {
    filtro: { busca: name },
  });
  for (const { id } of linhas) {
    const { versao } = await other.rpc<{ versao: number }>('acompanhamento', { inscricao: id });
    await other.rpc('mudar_situacao', { inscricao: id, versao, ...decision });
  }
}

const openClasses = async (page: Page) => {
  await page
    .getByRole('navigation', { name: 'Área da equipe' })
    .getByRole('link', { name: 'Turmas' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeFocused();
};
async function enter(page: Page, email: string, screen = '') {
  await page.goto(`/admin/inscricoes${screen}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a class with 20 places is made, filled, waited for and ended', async ({ page, signIn, mishaps }) => {
  test.setTimeout(90_000);
  await signIn();
  await openClasses(page);
  await expect(row(page, 'Muay Thai')).toContainText('Segunda a quinta, 19:00');
  await expect(page.getByText(classes.withoutAges)).toBeVisible();
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const save = dialog.getByRole('button', { name: words.save });

  await test.step('what is wrong is said beside its field, and what was typed stays', async () => {
    await page.getByRole('button', { name: classes.add }).press('Enter');
    await save.press('Enter');
    await expect(dialog.getByText(words.nameMissing)).toBeVisible();
    await expect(field(words.name)).toBeFocused();
    await expect(field(words.name)).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.type('Boxe Infantil');
    for (const [name, text] of [
      [words.modality, 'Boxe'],
      [words.time, 'às seis e meia'],
      [words.ageFrom, '12'],
      [words.ageTo, '6'],
      [words.places, 'vinte'],
    ] as const)
      await field(name).fill(text);
    for (const day of ['terça', 'quinta']) await dialog.getByLabel(day).check();
    await save.click();
    await expect(field(words.time)).toBeFocused();
    for (const problem of [words.timeWrong, words.agesTurned, words.placesWrong])
      await expect(dialog.getByText(problem)).toBeVisible();
    await expectAccessible(page, 'problems of a class');
    await expect(field(words.places)).toHaveValue('vinte');
    await field(words.time).fill('18h30');
    await field(words.ageFrom).fill('6');
    await field(words.ageTo).fill('12');
    await field(words.places).fill('20');
    await save.click();
    await expect(page.getByRole('status').filter({ hasText: 'Boxe Infantil foi criada' })).toBeVisible();
    await expect(row(page, 'Boxe Infantil')).toContainText(
      /Terça e quinta, 18:30.*De 6 a 12 anos.*0 de 20.*Restam 20 vagas.*Ninguém/s,
    );
    await expect(page.getByText(classes.withoutAges)).toHaveCount(0);
  });

  await test.step('the same class twice is refused with a sentence in the dialog', async () => {
    await page.getByRole('button', { name: classes.add }).click();
    await field(words.name).fill('boxe infantil');
    for (const day of ['terça', 'quinta']) await dialog.getByLabel(day).check();
    await field(words.time).fill('18:30');
    await save.click();
    await expect(dialog.locator('.alert')).toContainText('Já existe uma turma');
    mishaps.length = 0; // the browser reports the refusal
    await expect(field(words.name)).toHaveValue('boxe infantil');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: classes.add })).toBeFocused();
  });

  const waiting = await (async () => {
    const other = await signInToApi(apiOf(desk.server));
    const all = await other.rpc<{ id: string; nome: string }[]>('turmas');
    return { situacao: 'lista-de-espera', turma: all.find(({ nome }) => nome === 'Boxe Infantil')?.id };
  })();
  await test.step('a full class says so, and calls nobody', async () => {
    await decide('Pessoa 22', waiting); // before the other, and so the first of the line
    await decide('Pessoa 21', waiting);
    for (let at = 1; at <= 20; at += 1) await desk.approve(`Pessoa ${twoDigits(at)}`, BOXING);
    await page.reload();
    await expect(row(page, 'Boxe Infantil')).toContainText(/20 de 20.*Cheia.*2 pessoas/s);
    await expect(page.getByRole('button', { name: classes.callNext })).toHaveCount(0);
    await expectAccessible(page, 'classes');
  });

  await test.step('a place that is free opens who waited first', async () => {
    await decide('Pessoa 05', { situacao: 'desistiu' });
    await page.reload();
    await expect(row(page, 'Boxe Infantil')).toContainText('Resta 1 vaga');
    await page.getByRole('button', { name: classes.callNext }).press('Enter');
    await expect(detail(page)).toContainText('Pessoa 22 de Boxe');
    await detail(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(page).toHaveURL(/\/admin\/inscricoes\?avisar=true/); // whoever was decided about waits to be told
    await openClasses(page);
  });

  await test.step('fewer places than pupils is said and not refused', async () => {
    await page.getByRole('button', { name: classes.editOf('Boxe Infantil') }).click();
    await field(words.places).fill('10');
    await expect(dialog.getByText(words.fewer(19))).toBeVisible();
    await save.click();
    await expect(row(page, 'Boxe Infantil')).toContainText(/19 de 10.*9 alunos além das vagas/s);
    await expect(page.getByRole('button', { name: classes.callNext })).toHaveCount(0);
  });

  await test.step('ending asks where the pupils go, and they go there', async () => {
    await page.getByRole('button', { name: classes.endOf('Boxe Infantil') }).click();
    const end = dialog.getByRole('button', { name: classes.ending.submit });
    await end.click();
    await expect(dialog.getByText(classes.ending.whereMissing)).toBeVisible();
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expectAccessible(page, 'ending');
    await dialog
      .getByRole('combobox')
      .selectOption({ label: 'Muay Thai · 19:00 · Segunda a quinta (sem limite)' });
    await end.click();
    await expect(page.getByText(classes.ending.done('Boxe Infantil'))).toBeVisible();
    await expect(row(page, 'Muay Thai')).toContainText(/19 alunos, sem limite.*2 pessoas/s);
    await page.locator('summary', { hasText: classes.ended(1) }).click();
    await expect(row(page, 'Boxe Infantil')).toContainText('0 de 10');
    await expect(page.getByRole('button', { name: classes.endOf('Boxe Infantil') })).toHaveCount(0);
  });

  await test.step('an ended class opens again', async () => {
    await page.getByRole('button', { name: classes.editOf('Boxe Infantil') }).click();
    await dialog.getByLabel(words.active).check();
    await save.click();
    await expect(page.getByText(classes.changed('Boxe Infantil'))).toBeVisible();
    await expect(page.locator('summary', { hasText: classes.ended(1) })).toHaveCount(0);
  });
});

test('a secretaria sees and prints the classes, and changes none', async ({ browser }) => {
  const email = 'secretaria.das.turmas@example.com';
  await desk.addAdministrator(email, PASSWORD);
  await runSql(
    desk.server,
    `update private.administradores set papel = 'secretaria' where user_id = (select id from auth.users where email = '${email}')`,
  );
  const page = await browser.newPage({
    baseURL: desk.server.url,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await enter(page, email, '?tela=turmas');
  await page.getByRole('button', { name: classes.listOf('Muay Thai') }).tap();
  const list = page.getByRole('dialog', { name: 'Lista da turma' });
  await expect(list.getByRole('combobox', { name: 'Turma' })).toHaveValue(/./);
  await expect(list.getByRole('combobox', { name: 'Turma' }).locator(':checked')).toContainText('Muay Thai');
  await list.getByRole('button', { name: 'Fechar' }).tap();
  for (const name of [classes.add, classes.edit, classes.end])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.close();
});

test('a professor sees the own classes and their pupils, and nothing else', async ({ browser }) => {
  const email = 'professor.de.boxe@example.com';
  await desk.addAdministrator(email, PASSWORD);
  await desk.enrolPeople([
    {
      nome_completo: 'Ana de Capoeira',
      nome_responsavel: 'Mãe de Aluno',
      telefone_responsavel: '62900998877',
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'Asma leve',
    },
    { nome_completo: 'Bia de Capoeira', telefone_responsavel: null, nome_responsavel: null },
  ]);
  await runSql(
    desk.server,
    `update private.administradores set papel = 'professor' where user_id = (select id from auth.users where email = '${email}');
     insert into private.turmas (nome, dias, horario, professor) select 'Capoeira', 'Terça e quinta', '09:00', id from auth.users where email = '${email}'`,
  );
  await desk.approve('de Capoeira', 'Capoeira · 09:00 · Terça e quinta');

  const page = await browser.newPage({ baseURL: desk.server.url, viewport: { width: 360, height: 740 } });
  await page.addInitScript(notePrinting);
  await enter(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeVisible();
  const screens = page.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link');
  await expect(screens).toHaveText(['Turmas', 'Senha']);
  await expect(page.getByText('Muay Thai')).toHaveCount(0);

  const ana = page.getByRole('listitem').filter({ hasText: 'Ana de Capoeira, 14 anos' });
  await expect(ana).toContainText('Saúde: Asma leve');
  await expect(ana).toContainText('Responsável: Mãe de Aluno');
  await expect(ana.getByRole('link', { name: /^Ligar para Responsável de Ana/ })).toHaveAttribute(
    'href',
    'tel:+5562900998877',
  );
  await expect(ana.getByRole('link', { name: /^WhatsApp \(Responsável de Ana/ })).toHaveAttribute(
    'href',
    'https://wa.me/5562900998877',
  );
  const bia = page.getByRole('listitem').filter({ hasText: 'Bia de Capoeira' });
  await expect(bia).not.toContainText('Saúde');
  await expect(bia.getByRole('link')).toHaveCount(2); // the own number alone
  await expectAccessible(page, 'a professor’s classes', async () => {
    for (const link of await ana.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  await page.getByRole('button', { name: classes.people.print }).press('Enter');
  const list = page.getByRole('dialog', { name: 'Lista da turma' });
  await list.getByRole('button', { name: 'Imprimir lista' }).press('Enter');
  const paper = page.locator('.print-root');
  await expect(paper.locator('tbody tr')).toHaveCount(2);
  await expect(paper.locator('dl')).toContainText(`Professor(a)${email}`);
  await expect(paper).not.toContainText('Asma');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(paper).toHaveCount(0);

  for (const screen of ['', '?tela=registro']) {
    await page.goto(`/admin/inscricoes${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen ? /Registro/ : 'Turmas');
    if (screen) await expect(page.getByText('O seu papel não permite isto.')).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  }
  await page.close();
});
