import type { Page } from '@playwright/test';
import { todayInBrazil } from '../../domain/dates.ts';
import { monthInWords, monthsFrom } from '../../domain/desk/class-months.ts';
import { daysOfMonth } from '../../domain/timetable.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { notePrinting, openMore, ownDesk } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';

const desk = ownDesk(async (desk) => {
  await desk.enrolPeople([
    {
      nome_completo: 'Zélia Turma de Teste',
      telefone_responsavel: null,
      contato_recados: 'Vizinha, (62) 3300-9999',
    },
    { nome_completo: 'Ágata Turma de Teste', condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' },
    { nome_completo: 'Pessoa Sem Vaga de Teste' },
  ]);
});

test('the list of a class is printed for its teacher, health only when ticked, and never unrecorded', async ({
  page,
  signIn,
  mishaps,
}) => {
  await page.addInitScript(notePrinting);
  await signIn();

  await test.step('while nobody has a class there is none to choose', async () => {
    const dialog = await openClassList(page);
    await expect(dialog).toContainText('Nenhuma turma tem alunos ainda.');
    await expect(dialog.getByRole('button', { name: 'Imprimir lista' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Fechar' }).click();
  });

  await desk.approve('Turma de Teste', CLASS);
  await runSql(
    desk.server,
    `update private.acompanhamentos set telefone_novo = '62977770000' where nome like 'Zélia%'`,
  );
  const dialog = await openClassList(page);
  const paper = page.locator('.print-root');
  const print = dialog.getByRole('button', { name: 'Imprimir lista' });
  await expect(dialog.getByRole('combobox', { name: 'Turma' })).toHaveText(`${CLASS} (2 alunos)`);
  expect(await violations(page)).toEqual([]);

  const [, next = ''] = monthsFrom(todayInBrazil(), 2);
  await test.step('without health, for the days of the chosen month', async () => {
    await dialog.getByRole('combobox', { name: 'Mês' }).selectOption(monthInWords(next));
    await print.click();
    await expect(page.locator('html')).toHaveAttribute(
      'data-print-title',
      `Lista_Jiu_Jitsu_Infantil_${next.replace('-', '_')}`,
    );
    await expect(paper.locator('tbody th bdi')).toHaveText(['Ágata Turma de Teste', 'Zélia Turma de Teste']);
    await expect(paper.locator('dl')).toContainText(`Mês${monthInWords(next)}AulasSegunda a sexta, 18:00`);
    const days = daysOfMonth(next, 'Segunda a sexta').map(({ day }) => day);
    const dates = await paper.locator('thead th').allInnerTexts();
    expect(dates.slice(3).map((date) => Number(date.replace(/\D/g, '')))).toEqual(days);
    for (const row of await paper.locator('tbody tr').all())
      await expect(row.locator('td:empty')).toHaveCount(days.length);
    await expect(paper).toContainText(/\(62\)\s90099.9999/); // never broken in two
    await expect(paper).toContainText('Vizinha, (62) 3300-9999');
    await expect(paper.locator('tbody tr').filter({ hasText: 'Zélia' })).toContainText(
      /Novo: \(62\)\s97777.0000/,
    );
    await expect(paper.getByText('Novo:')).toHaveCount(1);
    await expect(paper).toContainText(/Impressa em .* por administracao@example\.com/);
    for (const text of ['Asma', 'kg', 'Condição']) await expect(paper).not.toContainText(text);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1'); // ends the printing
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await expect(paper).toHaveCount(0);
    await expect(dialog.locator('.alert')).toContainText('Lista enviada para impressão: 2 alunos.');
  });

  await test.step('with health', async () => {
    await dialog.getByLabel('Com dados de saúde').check();
    await print.click();
    await expect(paper.locator('tbody tr').first()).toContainText('52,5 kg');
    await expect(paper.locator('tbody tr').first()).toContainText('Condição médica: Asma leve');
    await expect(paper.locator('tbody tr').last()).not.toContainText('Condição');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(paper).toHaveCount(0); // nobody's health stays in the page
    const entries = await desk.auditEntries('imprimiu_turma');
    expect(entries.map(({ detalhes }) => detalhes)).toEqual(
      [true, true, false, false].map((saude) => ({ saude })),
    );
  });

  await test.step('not when the back end does not answer', async () => {
    await page.route('**/rpc/lista_da_turma', (route) => route.fulfill({ status: 503, body: '{}' }));
    await print.click();
    await expect(dialog.locator('.alert')).toContainText('Sem resposta do servidor. Tente de novo.');
    await expect(paper).toHaveCount(0);
    mishaps.length = 0; // the browser reports the refusal
  });
});

async function openClassList(page: Page) {
  await (await openMore(page)).getByRole('button', { name: 'Lista da turma' }).click();
  return page.getByRole('dialog', { name: 'Lista da turma' });
}
