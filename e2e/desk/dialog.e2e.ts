import type { Page, Route } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openFollowUp, openMessages, ownDesk } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, test, toast } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// One enrolment: what one decides by is in sight before anything is pressed, and a decision is made once. Every number
// stands in docs/ux.md §8.1, §8.4 and §8.5.

test.use({ font: 'Roboto' });

const desk = ownDesk((desk) => desk.setChildrensClass());

const shownName = (page: Page) => detail(page).locator('.detail__name');
const facts = (page: Page) => detail(page).locator('.detail__facts');
const bar = (page: Page) => detail(page).locator('.decision');

const APPROVE = 'Aprovar em Jiu-Jitsu Infantil';
const DECIDE = '**/rest/v1/rpc/decidir_situacao';
const REASON = 'a foto do NIS está escura';

/** The six facts, whole and in sight, in a strip of 64 pixels. */
async function expectEvidence(page: Page) {
  const strip = detail(page).locator('.evidence');
  await expect(strip.locator('dt')).toHaveText([
    ...['Idade', 'Cidade', 'Renda, em salários', 'CadÚnico', 'Responsável', 'Repetida?'],
  ]);
  for (const part of await strip.locator('dt, dd').all()) await expect(part).toBeInViewport({ ratio: 0.99 });
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(65);
}

