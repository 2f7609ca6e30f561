import type { Page } from '@playwright/test';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { ownData as words } from '../../content/own-data.ts';
import { requests } from '../../content/requests.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { answersOf, sheetOf } from '../../domain/desk/sheet.ts';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { call } from '../../kit/site.ts';
import { textOfPdf } from '../../prove/pdf/read-pdf.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import {
  confirmIn,
  detail,
  findAtDesk,
  inDetail,
  openFollowUp,
  openMessages,
  ownDesk,
} from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { askAgain, readAnswers } from '../support/family.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';

// 'Meus dados' (LGPD art. 18) where only a browser can tell: keys, axe, paper, Back, and a family and its desk. What is
// said and asked: app/social-project/situation/family-page.test.tsx, tests/api/own-data.test.ts. Source: docs/ux.md §6.5.

const desk = ownDesk();

const CPF = '529.982.247-25';

const own = (page: Page) => page.getByRole('region', { name: words.title });

/** An enrolment of a child without a guardian's telephone, and its personal code. */
const enrol = (nome_completo: string) =>
  desk.enrol(
    {
      ...{ nome_completo, cpf: CPF, condicao_medica: 'sim', condicao_medica_detalhes: 'Asma desde pequena' },
      ...{ renda_familiar: 'ate-1', escola: 'Escola Exemplo', motivacao: 'Uma linha.\nSegunda linha.' },
    },
    nisPdf,
  );

const rowOf = async (name: string) => {
  const [found] = await runSql<{ row: Record<string, string | null> }>(
    desk.server,
    `select to_jsonb(i) as row from public.inscricoes_projeto i where nome_completo = '${name}'`,
  );
  return found?.row ?? {};
};

/** The next request that is made by pressing this is the number. */
const expectNoted = (page: Page, number: number) =>
  expect(
    own(page)
      .getByRole('status')
      .filter({ hasText: words.noted(number) }),
  ).toBeVisible();

