import type { Page } from '@playwright/test';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { listedMonth, monthInWords } from '../../domain/desk/class-months.ts';
import { daysOfMonth } from '../../domain/timetable.ts';
import { signIn as signInToApi } from '../../kit/desk.ts';
import { ADMIN } from '../../kit/site.ts';
import { expectAccessible, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, fromRowMenu, notePrinting, ownDesk } from '../support/desk.ts';
import { apiOf, expect, test, toast } from '../support/fixtures.ts';

const words = classes.form;
const PASSWORD = 'uma frase que ninguém usa';
const twoDigits = (number: number) => String(number).padStart(2, '0');

const CLASS = 'Jiu-Jitsu Infantil · 18:00 · Segunda a sexta';
const PUPILS = Array.from({ length: 20 }, (_, at) => `Pessoa ${twoDigits(at + 1)}`);

const desk = ownDesk();

/** Decides about whoever has these names, one after the other, as another client would. */
async function decide(names: string[], decision: Record<string, unknown>) {
  const other = await signInToApi(apiOf(desk.server));
  type Row = { id: string; version: number; row: { nome_completo: string } };
  const { rows } = await other.rpc<{ rows: Row[] }>('lista_de_inscricoes', {
    filtro: { colunas: ['nome_completo'], tamanho: 100 },
  });
  for (const name of names)
    for (const { id: inscricao, version: versao } of rows.filter(({ row }) =>
      row.nome_completo.startsWith(name),
    ))
      await other.rpc('decidir_situacao', { inscricao, versao, ...decision });
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
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('the direção prints the list of a class, and makes, fills and ends one', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.setTimeout(120_000);
  await runSql(desk.server, 'delete from public.inscricoes_projeto'); // of another test
  await desk.enrolPeople([
    ...[...PUPILS, 'Pessoa 21', 'Pessoa 22'].map((name) => ({ nome_completo: `${name} de Boxe` })),
    {
      nome_completo: 'Zélia Turma de Teste',
      telefone_responsavel: null,
      contato_recados: 'Vizinha, (62) 3300-9999',
    },
    { nome_completo: 'Ágata Turma de Teste', condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' },
    { nome_completo: 'Pessoa Sem Vaga de Teste' },
  ]);
  await page.addInitScript(notePrinting);
  await signIn();

  await test.step('the list of a class is printed by its button, for the days of the month, without health, and never unrecorded', async () => {
    await desk.approve('Turma de Teste', CLASS);
    await runSql(
      desk.server,
      `update private.acompanhamentos set telefone_novo = '62977770000' where nome like 'Zélia%'`,
    );
    await openClasses(page);
    const paper = page.locator('.print-root');
    await page.getByRole('button', { name: classes.listOf('Muay Thai') }).click();
    await expect(page.getByText(classList.emptied)).toBeVisible();
    await page.getByRole('button', { name: classes.listOf('Jiu-Jitsu Infantil') }).click();
    const month = listedMonth(todayInBrazil());
    await expect(page.locator('html')).toHaveAttribute(
      'data-print-title',
      `Lista_Jiu_Jitsu_Infantil_${month.replace('-', '_')}`,
    );
    await expect(paper.locator('tbody th bdi')).toHaveText(['Ágata Turma de Teste', 'Zélia Turma de Teste']);
    await expect(paper.locator('dl')).toContainText(`Mês${monthInWords(month)}AulasSegunda a sexta, 18:00`);
    const days = daysOfMonth(month, 'Segunda a sexta').map(({ day }) => day);
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
    await expect(paper).toHaveCount(0); // nobody's answers stay in the page
    await expect(page.getByText(classList.printed(2))).toBeVisible();
    const entries = await desk.auditEntries('imprimiu_turma');
    expect(entries.map(({ details }) => details)).toEqual([false, false].map((saude) => ({ saude })));
    await page.route('**/rpc/folha_da_turma', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: classes.listOf('Jiu-Jitsu Infantil') }).click();
    await expect(page.getByText('Sem resposta do servidor.')).toBeVisible();
    await expect(paper).toHaveCount(0);
    mishaps.length = 0; // the browser reports the call that was cut off
  });

  await test.step('a class with 20 places is made, filled, waited for and ended', async () => {
    await runSql(desk.server, `delete from public.inscricoes_projeto where nome_completo like '%de Teste'`);
    await page.reload();
    await expect(row(page, 'Muay Thai')).toContainText('Segunda a quinta, 19:00');
    await expect(page.getByText(classes.withoutAges)).toBeVisible();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    const save = dialog.getByRole('button', { name: words.save });

    await test.step('what is wrong is said beside its field, what was typed stays, and it is made once', async () => {
      await page.getByRole('button', { name: classes.add }).press('Enter');
      for (const [name, text] of [
        [words.name, 'Boxe Infantil'],
        [words.ageFrom, '6'],
        [words.ageTo, '12'],
        [words.places, 'vinte'],
        [words.time, '18h30'],
      ] as const)
        await field(name).fill(text);
      for (const day of ['terça', 'quinta']) await dialog.getByLabel(day).check();
      await save.click();
      await expect(dialog.getByText(words.placesWrong)).toBeVisible();
      await expect(field(words.places)).toBeFocused();
      await expectAccessible(page, 'problems of a class');
      await field(words.places).fill('20');
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      // It is made, and its answer lost: pressed again it is made once.
      await page.route('**/rpc/salvar_turma', (route) => route.fetch().then(() => route.abort()), {
        times: 1,
      });
      await save.click();
      await expect(dialog.locator('.alert')).toBeVisible();
      mishaps.length = 0; // the browser reports the loss
      await save.click();
      await expect(toast(page)).toContainText('Boxe Infantil foi criada');
      await expect(row(page, 'Boxe Infantil')).toHaveCount(1);
      await expect(row(page, 'Boxe Infantil')).toContainText(
        /0 alunos · 20 livres.*Terça e quinta, 18:30 · De 6 a 12 anos/s,
      );
      await expect(page.getByText(classes.withoutAges)).toHaveCount(0);
    });

    const waiting = await (async () => {
      const other = await signInToApi(apiOf(desk.server));
      const all = await other.rpc<{ id: string; name: string }[]>('lista_de_turmas');
      return { situacao: 'lista-de-espera', turma: all.find(({ name }) => name === 'Boxe Infantil')?.id };
    })();
    await test.step('a full class says so, and calls nobody', async () => {
      await decide(['Pessoa 22', 'Pessoa 21'], waiting); // in this order, and so of the line
      await decide(PUPILS, { ...waiting, situacao: 'aprovada' });
      await page.getByRole('link', { name: 'Inscrições', exact: true }).click();
      await openClasses(page); // as they are now
      await expect(row(page, 'Boxe Infantil')).toContainText('20 alunos · cheia (2 na espera)');
      await expect(page.getByRole('button', { name: /^Chamar/ })).toHaveCount(0);
      await expectAccessible(page, 'classes');
    });

    await test.step('a place that is free opens who waited first', async () => {
      await decide(['Pessoa 05'], { situacao: 'desistiu' });
      await page.reload();
      await expect(row(page, 'Boxe Infantil')).toContainText('19 alunos · 0 livres (1 para 2 na espera)');
      await page.getByRole('button', { name: classes.callNext(2) }).press('Enter');
      await expect(detail(page)).toContainText('Pessoa 22 de Boxe');
      await detail(page).getByRole('button', { name: 'Fechar' }).click();
      await expect(page).toHaveURL(/\/admin\/inscricoes\?avisar=true/); // whoever was decided about waits to be told
      await openClasses(page);
    });

    await test.step('fewer places than pupils are said, and what a colleague changed meanwhile stays', async () => {
      await fromRowMenu(page, classes.edit, 'Boxe Infantil');
      await field(words.places).fill('10');
      const elsewhere = `update private.turmas set idade_ate = 13 where nome = 'Boxe Infantil'`;
      await runSql(desk.server, elsewhere);
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      await save.click();
      await expect(row(page, 'Boxe Infantil')).toContainText(
        /19 alunos · 9 além das vagas \(2 na espera\).*De 6 a 13 anos/s,
      );
      await expect(page.getByRole('button', { name: /^Chamar/ })).toHaveCount(0);
    });

    await test.step('ending asks where the pupils go, and they go there', async () => {
      await fromRowMenu(page, classes.end, 'Boxe Infantil');
      const end = dialog.getByRole('button', { name: classes.ending.submit });
      await end.click();
      await expect(dialog.getByText(classes.ending.whereMissing)).toBeVisible();
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await expectAccessible(page, 'ending');
      await dialog
        .getByRole('combobox')
        .selectOption({ label: 'Muay Thai · 19:00 · Segunda a quinta (sem limite)' });
      await dialog.getByLabel('A sua senha').fill(ADMIN.password);
      await end.click();
      await expect(toast(page)).toContainText(classes.ending.done('Boxe Infantil'));
      await expect(row(page, 'Muay Thai')).toContainText('19 alunos · sem limite (2 na espera)');
      await page.locator('summary', { hasText: classes.ended(1) }).click();
      await expect(row(page, 'Boxe Infantil')).toContainText('0 alunos');
      await expect(page.getByRole('button', { name: 'Mais: Boxe Infantil' })).toHaveCount(0); // it stays ended
    });
  });
});

