import type { Locator, Page } from '@playwright/test';
import { absences, leaving, leavingData, roll } from '../../content/attendance.ts';
import { classList } from '../../content/class-list.ts';
import { classes } from '../../content/classes.ts';
import { deciding } from '../../content/deciding.ts';
import { admin } from '../../content/desk-screens.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { dayInWords, daysInOrder } from '../../domain/desk/attendance.ts';
import { signIn as signInToApi } from '../../kit/desk.ts';
import { ADMIN } from '../../kit/site.ts';
import { showIn } from '../../prove/fonts.ts';
import { PHONE, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, fromRowMenu, inDetail, notePrinting, ownDesk, view } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// The list of a class's day by touch, on a bad network and on two telephones, and what becomes of who is missing.

const PASSWORD = 'uma frase que ninguém usa';
const PROFESSOR = { email: 'professora.da.chamada@example.com', password: PASSWORD };
const TODAY = todayInBrazil();
const TAKES = '**/rpc/fazer_chamada';
const DAYS = [laterDay(TODAY, -2), laterDay(TODAY, -1), TODAY] as const;
const FORTY = Array.from({ length: 40 }, (_, at) => `Aluno ${String(at + 1).padStart(2, '0')} de Capoeira`);
const TOUCHED = { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
const ONE = '62900999999';
const MISSING = ['Aluno 03', 'Aluno 17', 'Aluno 25', 'Aluno 40'];

const desk = ownDesk(async (own) => {
  await own.addAdministrator(PROFESSOR.email, PASSWORD);
  await own.enrolPeople([
    ...FORTY.map((nome_completo, at) => ({
      nome_completo,
      ...(at === 2 && {
        condicao_medica: 'sim',
        condicao_medica_detalhes: 'Asma leve',
        telefone_responsavel: ONE,
      }),
    })),
    ...['Ipê', 'Jatobá', 'Sucupira', 'Peroba', 'Angico'].map((name) => ({
      nome_completo: `${name} de Maculelê`,
      ...(name !== 'Peroba' && { telefone_responsavel: ONE }),
    })),
  ]);
  const into = (name: string, who: string, situacao = 'aprovada') =>
    `update private.acompanhamentos set situacao = '${situacao}', decidida_em = now(), espera_desde = case '${situacao}' when 'aprovada' then null else now() end,
       primeiro_dia = case '${situacao}' when 'aprovada' then current_date - 30 end,
       turma_id = (select id from private.turmas where nome = '${name}') where nome ~ '${who}'`;
  await runSql(
    own.server,
    `update private.administradores set papel = 'professor' where user_id = (select id from auth.users where email = '${PROFESSOR.email}')`,
    `insert into private.turmas (nome, horario, vagas, professor) select t.nome, '18:00', t.vagas, u.id
       from auth.users u, (values ('Capoeira', null), ('Maculelê', 3)) as t (nome, vagas) where u.email = '${PROFESSOR.email}'`,
    into('Capoeira', 'de Capoeira'),
    into('Maculelê', '^(Ipê|Jatobá|Sucupira)'),
    into('Maculelê', '^Peroba', 'lista-de-espera'),
    into('Maculelê', '^Angico'), // who left nearly a year ago
    `update private.acompanhamentos set situacao = 'desistiu', turma_id = null, primeiro_dia = null, saiu_em = current_date - 350, decidida_em = now() - interval '350 days' where nome ~ '^Angico'`,
    `insert into private.historico (inscricao_id, acao, de, para) select inscricao_id, 'situacao', 'aprovada', 'desistiu' from private.acompanhamentos where nome ~ '^Angico'`,
  );
});

/** Signs in as somebody signs in on a telephone. */
async function enter(page: Page, { email, password } = PROFESSOR) {
  await page.goto('/admin/inscricoes?tela=turmas');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
const opens = (page: Page, name: string) => page.getByRole('button', { name: `${roll.open}: ${name}` });
const pupil = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const press = (page: Page, name: string) => pupil(page, name).locator('.roll__tap');
const done = (page: Page) => page.getByRole('button', { name: /^Pronto/ });
const state = (page: Page) => page.locator('.roll__state');

/** What is stored of a day of the forty: how many have a mark, and who has another than 'presente'. */
async function stored(day: string) {
  const [found] = await runSql<{ rows: number; others: string[] }>(
    desk.server,
    `select count(*)::integer as rows, coalesce(array_agg(left(a.nome, 8) || ' ' || p.marca order by a.nome) filter (where p.marca <> 'presente'), '{}') as others
       from private.presencas p join private.acompanhamentos a using (inscricao_id) where a.nome like '%de Capoeira' and p.dia = '${day}'`,
  );
  return found;
}

test('a class of forty is taken with a thumb in few taps, on two telephones, without network, and corrected', async ({
  browser,
  mishaps,
}) => {
  test.slow();
  const telephone = async () => {
    const context = await browser.newContext({ baseURL: desk.server.url, ...TOUCHED });
    const page = await context.newPage();
    await showIn(page, 'Roboto');
    await page.addInitScript(notePrinting);
    return { context, page };
  };
  const { context, page } = await telephone();
  await enter(page);

  // forty with four missing take six taps, each on a row that a thumb finds
  await opens(page, 'Capoeira').tap();
  await expect(page.getByRole('dialog', { name: dayInWords(TODAY) })).toBeVisible();
  await expect(state(page)).toContainText(roll.present(40, 40));
  for (const row of await page.locator('.roll__tap').all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  for (const name of MISSING) await press(page, name).tap();
  for (const what of [state(page), done(page)]) await expect(what).toBeInViewport({ ratio: 1 });
  await done(page).tap();
  await expect(state(page)).toContainText(/36 de 40 presentes\. Feita em/);
  await expect(done(page)).toHaveCount(0);
  await expect(state(page)).toBeFocused();
  expect(await stored(TODAY)).toEqual({ rows: 40, others: MISSING.map((name) => `${name} falta`) });
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);

  // behind a name are health and whom to call, and the excuse, which says what stood before
  const row = pupil(page, 'Aluno 03');
  await row.getByRole('button', { name: `${roll.more}: Aluno 03` }).tap();
  await expect(row).toContainText('Saúde: Asma leve');
  await expect(row.getByRole('link').first()).toHaveAttribute('href', 'https://wa.me/5562900999999');
  expect(await violations(page)).toEqual([]);
  await row.getByRole('button', { name: roll.excuse }).tap();
  await expect(row).toContainText(roll.before('Falta')); // it went by itself
  expect((await stored(TODAY))?.others).toContain('Aluno 03 justificada');

  // two telephones take the list of yesterday at once, and a lost answer is made once
  const other = await telephone();
  await enter(other.page);
  await opens(other.page, 'Capoeira').tap();
  for (const one of [page, other.page]) {
    await one.getByLabel(roll.day).fill(DAYS[1]);
    await expect(state(one)).toContainText(roll.present(40, 40));
  }
  await other.page.route(TAKES, (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await press(page, 'Aluno 01').tap();
  for (const name of ['Aluno 02', 'Aluno 05', 'Aluno 05']) await press(other.page, name).tap(); // 05 is there after all
  await Promise.all([done(page).tap(), done(other.page).tap()]);
  for (const one of [page, other.page]) await expect(state(one)).toContainText('Feita em');
  expect(await stored(DAYS[1])).toEqual({ rows: 40, others: ['Aluno 01 falta', 'Aluno 02 falta'] });
  await other.context.close();

  const refused = page.getByRole('alert').filter({ hasText: roll.refused('Capoeira', dayInWords(DAYS[1])) });
  // what the centre refuses is said and kept, and the next tap sends it once it may be
  const teaches = (whose: string) =>
    runSql(desk.server, `update private.turmas set professor = ${whose} where nome = 'Capoeira'`);
  await teaches('null');
  await press(page, 'Aluno 09').tap();
  await expect(refused.first()).toBeVisible();
  await expect(pupil(page, 'Aluno 09')).toContainText('Falta');
  await teaches(`(select id from auth.users where email = '${PROFESSOR.email}')`);
  await press(page, 'Aluno 01').tap();
  await expect
    .poll(async () => (await stored(DAYS[1]))?.others)
    .toEqual(['Aluno 02 falta', 'Aluno 09 falta']);

  // a list of the wrong day is taken back
  await page.getByRole('button', { name: 'Mais', exact: true }).tap();
  await page.getByRole('button', { name: roll.takeBack }).tap();
  await page.getByRole('button', { name: roll.takeBackYes }).tap();
  await expect.poll(async () => (await stored(DAYS[1]))?.rows).toBe(0);
  await expect(done(page)).toBeVisible();

  // a minute without network loses nothing, nor does a reload, and its own account sends it
  await page.clock.install();
  await page.getByLabel(roll.day).fill(DAYS[0]);
  await expect(state(page)).toContainText(roll.present(40, 40));
  const beside = await context.newPage(); // another tab of the same telephone knows
  await enter(beside);
  await expect(opens(beside, 'Capoeira')).toBeVisible();
  await context.setOffline(true);
  await press(page, 'Aluno 07').tap();
  await done(page).tap();
  await expect(beside.getByText(roll.waits('Capoeira', dayInWords(DAYS[0])))).toBeVisible();
  await beside.close();
  await page.clock.fastForward('01:00');
  await expect(state(page)).toContainText(roll.sending);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Aluno');
  await page.route(TAKES, (route) => route.abort());
  await context.setOffline(false);
  await page.reload(); // the telephone has let the page go
  await expect(page.getByText(roll.waits('Capoeira', dayInWords(DAYS[0])))).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).tap();
  await expect(page.getByText(admin.unsentMarks)).toBeVisible();
  await page.unroute(TAKES);
  await enter(page, ADMIN); // somebody else on the same device
  await expect(page.getByRole('button', { name: /^Lista.* da turma Capoeira/ })).toBeVisible();
  await page.clock.fastForward('01:00');
  expect((await stored(DAYS[0]))?.rows).toBe(0);
  await page.getByRole('button', { name: 'Sair' }).tap();
  await enter(page);
  await expect.poll(() => stored(DAYS[0])).toEqual({ rows: 40, others: ['Aluno 07 falta'] });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cc-chamada'))).toBeNull();

  // a month is printed with its marks and room to sign
  await opens(page, 'Capoeira').tap();
  await expect(state(page)).toContainText('Feita em');
  await page.getByRole('button', { name: 'Mais', exact: true }).tap();
  await page.getByRole('button', { name: roll.print }).tap();
  const paper = page.locator('.print-root');
  await expect(paper.locator('tbody tr')).toHaveCount(40);
  const heads = await paper.locator('thead th').allInnerTexts();
  const column = heads.findIndex((head) => head.endsWith(`\n${Number(TODAY.slice(8))}`));
  const boxOf = (name: string) => paper.locator('tbody tr', { hasText: name }).locator('th, td').nth(column);
  for (const name of ['03 J', '04 P', '17 F'])
    await expect(boxOf(`Aluno ${name.slice(0, 2)}`)).toHaveText(name.slice(3));
  for (const words of [classList.letters, classList.signature]) await expect(paper).toContainText(words);
  await context.close();
  expect(mishaps).toEqual([]);
});

test('three absences are told, end a participation, and the place goes to the next of the line', async ({
  page,
  context,
  signIn,
}) => {
  test.slow();
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  const who = `select turma_id as turma, inscricao_id as ipe from private.acompanhamentos where nome ~ '^Ipê'`;
  const [{ turma = '', ipe = '' } = {}] = await runSql<{ turma?: string; ipe?: string }>(desk.server, who);
  const teacher = await signInToApi(apiOf(desk.server), PROFESSOR);
  for (const dia of DAYS)
    await teacher.rpc('fazer_chamada', { turma, dia, marcas: { [ipe]: 'falta' }, pronta: true });

  await signIn(page, '');
  const chips = page.getByRole('group', { name: 'Para fazer' });
  await chips.getByRole('button', { name: 'Faltou (1)' }).click();
  await view(page, 'Ipê de Maculelê').click();
  const card = detail(page).locator('.alert', { hasText: absences.title(3, daysInOrder(DAYS)) });
  const tell = async (inside: Locator) => {
    const link = inside.getByRole('link', { name: /Abrir o WhatsApp/ }).first();
    const [chat] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await chat.close();
    await inside.getByRole('button', { name: 'Sim, mandei' }).click();
  };
  // the card says which days, and the family is told, of which the card knows
  await card.getByRole('button', { name: absences.tell }).click();
  const message = page.getByRole('dialog', { name: 'Avisar a família' });
  await expect(message).toContainText('Sentimos falta de Ipê');
  await tell(message);
  await expect(card).toContainText('Avisada em');
  // 'Voltou' on the wrong card is taken back
  await card.getByRole('button', { name: absences.back }).click();
  await expect(card).toHaveCount(0);
  await inDetail(page, deciding.undo).click();
  // who left frees the place; what is missing is asked for
  await card.getByRole('button', { name: leaving.open }).click();
  const leave = page.getByRole('dialog', { name: leaving.open });
  const submit = leave.getByRole('button', { name: 'Guardar' });
  await submit.click();
  await expect(leave.getByText(leaving.whyMissing)).toBeVisible();
  await leave.getByLabel(leaving.why).selectOption('faltas');
  await leave.getByLabel(leaving.lastDay).fill(TODAY);
  expect(await violations(page)).toEqual([]);
  await submit.click();
  const left = `Saiu${leaving.since(writtenDay(TODAY), 'faltas')}`;
  await expect(detail(page).locator('.detail__facts')).toContainText(left);
  await expect(card).toHaveCount(0);
  // said again, a wrong last day is corrected
  await inDetail(page, 'Mais').click();
  await inDetail(page, leaving.open).click();
  await expect(leave.getByLabel(leaving.why)).toHaveValue('faltas');
  await leave.getByLabel(leaving.lastDay).fill(DAYS[1]);
  await submit.click();
  const since = leaving.since(writtenDay(DAYS[1]), 'faltas');
  await expect(detail(page).locator('.detail__facts')).toContainText(`Saiu${since}`);
  await inDetail(page, 'Fechar').click();
  // the next of the line is called, and approved
  await page.getByRole('link', { name: 'Turmas', exact: true }).click();
  await page.getByRole('button', { name: classes.callNext(1) }).click();
  await expect(detail(page)).toContainText('Peroba de Maculelê');
  await inDetail(page, 'Aprovar em Maculelê').click();
  await expect(detail(page).getByRole('link', { name: /^Avisar Peroba/ })).toBeVisible();
  await inDetail(page, 'Fechar').click();
  // a day without a class is told to its families, one after the other, and to none twice
  await page.getByRole('link', { name: 'Turmas', exact: true }).click();
  await fromRowMenu(page, classes.noClass, 'Maculelê');
  const around = page.getByRole('dialog', { name: /^Avisar/ });
  await expect(around).toContainText('Hoje não tem aula da turma Maculelê');
  const first = await around.locator('bdi').innerText();
  await tell(around);
  await expect(around.locator('bdi')).not.toHaveText(first);
  await page.keyboard.press('Escape'); // somebody else comes in
  await fromRowMenu(page, classes.noClass, 'Maculelê');
  await expect(around.getByRole('button', { name: 'Próxima', exact: true })).toBeVisible();
  await expect(around.locator('.tell__text')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // the list of who took part is offered before it is erased
  await page.getByRole('link', { name: 'Inscrições', exact: true }).click();
  await page.getByText(leavingData.title).first().click();
  await page.getByRole('button', { name: leavingData.open }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(view(page, 'Angico de Maculelê')).toBeVisible();
});
