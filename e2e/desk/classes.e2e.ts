import type { Page } from '@playwright/test';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { listedMonth, monthInWords } from '../../domain/desk/class-months.ts';
import { daysOfMonth } from '../../domain/timetable.ts';
import { expectAccessible, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import {
  confirmIn,
  detail,
  fillCard,
  fromRowMenu,
  notePrinting,
  openScreen,
  ownDesk,
} from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

const words = classes.form;
const HEALTH = { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' };
const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';

const desk = ownDesk();

const openClasses = async (page: Page) => {
  await openScreen(page, 'Turmas');
  await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeFocused();
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const paperOf = (page: Page) => page.locator('.print-root');
const endPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

test.beforeEach(({ page }) => page.addInitScript(notePrinting));

test('the direção prints the list of a class, and makes, fills and ends one', async ({ page, signIn }) => {
  test.slow();
  await desk.enrolPeople([
    ...['Pupilo Um', 'Pupilo Dois', 'Na Fila Um', 'Na Fila Dois', 'Zélia da Lista'].map((nome_completo) => ({
      nome_completo,
    })),
    { nome_completo: 'Ágata da Lista', ...HEALTH },
  ]);
  await desk.approve('da Lista', CLASS);
  await signIn();
  await openClasses(page);

  await test.step('the list of a class is printed by its button, for the days of the month, without health, and recorded', async () => {
    const paper = paperOf(page);
    await page.getByRole('button', { name: /^Lista.* da turma Muay Thai/ }).click();
    await expect(page.getByText(classList.emptied)).toBeVisible();
    await page.getByRole('button', { name: /^Lista.* da turma Jiu-Jitsu Infantil/ }).click();
    const month = listedMonth(todayInBrazil());
    const title = `Lista_Jiu_Jitsu_Infantil_${month.replace('-', '_')}`;
    await expect(page.locator('html')).toHaveAttribute('data-print-title', title);
    await expect(paper.locator('tbody th bdi')).toHaveText(['Ágata da Lista', 'Zélia da Lista']);
    await expect(paper.locator('dl')).toContainText(`Mês${monthInWords(month)}AulasSegunda a sexta, 18:00`);
    const days = daysOfMonth(month, 'Segunda a sexta').map(({ day }) => String(day));
    await expect(paper.locator('thead th').filter({ hasText: /^\D\s\d+$/ })).toContainText(days);
    await expect(paper.locator('tbody td:empty')).toHaveCount(2 * days.length);
    await expect(paper).toContainText(/Impressa em .* por administracao@example\.com/);
    for (const text of ['Asma', 'kg', 'Condição']) await expect(paper).not.toContainText(text);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1'); // ends the printing
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await expect(paper).toHaveCount(0); // nobody's answers stay in the page
    await expect(page.getByText(classList.printed(2))).toBeVisible();
    const entries = await desk.auditEntries('imprimiu_turma');
    expect(entries.map(({ details }) => details)).toEqual([{ saude: false }, { saude: false }]);
  });

  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name, { exact: true });

  await test.step('a class is made; what is wrong is said beside its field', async () => {
    await expect(row(page, 'Muay Thai')).toContainText('Segunda a quinta, 19:00');
    await expect(page.getByText(classes.withoutAges)).toBeVisible();
    await page.getByRole('button', { name: classes.add }).press('Enter');
    for (const [name, text] of [
      [words.name, 'Boxe Infantil'],
      [words.ageFrom, '6'],
      [words.ageTo, '12'],
      [words.places, 'duas'],
      [words.time, '18h30'],
    ] as const)
      await field(name).fill(text);
    for (const day of ['terça', 'quinta']) await dialog.getByLabel(day).check();
    await dialog.getByRole('button', { name: words.save }).click();
    await expect(dialog.getByText(words.placesWrong)).toBeVisible();
    await expect(field(words.places)).toBeFocused();
    await expectAccessible(page, 'problems of a class');
    await field(words.places).fill('2');
    await confirmIn(page);
    await expect(toast(page)).toContainText('Boxe Infantil foi criada');
    await expect(row(page, 'Boxe Infantil')).toContainText(
      /0 alunos · 2 livres.*Terça e quinta, 18:30 · De 6 a 12 anos/s,
    );
    await expect(page.getByText(classes.withoutAges)).toHaveCount(0);
  });

  await test.step('a full class calls nobody; a place that is free opens who waited first', async () => {
    for (const name of ['Na Fila Dois', 'Na Fila Um']) await desk.queue(name, 'Boxe Infantil');
    await desk.approve('Pupilo', 'Boxe Infantil');
    await page.reload();
    await expect(row(page, 'Boxe Infantil')).toContainText('2 alunos · cheia (2 na espera)');
    await expect(page.getByRole('button', { name: /^Chamar/ })).toHaveCount(0);
    await expectAccessible(page, 'classes');
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'desistiu', turma_id = null where nome = 'Pupilo Um'`,
    );
    await page.reload();
    await expect(row(page, 'Boxe Infantil')).toContainText('1 aluno · 0 livres (1 para 2 na espera)');
    await page.getByRole('button', { name: classes.callNext(2) }).press('Enter');
    await expect(detail(page)).toContainText('Na Fila Dois');
    await detail(page).getByRole('button', { name: 'Fechar' }).click();
    await openClasses(page);
  });

  await test.step('a change leaves what a colleague changed meanwhile as it is', async () => {
    await fromRowMenu(page, classes.edit, 'Boxe Infantil');
    await field(words.places).fill('0');
    const elsewhere = `update private.turmas set idade_ate = 13 where nome = 'Boxe Infantil'`;
    await runSql(desk.server, elsewhere);
    await confirmIn(page);
    await expect(row(page, 'Boxe Infantil')).toContainText(/1 além das vagas.*De 6 a 13 anos/s);
    await expect(page.getByRole('button', { name: /^Chamar/ })).toHaveCount(0);
  });

  await test.step('ending asks where the pupils go, and they go there', async () => {
    await fromRowMenu(page, classes.end, 'Boxe Infantil');
    await dialog.getByRole('button', { name: classes.ending.submit }).click();
    await expect(dialog.getByText(classes.ending.whereMissing)).toBeVisible();
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expectAccessible(page, 'ending');
    await dialog
      .getByRole('combobox')
      .selectOption({ label: 'Muay Thai · 19:00 · Segunda a quinta · Todas as idades (sem limite)' });
    await confirmIn(page, classes.ending.submit);
    await expect(toast(page)).toContainText(classes.ending.done('Boxe Infantil'));
    await expect(row(page, 'Muay Thai')).toContainText('1 aluno · sem limite (2 na espera)');
    await page.locator('summary', { hasText: classes.ended(1) }).click();
    await expect(row(page, 'Boxe Infantil')).toContainText('0 alunos');
    await expect(page.getByRole('button', { name: 'Mais: Boxe Infantil' })).toHaveCount(0); // it stays ended
  });
});

test('a professor sees the own classes and their pupils, and nothing else', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const professor = await desk.addPerson('professor');
  await desk.enrolPeople([
    { nome_completo: 'Ana de Capoeira', ...HEALTH },
    { nome_completo: 'Bia de Capoeira' },
  ]);
  await runSql(
    desk.server,
    `insert into private.turmas (nome, professor) select 'Capoeira', id from auth.users where email = '${professor.email}'`,
  );
  await desk.approve('de Capoeira', 'Capoeira');
  const paper = paperOf(page);

  await page.goto('/admin/inscricoes');
  await fillCard(page, professor);
  await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  const screens = page.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link');
  await expect(screens).toHaveText(['Turmas', 'Senha']);
  await expect(page.getByText('Muay Thai')).toHaveCount(0);

  await expect(page.getByRole('listitem').filter({ hasText: 'Capoeira' })).toContainText('2 alunos');
  await expectAccessible(page, 'a professor’s classes');

  await page.getByRole('button', { name: /^Lista.* da turma Capoeira/ }).press('Enter');
  await expect(paper.locator('tbody tr')).toHaveCount(2);
  await expect(paper.locator('dl')).toContainText(`Professor(a)${professor.email}`);
  await expect(paper).not.toContainText('Asma');
  await endPrinting(page);
  await expect(paper).toHaveCount(0);
});
