import type { Page } from '@playwright/test';
import { leaving, renewal as words } from '../../content/attendance.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { renewal } from '../../content/renewal.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { signIn as signInToApi } from '../../kit/desk.ts';
import { ask } from '../../kit/site.ts';
import { showIn } from '../../prove/fonts.ts';
import { PHONE, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { confirmIn, detail, fromRowMenu, inDetail, openScreen, ownDesk, view } from '../support/desk.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';
import { throughChat } from '../support/open-enrolment.ts';

// Sixty families are asked by their links whether somebody goes on: some through the real pages, the rest past the browser.

const NAMES = Array.from({ length: 60 }, (_, at) => `Aluno ${String(at + 1).padStart(2, '0')} da Renovação`);
const INTO = `update private.acompanhamentos set situacao = 'aprovada', decidida_em = now() - interval '1 year', a_avisar = false,
  turma_id = (select id from private.turmas where nome = 'Jiu-Jitsu Infantil')`;

const desk = ownDesk(async (own) => {
  await own.enrolPeople(NAMES.map((nome_completo) => ({ nome_completo })));
  await runSql(own.server, INTO);
});

/** What stands of the sixty: how many of each answer, and how many are in their class still. */
const stand = async () => {
  const [found] = await runSql<Record<string, number>>(
    desk.server,
    `select count(*) filter (where renovacao in ('pedida', 'avisada'))::integer as open, count(*) filter (where renovacao = 'sim')::integer as yes,
       count(*) filter (where renovacao = 'nao')::integer as no, count(*) filter (where situacao = 'aprovada' and turma_id is not null)::integer as there
     from private.acompanhamentos`,
  );
  return found;
};
const chip = (page: Page, count: number) => page.getByRole('button', { name: `Renovação (${count})` });

test('sixty families are asked who goes on: half an answer is none, a school changes, two leave, nothing ends by itself', async ({
  page,
  context,
  browser,
  signIn,
}) => {
  test.slow();
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
  await signIn(page, '');

  // the direção asks, and is led to whose families are told; asked again nobody is asked twice
  const asks = async () => {
    await openScreen(page, 'Turmas');
    await fromRowMenu(page, words.ask, 'Jiu-Jitsu Infantil');
  };
  await asks();
  expect(await violations(page)).toEqual([]);
  await confirmIn(page, words.submit);
  await expect(page.getByText(words.asked(60))).toBeVisible();
  await expect(chip(page, 60)).toHaveAttribute('aria-pressed', 'true');
  await asks();
  await confirmIn(page, words.submit);
  await expect(page.getByText(words.asked(0))).toBeVisible();
  await openScreen(page, 'Inscrições');
  await expect(chip(page, 60)).toHaveAttribute('aria-pressed', 'true');

  // told one after the other, by a message with a link of their own
  await page.getByRole('button', { name: toDo.tellFamilies(25) }).click();
  const dialog = page.getByRole('dialog', { name: /^Avisar/ });
  const links: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    await dialog.getByRole('button', { name: toDo.makeLink }).click();
    const text = await dialog.getByText(/por este link/).innerText();
    links.push(/https?:\S+/.exec(text)?.[0] ?? '');
    await throughChat(page, () =>
      dialog
        .getByRole('link', { name: /Abrir o WhatsApp/ })
        .first()
        .click(),
    );
    await dialog.getByRole('button', { name: toDo.yes }).click();
  }
  await expect(dialog).toContainText('Aluno 04');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: toDo.tellFamilies(25) })).toBeVisible(); // those who were told went to the end

  // a family answers with a thumb; what is closed before it is sent is no answer
  const telephone = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  const family = async (address = '') => {
    const page = await telephone.newPage();
    await showIn(page, 'Roboto');
    await page.goto(address);
    await expect(page.getByRole('heading', { name: renewal.title })).toBeFocused();
    return page;
  };
  const half = await family(links[0]);
  expect(await half.content()).not.toContain('Rua Exemplo');
  await half.getByRole('radio', { name: 'Não' }).check();
  await half.getByRole('button', { name: renewal.no }).tap();
  await half.close();
  expect(await stand()).toEqual({ open: 60, yes: 0, no: 0, there: 60 });
  const whole = await family(links[0]);
  await whole.getByRole('radio', { name: 'Sim' }).check();
  expect(await violations(whole)).toEqual([]);
  expect(await sideways(whole)).toBeLessThanOrEqual(0);
  for (const name of [renewal.yes, renewal.no])
    expect((await whole.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(56);
  await expect(whole.getByRole('button', { name: renewal.no })).toBeInViewport({ ratio: 1 });
  await whole.getByRole('button', { name: renewal.yes }).tap();
  await expect(whole.getByText(renewal.answered.sim)).toBeVisible();
  const { moved, now, send, noted } = situation.requests;
  await whole.getByText(moved.escola).tap();
  await whole.getByLabel(now).last().fill('Escola Nova');
  await whole.getByRole('button', { name: send, exact: true }).last().tap();
  await expect(whole.getByText(noted)).toBeVisible();
  expect(await violations(whole)).toEqual([]);
  const no = await family(links[1]);
  await no.getByRole('button', { name: renewal.no }).tap();
  expect(await stand()).toEqual({ open: 59, yes: 1, no: 0, there: 60 });
  await no.getByRole('button', { name: renewal.sureNo }).tap();
  await expect(no.getByText(renewal.answered.nao)).toBeVisible();
  expect(await violations(no)).toEqual([]);
  await telephone.close();

  // the rest past the browser: forty go on, one does not, seventeen say nothing
  const api = await signInToApi(apiOf(desk.server));
  const all = await runSql<{ id: string }>(
    desk.server,
    `select inscricao_id as id from private.acompanhamentos where renovacao = 'pedida' order by nome limit 41`,
  );
  for (const [at, { id }] of all.entries()) {
    const { code } = await api.rpc<{ code: string }>('fazer_link', { inscricao: id });
    const body = { codigo: code, continua: at > 0 };
    await ask(apiOf(desk.server), '/rest/v1/rpc/responder_renovacao', { body });
  }
  expect(await stand()).toEqual({ open: 17, yes: 41, no: 2, there: 60 });

  // the desk sees who said no and who said nothing, and ends what it has confirmed
  await page.reload();
  await expect(chip(page, 19)).toBeVisible();
  await chip(page, 19).click();
  await expect(page.locator('.enrolments__row')).toHaveCount(19);
  await expect(page.locator('.enrolments__row', { hasText: 'Não continua' })).toHaveCount(2);
  await view(page, 'Aluno 02 da Renovação').click();
  await expect(detail(page)).toContainText('Renovação: não continua');
  expect(await violations(page)).toEqual([]);
  await inDetail(page, leaving.open).first().click();
  const leaves = page.getByRole('dialog', { name: leaving.open });
  await leaves.getByLabel(leaving.lastDay).fill(todayInBrazil());
  await leaves.getByLabel(leaving.why).selectOption('outro');
  await leaves.getByRole('button', { name: 'Guardar' }).click();
  await expect(leaves).toBeHidden();
  await expect(detail(page)).not.toContainText('Renovação: não continua');
  await inDetail(page, 'Fechar').click();
  await expect(chip(page, 18)).toBeVisible();
  await view(page, 'Aluno 03 da Renovação').click();
  await expect(detail(page)).toContainText('Renovação: sem resposta');
  await detail(page).getByLabel(openEnrolment.marks.renovacao).check();
  await expect(detail(page)).toContainText('Renovação: continua, dito à secretaria');
  await inDetail(page, 'Fechar').click();
  await expect(chip(page, 17)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pedidos (1)' })).toBeVisible(); // the school
  expect(await stand()).toEqual({ open: 16, yes: 41, no: 2, there: 59 });
});