test('a family opens its own data by the CPF with the keyboard alone, takes them on paper, and leaves them closed', async ({
  page,
  browser,
}) => {
  test.slow(); // axe on two sizes, and a PDF
  const code = await enrol('Angico Dados');
  const values = sheetOf(answersOf(await rowOf('Angico Dados'))).flatMap(({ title, cells }) => [
    title,
    ...cells.flatMap(({ label, value }) => [label, value]),
  ]);
  await page.goto(situationPath(code));
  await expect(page.getByRole('heading', { name: situation.each.nova.title })).toBeFocused();
  const main = page.getByRole('main');
  for (const secret of ['Asma', 'Até 1', CPF, 'Angico', 'Rua Exemplo'])
    await expect(main).not.toContainText(secret);

  await page.getByText(words.title, { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(words.cpf)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main).toContainText(words.cpfMissing);
  await expectAccessible(page);
  await page.keyboard.type('52998224725');
  await page.keyboard.press('Enter');
  await expect(own(page).getByRole('heading', { name: words.title })).toBeFocused();
  for (const text of [...values, 'Segunda linha.', nisPdf.name]) await expect(own(page)).toContainText(text);
  await expectAccessible(page);

  await own(page).getByText(words.copy.title, { exact: true }).click();
  await own(page).getByRole('button', { name: words.copy.send }).click();
  await expect(own(page)).toContainText(words.copy.done(1));
  const text = (await textOfPdf(browser, await page.pdf({ format: 'A4' }))).join(' ').replace(/\s+/g, ' ');
  for (const value of [words.copy.heading('Angico Dados'), ...values])
    expect(text).toContain(value.replace(/\s+/g, ' '));
  expect(text).not.toContain(situation.call('')); // nothing of the page around it

  await page.goto('/'); // on a shared telephone the next person goes back
  await page.goBack();
  await expect(page.getByText(words.title, { exact: true })).toBeVisible();
  await expect(main).not.toContainText('Asma');
  const { headers } = await call(apiOf(desk.server), '/projeto-social/situacao');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('what a family asks for, and what the desk makes of it, until its link knows nobody', async ({
  page,
  signIn,
}) => {
  test.slow(); // axe, and both sides
  const name = 'Cagaita Corrige';
  const code = await enrol(name);
  const lost = 'Buriti Sem Link';
  await enrol(lost);
  await askAgain(desk.server, lost);
  const team = await page.context().newPage();
  await readAnswers(page, code, CPF);
  await own(page)
    .getByRole('button', { name: `${words.correct.button} Cidade`, exact: true })
    .click();
  const form = page.getByRole('form', { name: words.correct.title('Cidade') });
  await expect(form.getByLabel(/^Cidade/)).toBeFocused();
  await form.getByLabel(/^Cidade/).fill('');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Digite a cidade.');
  expect(await violations(page)).toEqual([]);
  await form.getByLabel(/^Cidade/).fill('Cidade Certa');
  await page.keyboard.press('Enter');
  await expectNoted(page, 1);
  await own(page).getByText(words.erase.title, { exact: true }).click();
  await own(page).getByRole('button', { name: words.erase.send }).click();
  await expect(own(page)).toContainText(words.erase.sureMissing);
  await own(page).getByLabel(words.erase.sure).check();
  expect(await violations(page)).toEqual([]);
  await own(page).getByRole('button', { name: words.erase.send }).click();
  await expectNoted(page, 2);
  await own(page).getByRole('button', { name: words.close }).click();
  await page.getByText(situation.requests.telephone.title, { exact: true }).click();
  await page.getByLabel(situation.requests.telephoneLabel).fill('62988887777');
  await page.getByRole('button', { name: situation.requests.telephone.send }).click();
  await expect(page.getByText(situation.requests.open.telefone)).toBeVisible();

  await signIn(team, /^Pedidos/);
  await openFollowUp(team, name);
  expect(await violations(team)).toEqual([]);
  await inDetail(team, requests.guardians).click();
  await expect(detail(team).locator('.sheet__facts')).toContainText(
    'Telefone novo do responsável(62) 98888-7777',
  );
  await inDetail(team, `${requests.refuse} ${requests.dismissed}`).first().click();
  expect(await violations(team)).toEqual([]);
  await team.getByRole('button', { name: 'Cancelar' }).last().click();
  await inDetail(team, requests.confirm.corrigir).click();
  await expect(detail(team).getByText('Cidade: de Cidade Exemplo')).toHaveCount(0);
  expect((await rowOf(name)).cidade).toBe('Cidade Certa');

  await test.step('the desk’s message carries a link that opens the family’s page, until the links are ended', async () => {
    await findAtDesk(team, lost);
    await openFollowUp(team, lost);
    const text = (await openMessages(team)).locator('.tell__text');
    await team.getByRole('button', { name: toDo.makeLink }).click();
    await expect(text).toContainText('por este link, que vale até');
    const [made = ''] = /\/projeto-social\/situacao#[0-9a-f]{32}/.exec(await text.innerText()) ?? [];
    const chat = detail(team).getByRole('link', { name: toDo.openChat }).first();
    await expect(chat).toBeFocused();
    expect(decodeURIComponent((await chat.getAttribute('href')) ?? '')).toContain(made);
    expect(await violations(team)).toEqual([]);
    const nobody = page.getByRole('alert').filter({ hasText: situation.nobody });
    await page.goto('/acessibilidade');
    await page.goto(made);
    await expect(page.locator('.situation__answer')).toBeVisible();
    await team.keyboard.press('Escape');
    await inDetail(team, 'Mais').click();
    await inDetail(team, openEnrolment.links.title).click();
    expect(await violations(team)).toEqual([]);
    await inDetail(team, openEnrolment.links.end).click();
    await expect(text).toContainText('não abrem mais');
    await page.reload();
    await expect(nobody).toBeVisible();
    expect(desk.server.output()).not.toContain(made.slice(-32));
  });

  await findAtDesk(team, name);
  await openFollowUp(team, name);
  await inDetail(team, requests.confirm.apagar).click();
  const erasing = team.getByRole('dialog', { name: /^Apagar a inscrição/ });
  await expect(erasing.getByRole('radio')).toHaveCount(0); // the reason is known
  expect(await violations(team)).toEqual([]);
  await erasing.getByLabel(/digite o protocolo/).fill((await rowOf(name)).protocolo ?? '');
  await confirmIn(team, 'Apagar');
  await expect(team.getByText('A inscrição foi apagada.')).toBeVisible();
  await page.goto('/acessibilidade');
  await page.goto(situationPath(code));
  await expect(page.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
});