test('sheet, document and decision are in one view where there is room, the document first, and reachable everywhere', async ({
  page,
  signIn,
}) => {
  test.slow();
  const photo = await plain(300, 200, '#d8d4c8').jpeg().toBuffer();
  const name = 'Guariroba Pereira dos Santos';
  const guardian = { nome_responsavel: 'Marta de Teste', telefone_responsavel: '62900999999' };
  await desk.enrol({ nome_completo: name, telefone_whatsapp: '62911110001', ...guardian }, jpegFile(photo));
  await signIn();
  const before = (await desk.auditEntries('abriu_documento')).length;
  await openFollowUp(page, name);
  const primary = inDetail(page, APPROVE);
  const paper = detail(page).locator('.document-view__frame');
  const top = async () => (await paper.boundingBox())?.y;

  for (const [width, height] of [
    [1600, 900],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect((await detail(page).boundingBox())?.width).toBe(896);
    await expect(detail(page).getByText('Dados Pessoais')).toBeInViewport();
    await expect(detail(page).getByRole('img')).toBeInViewport(); // at once
    await expectEvidence(page);
    await expect(primary).toBeInViewport();
    expect((await bar(page).boundingBox())?.height).toBe(36); // one row
  }
  expect(await top()).toBeLessThanOrEqual(200);
  await expect(detail(page).locator('.evidence')).toContainText('Declarou');
  const messages = await openMessages(page);
  await expect(messages).toContainText('Olá, Marta!');
  await messages.getByRole('button', { name: 'Fechar' }).click();
  for (const button of ['Imprimir Ficha', 'Fechar'])
    await expect(detail(page).locator('.dialog__head').getByRole('button', { name: button })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('Esc closes the innermost thing alone', async () => {
    await inDetail(page, 'Ampliar').click(); // the document has the whole window
    const large = page.getByRole('dialog', { name: 'Documento', exact: true });
    await expect(large.getByRole('img')).toBeVisible();
    expect((await large.boundingBox())?.width).toBe(1280);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(paper).toBeVisible();
    await inDetail(page, 'Mais').click();
    await expect(inDetail(page, 'Apagar agora')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(inDetail(page, 'Apagar agora')).toHaveCount(0);
    await inDetail(page, 'Falta documento').click();
    await detail(page).getByLabel('Motivo').fill(REASON);
    await page.keyboard.press('Escape'); // the reason, which stays
    await expect(detail(page).getByLabel('Motivo')).toBeHidden();
    await expect(detail(page).getByText('não guardado', { exact: true })).toBeVisible();
    await inDetail(page, 'Falta documento').click();
    await expect(detail(page).getByLabel('Motivo')).toHaveValue(REASON);
    await inDetail(page, 'Cancelar').click();
    await expect(detail(page)).toBeVisible();
  });

  for (const [width, height] of [
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(detail(page).getByRole('img')).toHaveJSProperty('naturalWidth', 300); // what was read stays in sight
    await expect(primary).toBeInViewport();
    expect(await top()).toBeLessThanOrEqual(270);
    await expectEvidence(page);
    await detail(page).getByText('Dados declarados').scrollIntoViewIfNeeded();
    await expectEvidence(page); // it stays
  }
  if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(1); // and was fetched once
  await inDetail(page, 'Falta documento').click();
  expect(await violations(page)).toEqual([]);
  await inDetail(page, 'Cancelar').click();

  await page.setViewportSize({ width: 640, height: 400 }); // 200 % zoom
  await expect(detail(page).getByText('Data da Inscrição')).toBeInViewport({ ratio: 1 });
  await expect(primary).not.toBeInViewport(); // the foot scrolls with the content
  await inDetail(page, 'Falta documento').click();
  await expect(detail(page).getByLabel('Motivo')).toBeInViewport();
  expect(await violations(page)).toEqual([]);
});

test('a decision is made once, whatever becomes of its answer, of another desk or of the network', async ({
  page,
  context,
  browser,
  signIn,
  mishaps,
}) => {
  test.slow();
  const people = ['Cambuci 1', 'Cambuci 2', 'Copaiba'];
  await desk.enrolPeople(people.toReversed().map((nome_completo) => ({ nome_completo })));
  const [first = '', second = ''] = people;
  const find = async (who: Page, word: string, count: number) => {
    await who.getByRole('searchbox').fill(word);
    await who.getByRole('searchbox').press('Enter');
    await expect(who.locator('.enrolments__row')).toHaveCount(count);
  };
  const alert = bar(page).getByRole('alert');
  const lose = (route: Route) => route.fetch().then(() => route.abort());
  const goTo = async (button: string, name: string) => {
    await inDetail(page, button).click();
    await expect(shownName(page)).toHaveText(name);
  };
  await context.clock.install();
  await signIn();

  await test.step('without an answer the page says so, and makes it again by itself', async () => {
    await find(page, 'Cambuci', 2);
    await openFollowUp(page, first);
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, 'Lista de espera').click();
    await expect(alert).toContainText(/O que você decidiu não se perdeu\..*A página tenta de novo sozinha\./);
    await page.unroute(DECIDE);
    await expect(bar(page).getByText('Situação guardada.')).toBeVisible();
    await expect(detail(page).getByText('De Nova para Lista de espera')).toHaveCount(1);
  });

  await test.step('only the answer is lost: it is one’s own; so it is of an undo, and nobody is told of what was taken back', async () => {
    await page.route(DECIDE, lose, { times: 1 });
    await inDetail(page, APPROVE).click();
    await expect(facts(page)).toContainText('Aprovada');
    await page.route('**/rest/v1/rpc/voltar_decisao', lose, { times: 1 });
    await inDetail(page, 'Desfazer').click();
    await expect(bar(page).getByText('Desfeito.')).toBeVisible();
    await expect(detail(page).getByText('De Lista de espera para Aprovada')).toHaveCount(1);
    await expect(detail(page).getByText(/^Desfez/)).toHaveCount(1);
    await expect(bar(page).locator('.decision__likely').getByRole('link')).toHaveCount(0);
  });

  await test.step('it is made although one has gone on to the next; after a handful of attempts it is told there that it was not', async () => {
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, APPROVE).click();
    await expect(alert).toContainText('A página tenta de novo sozinha.');
    await goTo('Próxima inscrição', second);
    await expect(alert).toHaveCount(0);
    await page.unroute(DECIDE);
    await Promise.all([page.waitForResponse(DECIDE), page.clock.fastForward(10_000)]);
    await goTo('Inscrição anterior', first);
    await expect(facts(page)).toContainText('Aprovada');
    await page.route(DECIDE, (route) => route.abort());
    await goTo('Próxima inscrição', second);
    const sent = page.waitForRequest(DECIDE);
    await inDetail(page, APPROVE).click();
    await sent;
    await goTo('Inscrição anterior', first);
    for (let again = 0; again < 5; again += 1)
      await Promise.all([page.waitForRequest(DECIDE), page.clock.fastForward(10_000)]);
    await expect(toast(page)).toContainText('Veja Cambuci: o que você fez pode não ter sido guardado.');
    await page.unroute(DECIDE);
    await page.keyboard.press('Escape');
  });

  await test.step('two desks never overwrite what they have not seen, undo included', async () => {
    await find(page, 'Copaiba', 1);
    await openFollowUp(page, 'Copaiba');
    const other = await (await browser.newContext({ baseURL: desk.server.url })).newPage();
    await signIn(other);
    await other.getByRole('searchbox').fill('Copaiba');
    await other.getByRole('searchbox').press('Enter');
    await openFollowUp(other, 'Copaiba');
    await inDetail(other, 'Lista de espera').click();
    await expect(bar(other).getByText('Situação guardada.')).toBeVisible();

    await inDetail(page, APPROVE).click();
    await expect(alert).toContainText('De Nova para Lista de espera'); // what they did
    await expect(facts(page)).toContainText('Lista de espera');
    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    await runSql(desk.server, `update private.acompanhamentos set versao = 9 where nome = 'Copaiba'`);
    await inDetail(page, 'Guardar').click();
    const form = page.getByRole('dialog', { name: 'Aprovada' });
    await expect(form.locator('.alert')).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
    await inDetail(page, 'Guardar').click();
    await expect(detail(page).getByText('De Lista de espera para Aprovada')).toBeVisible();

    await inDetail(other, 'Desfazer').click();
    await expect(bar(other).getByRole('alert')).toContainText('Alguém mudou esta inscrição');
    await expect(facts(other)).toContainText('Aprovada');
    await expect(detail(page).getByText(/^Desfez/)).toHaveCount(0);
    await other.context().close();
  });

  await test.step('who leaves while a decision waits for its answer is asked, and told at the sign-in', async () => {
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, 'Falta documento').click();
    await detail(page)
      .getByLabel(/^Motivo/)
      .fill('O NIS.');
    await inDetail(page, 'Guardar').click();
    await expect(alert).toContainText('A página tenta de novo sozinha.');
    for (const open of [2, 1]) {
      await expect(page.getByRole('dialog')).toHaveCount(open);
      await page.keyboard.press('Escape');
    }
    const leave = page.getByRole('button', { name: 'Sair', exact: true });
    await leave.click();
    const question = page.getByRole('dialog', {
      name: 'Uma decisão ainda espera resposta. Sair assim mesmo?',
    });
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(question).toHaveCount(0);
    await leave.click();
    await question.getByRole('button', { name: 'Sair assim mesmo' }).click();
    await expect(
      page.getByText('Uma decisão ainda esperava resposta. Entre e confira se ela foi guardada.'),
    ).toBeVisible();
  });
  mishaps.length = 0; // the browser reports what was cut off
});
