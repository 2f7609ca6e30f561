import type { Page } from '@playwright/test';
import { roll } from '../../content/attendance.ts';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { datedLines, LINE_KINDS, type LineKind } from '../../content/dated-lines.ts';
import { signing, terms } from '../../content/printed-terms.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { daysOfMonth, listedMonth, monthInWords } from '../../domain/desk/class-months.ts';
import { expectAccessible } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import {
  confirmIn,
  detail,
  fromRowMenu,
  inDetail,
  notePrinting,
  openScreen,
  ownDesk,
  view,
} from '../support/desk.ts';
import { expect, pressChip, test } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';
import { pdfText } from '../support/pdf-text.ts';

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
    { nome_completo: 'Zélia da Lista', data_nascimento: '1990-03-05' },
    { nome_completo: 'Ágata da Lista', ...HEALTH },
  ]);
  await desk.approve('da Lista', CLASS);
  const professor = await desk.addPerson('professor');
  await runSql(
    desk.server,
    `update private.turmas set professor = (select id from auth.users where email = '${professor.email}') where nome = 'Jiu-Jitsu Infantil'`,
    `update private.acompanhamentos set a_avisar = false`,
  );
  await signIn();
  await pressChip(page, 'Todas');
  const runsOut = `Vence em ${writtenDay(laterDay(todayInBrazil(), 10)).slice(0, 5)}`;

  await test.step('what a participant handed in is noted in dated lines, and what runs out is a mark on sheet and row', async () => {
    await view(page, 'Ágata da Lista').click();
    const part = detail(page).getByRole('list', { name: datedLines.title });
    const note = async (kind: LineKind, fill: () => Promise<unknown>) => {
      await part.getByRole('button', { name: `${datedLines.note}: ${LINE_KINDS[kind].label}` }).click();
      await fill();
      await page.getByRole('button', { name: 'Guardar', exact: true }).click();
      await expect(part.getByRole('button', { name: `Mudar: ${LINE_KINDS[kind].label}` })).toBeVisible();
    };
    await note('imagem', () => page.getByLabel('Não', { exact: true }).check());
    await note('busca', () => page.getByLabel('Nomes').fill('Avó Rosa'));
    await note('atestado', async () => {
      await expectAccessible(page, 'a dated line');
      await page.getByLabel(datedLines.until).fill(laterDay(todayInBrazil(), 10));
    });
    await expect(part).toContainText(`Atestado ou PAR-Q ${runsOut}`);
    await expect(detail(page).locator('.sheet__facts')).toContainText(`${runsOut}Atestado ou PAR-Q`);
    await expectAccessible(page, 'dated lines');
  });

  await test.step('the texts to sign are printed on one page each, signed by the guardian of who is under 18', async () => {
    const signed = async (name: string, kind: 'termo' | 'imagem', by: string) => {
      await inDetail(page, 'Mais').click();
      await page.getByRole('button', { name: signing.act(terms[kind].title) }).click();
      const title = `${terms[kind].title.replaceAll(' ', '_')}-${name.replaceAll(' ', '_')}`;
      await expect(page.locator('html')).toHaveAttribute('data-print-title', title);
      await expect(paperOf(page)).toContainText(by);
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      for (const words of [by, signing.version])
        expect(pdfText(pdf).replaceAll(/\s/g, '')).toContain(words.replaceAll(' ', ''));
    };
    const guardian = 'Eu, Responsável de Teste, responsável por Ágata da Lista, nascido(a) em 05/03/2012,';
    await signed('Ágata da Lista', 'termo', guardian);
    await signed('Ágata da Lista', 'imagem', guardian);
    await inDetail(page, 'Fechar').first().click();
    await expect(page.getByRole('row').filter({ hasText: 'Ágata da Lista' })).toContainText(runsOut);
    await view(page, 'Zélia da Lista').click();
    await signed('Zélia da Lista', 'termo', 'Eu, Zélia da Lista, nascido(a) em 05/03/1990,');
    await inDetail(page, 'Fechar').first().click();
    await expect(page.getByRole('row').filter({ hasText: 'Zélia da Lista' })).not.toContainText('Vence');
    expect(await desk.auditEntries('imprimiu')).toHaveLength(3);
  });
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
    const agata = paper.locator('tbody tr').first();
    await expect(agata).toContainText(datedLines.noImage);
    for (const text of ['Asma', 'kg', 'Condição', 'Avó Rosa', 'Atestado'])
      await expect(paper).not.toContainText(text);
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

  await test.step('the professor of the class reads who fetches, and that no picture is allowed', async () => {
    await page.goto('/admin/inscricoes');
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByLabel('E-mail').fill(professor.email);
    await page.getByLabel('Senha').fill(professor.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('button', { name: `${roll.open}: Jiu-Jitsu Infantil` }).click();
    const agata = page.getByRole('listitem').filter({ hasText: 'Ágata da Lista' });
    await expect(agata).toContainText(datedLines.noImage);
    await expect(agata).not.toContainText('Vence'); // a certificate that ran out alone
    await agata.getByRole('button', { name: `${roll.more}: Ágata da Lista` }).click();
    await expect(agata).toContainText('Quem pode buscar: Avó Rosa');
    await expectAccessible(page, 'who may fetch');
  });
});
