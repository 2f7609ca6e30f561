import type { Page } from '@playwright/test';
import { withStray } from '../../kit/document-bytes.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openFollowUp, ownDesk } from '../support/desk.ts';
import { jpegFile, plain } from '../support/document-files.ts';
import { expect, test, toast } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';
import { APPROVE, bar, DECIDE, facts, findSome, lose, shownName } from '../support/open-enrolment.ts';

// One enrolment: what one decides by is in sight before anything is pressed, and what is done is done once. Every number
// stands in docs/ux.md §8.1, §8.4 and §8.5.

test.use({ font: 'Roboto' });

const desk = ownDesk((desk) => desk.setChildrensClass());

/** The six facts, whole and in sight, in a strip of 64 pixels. */
async function expectEvidence(page: Page) {
  const strip = detail(page).locator('.evidence');
  await expect(strip.locator('dt')).toHaveText([
    ...['Idade', 'Cidade', 'Renda, em salários', 'CadÚnico', 'Responsável', 'Saúde'],
  ]);
  for (const part of await strip.locator('dt, dd').all()) await expect(part).toBeInViewport({ ratio: 0.99 });
  expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(65);
}

/** Whether the page can still read an address in its memory. */
const isReadable = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src });
    return image.decode().then(
      () => true,
      () => false,
    );
  }, address);

test('sheet, document and decision are in one view where there is room, the document first, and reachable everywhere', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const photo = withStray(await plain(300, 200, '#d8d4c8').jpeg().toBuffer()); // as some cameras leave it
  const name = 'Guariroba Pereira dos Santos';
  const guardian = { nome_responsavel: 'Marta de Teste', telefone_responsavel: '62900999999' };
  await desk.enrol({ nome_completo: name, telefone_whatsapp: '62911110001', ...guardian }, jpegFile(photo));
  await signIn();
  const before = (await desk.auditEntries('abriu_documento')).length;
  await openFollowUp(page, name);
  const primary = inDetail(page, APPROVE);
  const picture = detail(page).getByRole('img');
  await expect(detail(page).locator('.evidence')).toContainText('Declarou');
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
    await inDetail(page, 'Mais').click();
    await expect(inDetail(page, 'Apagar agora')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(inDetail(page, 'Apagar agora')).toHaveCount(0);
    await expect(picture).toBeVisible();
  });

  for (const [width, height] of [
    [1600, 900],
    [1280, 800],
    [360, 740],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(picture).toHaveJSProperty('naturalWidth', 300); // what was read stays
    await expect(primary).toBeInViewport();
    await expectEvidence(page);
    const { y } = (await detail(page).locator('.document-view__frame').boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(width < 900 ? 270 : 200);
    if (width < 900) {
      await detail(page).getByText('Dados declarados').scrollIntoViewIfNeeded();
      await expectEvidence(page); // it stays
      continue;
    }
    expect((await detail(page).boundingBox())?.width).toBe(896);
    await expect(detail(page).getByText('Dados Pessoais')).toBeInViewport();
    await expect(picture).toBeInViewport(); // at once
    expect((await bar(page).boundingBox())?.height).toBe(36); // one row
  }
  if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(1); // fetched once
  for (const size of [
    { width: 360, height: 740 },
    { width: 640, height: 400 }, // 200 % zoom
  ]) {
    await page.setViewportSize(size);
    await inDetail(page, 'Falta documento').click();
    const reason = detail(page).getByLabel('Motivo');
    await expect(reason).toBeInViewport();
    await expect(reason).toHaveValue(''); // nothing is left of what was typed and cancelled
    await reason.fill('a foto');
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Cancelar').click();
  }
  const address = (await picture.getAttribute('src')) ?? '';
  expect([/^blob:/.test(address), await isReadable(page, address)]).toEqual([true, true]);
  await inDetail(page, 'Fechar').click();
  await expect.poll(() => isReadable(page, address)).toBe(false);
  mishaps.length = 0; // the browser reports what is no longer there
});

test('a decision is made once, whatever becomes of its answer or of the network', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  test.slow();
  const people = ['Cambuci 1', 'Cambuci 2', 'Copaiba'];
  await desk.enrolPeople(people.toReversed().map((nome_completo) => ({ nome_completo })));
  const [first = '', second = ''] = people;
  const alert = bar(page).getByRole('alert');
  const goTo = async (button: string, name: string) => {
    await inDetail(page, button).click();
    await expect(shownName(page)).toHaveText(name);
  };
  await context.clock.install();
  await signIn();

  await test.step('only the answer is lost: it is one’s own; so it is of an undo, which a criterion that was ticked does not end, and nobody is told of what was taken back', async () => {
    await findSome(page, 'Cambuci', 2);
    await openFollowUp(page, first);
    await page.route(DECIDE, lose, { times: 1 });
    await inDetail(page, APPROVE).click();
    await expect(facts(page)).toContainText(/Aprovada.*Jiu-Jitsu Infantil/);
    await detail(page).getByLabel('Situação socioeconômica avaliada').click();
    await expect(detail(page).getByText('Marcou: Situação socioeconômica avaliada')).toBeVisible();
    await page.route('**/rest/v1/rpc/voltar_decisao', lose, { times: 1 });
    await inDetail(page, 'Desfazer').click();
    await expect(bar(page).getByText('Desfeito.')).toBeVisible();
    await expect(detail(page).getByText('De Nova para Aprovada')).toHaveCount(1);
    await expect(detail(page).getByText('Desfez: de Aprovada para Nova')).toHaveCount(1);
    await expect(inDetail(page, 'Desfazer')).toHaveCount(0);
    await expect(bar(page).locator('.decision__likely').getByRole('link')).toHaveCount(0);
  });

  await test.step('without an answer the page says so, and makes it again by itself, although one has gone on to the next; after a handful of attempts it is told there that it was not', async () => {
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, APPROVE).click();
    await expect(alert).toContainText(/O que você decidiu não se perdeu\..*A página tenta de novo sozinha\./);
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
    await findSome(page, 'Copaiba', 1);
    await openFollowUp(page, 'Copaiba');
    await desk.approve('Copaiba', 'Jiu-Jitsu Infantil'); // a colleague
    await inDetail(page, 'Lista de espera').click();
    await expect(alert).toContainText('De Nova para Aprovada'); // what they did
    await expect(facts(page)).toContainText('Aprovada');
    const change = `update private.acompanhamentos set versao = versao + 1 where nome = 'Copaiba'`;
    await inDetail(page, 'Mais').click();
    await inDetail(page, 'Falta documento').click();
    await detail(page).getByLabel('Motivo').fill('a foto do NIS está escura');
    await runSql(desk.server, change);
    await inDetail(page, 'Guardar').click();
    const form = page.getByRole('dialog', { name: 'Falta documento' });
    await expect(form.locator('.alert')).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
    await inDetail(page, 'Guardar').click();
    await expect(detail(page).getByText('De Aprovada para Falta documento')).toBeVisible();
    await runSql(desk.server, change);
    await inDetail(page, 'Desfazer').click();
    await expect(alert).toContainText('Alguém mudou esta inscrição');
    await expect(facts(page)).toContainText('Falta documento');
    await expect(detail(page).getByText(/^Desfez/)).toHaveCount(0);
    await inDetail(page, 'Fechar').click();
  });
  mishaps.length = 0; // the browser reports what was cut off
});
