import type { Page } from '@playwright/test';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { daysOfMonth, listedMonth, monthInWords } from '../../domain/desk/class-months.ts';
import { expectAccessible } from '../support/axe.ts';
import { confirmIn, fromRowMenu, notePrinting, openScreen, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

const HEALTH = { condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' };
const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';

const desk = ownDesk();

const openClasses = async (page: Page) => {
  await openScreen(page, 'Turmas');
  await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeFocused();
};
const paperOf = (page: Page) => page.locator('.print-root');

test.beforeEach(({ page }) => page.addInitScript(notePrinting));

test('the direção prints the list of a class, and its forms are accessible', async ({ page, signIn }) => {
  test.slow();
  await desk.enrolPeople([
    { nome_completo: 'Zélia da Lista' },
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
    const days = daysOfMonth(month, 'Segunda a sexta').map((day) => String(Number(day.slice(8))));
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

  await test.step('the forms that make and end a class are accessible, with what is wrong of them', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: classes.add }).press('Enter');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByLabel(classes.form.name, { exact: true })).toBeFocused();
    await expectAccessible(page, 'problems of a class');
    await page.keyboard.press('Escape');
    await fromRowMenu(page, classes.end, 'Jiu-Jitsu Infantil');
    await dialog.getByRole('button', { name: classes.ending.submit }).click();
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await expectAccessible(page, 'ending');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'classes');
  });

  await test.step('a class outside of the project is read on the home page, and offered to nobody', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: classes.add }).click();
    await dialog.getByLabel(classes.form.ofProject).uncheck();
    await expect(dialog.getByLabel(classes.form.places)).toHaveCount(0);
    await dialog.getByLabel(classes.form.name, { exact: true }).fill('Capoeira');
    await dialog.getByLabel('domingo').check();
    await dialog.getByLabel(classes.form.time).fill('9h30');
    await confirmIn(page);
    await expect(page.getByText('Domingo, 09:30 · Fora do projeto')).toBeVisible();
    await fromRowMenu(page, classes.end, 'Jiu-Jitsu Infantil');
    const others = dialog.getByRole('combobox').getByRole('option');
    await expect(others).toContainText([/./, 'Jiu-Jitsu Juvenil', 'Muay Thai', classes.ending.stay]);
    await page.keyboard.press('Escape');
    if (PROJECT) return expect(page.getByText(classes.timetable.file)).toBeVisible(); // its pages are files
    await desk.setChildrensClass('6 to 15', 20);
    const row = page.getByRole('row', { name: 'Capoeira 09:30 Domingo' });
    await expect(async () => {
      await page.goto('/');
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    const today = page.locator('.today p');
    await expect(today.first()).toHaveText('Hoje: Capoeira às 09:30');
    await page.goto('/projeto-social');
    await expect(page.locator('.project__places')).toContainText('Jiu-Jitsu Infantil');
    await expect(page.locator('main')).not.toContainText('Capoeira');
  });
});