test('who does not lead sees of the classes what the role allows', async ({ page, browser }) => {
  await test.step('a secretaria sees and prints the classes, and changes none', async () => {
    const email = 'secretaria.das.turmas@example.com';
    await desk.addAdministrator(email, PASSWORD);
    await runSql(
      desk.server,
      `update private.administradores set papel = 'secretaria' where user_id = (select id from auth.users where email = '${email}')`,
    );
    const phone = await browser.newPage({ baseURL: desk.server.url, viewport: PHONE, hasTouch: true });
    await phone.addInitScript(notePrinting);
    await enter(phone, email, '?tela=turmas');
    await phone.getByRole('button', { name: classes.listOf('Muay Thai') }).tap();
    await expect(phone.locator('.print-root').or(phone.getByText(classList.emptied)).first()).toBeAttached();
    await phone.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(phone.getByRole('button', { name: classes.add })).toHaveCount(0);
    await phone.getByRole('button', { name: 'Mais: Muay Thai' }).tap();
    await expect(phone.getByRole('button', { name: 'Chamada: Muay Thai' })).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Mudar: Muay Thai' })).toHaveCount(0);
    await phone.close();
  });

  await test.step('a professor sees the own classes and their pupils, and nothing else', async () => {
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

    await page.setViewportSize(PHONE);
    await page.addInitScript(notePrinting);
    await enter(page, email);
    await expect(page.getByRole('searchbox')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Turmas' })).toBeVisible();
    const screens = page.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link');
    await expect(screens).toHaveText(['Turmas', 'Senha']);
    await expect(page.getByText('Muay Thai')).toHaveCount(0);

    await expect(page.getByRole('listitem').filter({ hasText: 'Capoeira' })).toContainText('2 alunos');
    await expectAccessible(page, 'a professor’s classes');

    await page.getByRole('button', { name: classes.listOf('Capoeira') }).press('Enter');
    const paper = page.locator('.print-root');
    await expect(paper.locator('tbody tr')).toHaveCount(2);
    await expect(paper.locator('dl')).toContainText(`Professor(a)${email}`);
    await expect(paper).not.toContainText('Asma');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(paper).toHaveCount(0);
  });
});
