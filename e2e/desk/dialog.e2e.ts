import type { Locator, Page, Route } from '@playwright/test';
import { validCpf } from '../../kit/family.ts';
import { detail, inDetail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { type DocumentFile, nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// One enrolment: evidence and decision together. Every number stands in docs/ux.md §8.1 and §8.5.

const desk = ownDesk((desk) => desk.setChildrensClass());

const shownName = (page: Page) => detail(page).locator('.detail__name');
const bar = (page: Page) => detail(page).locator('.decision');

const APPROVE = 'Aprovar em Jiu-Jitsu Infantil';
const DECIDE = '**/rest/v1/rpc/decidir_situacao';

/** Another one for each word: nobody is to look like somebody of another test. */
const numberOf = (word: string) =>
  1000 + [...word].reduce((sum, letter, at) => (sum * 7 + letter.charCodeAt(0) + at) % 8999, 0);

/** Enrols people with one word in common; their names, of which the newest stands first. */
async function enrol(word: string, count: number, document?: DocumentFile) {
  const names = Array.from({ length: count }, (_, at) => `${word} ${String(count - at).padStart(2, '0')}`);
  for (const [at, nome_completo] of names.toReversed().entries())
    await desk.enrol(
      {
        ...{
          nome_completo,
          cpf: validCpf(numberOf(word) * 100 + at),
          telefone_whatsapp: `629${numberOf(word)}0${100 + at}`,
        },
        ...{ nome_responsavel: 'Responsável de Teste', telefone_responsavel: '62900999999' },
      },
      document,
    );
  return names;
}

/** Shows only the people with this word. */
async function find(page: Page, word: string, count: number) {
  await page.getByRole('searchbox').fill(word);
  await expect(page.locator('.enrolments__row')).toHaveCount(count);
}

const REASON = 'a foto do NIS está escura';

/** The first page of the document is drawn whole: it can be read. */
async function expectDrawn(page: Page) {
  const sheet = detail(page).locator('.pdf-page canvas').first();
  await sheet.waitFor(); // an expectation of what is not there yet describes the whole page at each look
  await expect(sheet).toHaveAttribute('data-drawn', 'whole');
}

/** Every file that the browser saves from now on. */
function downloadsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  return names;
}

test('ten new enrolments and their PDFs are read and decided in at most twenty actions by mouse, and none by a letter', async ({
  page,
  signIn,
}) => {
  test.slow();
  const downloads = downloadsOf(page);
  const names = await enrol('Angelim', 10, nisPdf);
  await signIn();

  await test.step('ten new enrolments and their PDFs are read and decided in at most twenty actions by mouse', async () => {
    await find(page, 'Angelim', 10);
    const before = (await desk.auditEntries('abriu_documento')).length;
    let actions = 0;
    const act = async (what: Locator, how: (what: Locator) => Promise<void> = (it) => it.click()) => {
      actions += 1;
      await how(what);
    };

    await act(view(page, names[0] ?? ''));
    for (const [at, name] of names.entries()) {
      await expect(shownName(page)).toHaveText(name);
      await expect(detail(page).getByText(`${at + 1} de 10`)).toBeVisible();
      await expectDrawn(page);
      if (at === 0) for (const key of 'afenpd') await page.keyboard.press(key); // no letter decides, or opens another
      if (at === 3) {
        await act(inDetail(page, 'Falta documento'));
        await act(detail(page).getByLabel('Motivo'), (field) => field.fill(REASON));
        await act(inDetail(page, 'Gravar e ir à próxima'));
      } else if (at === 6) {
        await act(inDetail(page, 'Falta documento'));
        await act(inDetail(page, REASON));
        await act(inDetail(page, 'Gravar e ir à próxima'));
      } else await act(inDetail(page, APPROVE));
    }
    await expect(bar(page).getByText('Situação gravada. Esta é a última.')).toBeVisible();
    expect(actions).toBeLessThanOrEqual(20);
    await inDetail(page, 'Fechar').click();
    await expect(page.locator('.enrolments__row').filter({ hasText: 'Aprovada' })).toHaveCount(8);
    await expect(page.locator('.enrolments__row').filter({ hasText: 'Falta documento' })).toHaveCount(2);
    if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(10); // each look, and no other
    expect(downloads).toEqual([]);
  });
});

test('a decision is made about the enrolment that was read, and taken back about the same', async ({
  page,
  signIn,
}) => {
  const [first = '', second = ''] = await enrol('Jacaranda', 2);
  const cpf = '168.995.350-09';
  for (const at of [1, 2, 3])
    await desk.enrol({
      nome_completo: `Sibipiruna ${at}`,
      cpf,
      cidade: `Cidade ${at}`,
      telefone_whatsapp: `6292222000${at}`,
      nome_responsavel: 'Responsável de Teste',
      telefone_responsavel: '62900999999',
    });
  await page.clock.install();
  await signIn();

  await test.step('a decision is taken back within a minute, from the next enrolment too, and its class and day with it', async () => {
    await find(page, 'Jacaranda', 2);
    await openFollowUp(page, first);
    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    await detail(page).getByLabel('Turma (opcional)').selectOption('Muay Thai · 19:00 · Segunda a quinta');
    await detail(page).getByLabel('Primeiro dia (opcional)').fill('2027-01-05');
    await inDetail(page, 'Só gravar').click();
    await expect(
      detail(page).getByText('Muay Thai · 19:00 · Segunda a quinta, a partir de 05/01/2027', { exact: true }),
    ).toBeVisible();
    await detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)').check();
    await expect(detail(page).getByText('Marcou: CadÚnico confere (nome e NIS legíveis)')).toBeVisible();
    await inDetail(page, 'Ir à próxima').click(); // what may be taken back stays beside what was ticked since
    await expect(shownName(page)).toHaveText(second);
    await expect(detail(page).getByRole('status').filter({ hasText: second })).toHaveCount(1); // said once
    await inDetail(page, 'Desfazer: Jacaranda aprovada').click();
    await expect(bar(page).getByText('Desfeito. Jacaranda voltou para Nova.')).toBeVisible();
    await expect(shownName(page)).toHaveText(first);
    await expect(detail(page).getByText('De Nova para Aprovada')).toBeVisible();
    await expect(detail(page).getByText('Desfez: de Aprovada para Nova')).toBeVisible();
    await expect(detail(page).locator('.detail__facts')).toContainText('Nova');
    await expect(detail(page).locator('.detail__facts')).not.toContainText('Muay Thai');
    await expect(page.locator('.enrolments__row').filter({ hasText: first })).toContainText('Nova');

    await inDetail(page, 'Lista de espera').click();
    await expect(inDetail(page, 'Desfazer: Jacaranda lista de espera')).toBeVisible();
    await expect(detail(page).locator('.detail__facts')).toContainText('Jiu-Jitsu Infantil'); // in whose line they are
    await inDetail(page, 'Lista de espera').click(); // which may become another's, or stay
    await detail(page).getByLabel('Turma da espera').selectOption('');
    await inDetail(page, 'Só gravar').click();
    await expect(bar(page)).toContainText('Escolha a turma: cada uma tem a sua fila.');
    await inDetail(page, 'Cancelar').click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: first })).toContainText('Lista de espera');
    await openFollowUp(page, second); // closing forgets nothing
    const undo = inDetail(page, 'Desfazer: Jacaranda lista de espera');
    await undo.focus();
    await page.clock.fastForward(61_000);
    await expect(undo).toHaveCount(0);
    await expect(detail(page).getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('approving what may be repeated is asked about once, and pairs are compared one at a time', async () => {
    await find(page, 'sibipiruna', 3);
    await openFollowUp(page, 'Sibipiruna 3');
    await inDetail(page, APPROVE).click();
    await expect(bar(page).getByText('Esta inscrição pode ser repetida. Aprovar assim mesmo?')).toBeVisible();
    await expect(shownName(page)).toHaveText('Sibipiruna 3');
    await inDetail(page, 'Comparar').click();
    const table = detail(page).getByRole('table');
    await expect(table.getByRole('row').nth(1)).toContainText('Sibipiruna 2'); // what differs stands on top
    await expect(table.getByRole('row').last()).toHaveClass('duplicate__same');
    await detail(page)
      .getByText(/^Comparar: /)
      .last()
      .click();
    await expect(table.getByRole('row').nth(1)).toContainText('Sibipiruna 1');
    await inDetail(page, APPROVE).click();
    await inDetail(page, 'Aprovar assim mesmo').click();
    await expect(shownName(page)).toHaveText('Sibipiruna 2');
    await page.keyboard.press('Escape');
  });
});

/** Cuts this tab alone off from the network, or brings it back. */
async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  return (state: 'on' | 'off') =>
    session.send('Network.emulateNetworkConditions', { offline: state === 'off', ...unlimited });
}

test('a decision is made once, whatever becomes of its answer, of a press, of another desk or of the network', async ({
  page,
  context,
  browser,
  signIn,
  mishaps,
}) => {
  test.slow();
  const [first = '', second = ''] = await enrol('Cambuci', 2);
  const pressed = await enrol('Taperebá', 4);
  const [shared = ''] = await enrol('Copaiba', 1);
  const [apart = '', beside = ''] = await enrol('Guapeva', 2);
  const alert = bar(page).getByRole('alert');
  await context.clock.install();
  await signIn();

  await test.step('without an answer the page says so, and makes it again by itself', async () => {
    await find(page, 'Cambuci', 2);
    await openFollowUp(page, first);
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, 'Lista de espera').click();
    await expect(alert).toContainText(/O que você decidiu não se perdeu\..*A página tenta de novo sozinha\./);
    await page.unroute(DECIDE);
    await expect(bar(page).getByText('Situação gravada.')).toBeVisible();
    await expect(detail(page).getByText('De Nova para Lista de espera')).toHaveCount(1);
  });

  await test.step('only the answer is lost: it is one’s own, and the next one opens', async () => {
    await page.route(DECIDE, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await inDetail(page, APPROVE).click();
    await expect(shownName(page)).toHaveText(second);
    await inDetail(page, 'Inscrição anterior').click();
    await expect(detail(page).getByText('De Lista de espera para Aprovada')).toHaveCount(1);
    await expect(alert).toHaveCount(0);
  });

  await test.step('an undo whose answer is lost is made once, too, and nobody is told of what was taken back', async () => {
    const lose = (route: Route) => route.fetch().then(() => route.abort());
    await page.route('**/rest/v1/rpc/voltar_decisao', lose, { times: 1 });
    await inDetail(page, 'Desfazer: Cambuci aprovada').click();
    await expect(bar(page).getByText('Desfeito. Cambuci voltou para Lista de espera.')).toBeVisible();
    await expect(detail(page).getByText(/^Desfez/)).toHaveCount(1);
    await expect(bar(page).getByRole('link', { name: /Avisar/ })).toHaveCount(0);
  });

  await test.step('who leaves waits no more; after a handful of attempts it is told; what was decided stays', async () => {
    await page.route(DECIDE, (route) => route.abort());
    await inDetail(page, APPROVE).click();
    await expect(alert).toContainText('A página tenta de novo sozinha.');
    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(second);
    await expect(alert).toHaveCount(0);
    await inDetail(page, 'Inscrição anterior').click();
    const form = detail(page).getByRole('form', { name: 'Aprovada' });
    await expect(form).toBeVisible();
    const sent = page.waitForRequest(DECIDE);
    await inDetail(page, 'Só gravar').click();
    await sent;
    for (let again = 0; again < 5; again += 1)
      await Promise.all([page.waitForRequest(DECIDE), page.clock.fastForward(10_000)]);
    await expect(alert).toContainText('Sem resposta do servidor. Tente de novo.');
    await expect(form).toBeVisible();
    await page.unroute(DECIDE);
    await inDetail(page, 'Só gravar').click();
    await expect(bar(page).getByText('Situação gravada.')).toBeVisible();
    await expect(detail(page).getByText('De Lista de espera para Aprovada')).toHaveCount(2); // one was taken back
  });

  await test.step('the page of a hotspot is no answer', async () => {
    const hotspot = { status: 403, contentType: 'text/html', body: '<!doctype html><p>Entre na rede' };
    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(second);
    await page.route(DECIDE, (route) => route.fulfill(hotspot), { times: 1 });
    await inDetail(page, 'Lista de espera').click();
    await expect(detail(page).getByText('De Nova para Lista de espera')).toHaveCount(1);
    await page.keyboard.press('Escape');
  });

  await test.step('a double click and a held Enter decide one enrolment, not the unread one after it', async () => {
    await find(page, 'Taperebá', 4);
    await openFollowUp(page, pressed[0] ?? '');
    const primary = inDetail(page, APPROVE);
    await primary.click({ clickCount: 2, delay: 150 }); // the second press comes when the next one is there
    await expect(shownName(page)).toHaveText(pressed[1] ?? '');
    await primary.focus();
    for (let held = 0; held < 8; held += 1) {
      await page.keyboard.down('Enter'); // again and again while it is down
      await page.waitForTimeout(100);
    }
    await page.keyboard.up('Enter');
    await expect(shownName(page)).toHaveText(pressed[2] ?? '');
    await page.keyboard.press('Escape');
    await expect(page.locator('.enrolments__row').filter({ hasText: 'Aprovada' })).toHaveCount(2);
  });

  await test.step('two desks never overwrite what they have not seen, undo included', async () => {
    await find(page, 'Copaiba', 1);
    await openFollowUp(page, shared);
    const other = await (await browser.newContext({ baseURL: desk.server.url })).newPage();
    await signIn(other);
    await other.getByRole('searchbox').fill('Copaiba');
    await openFollowUp(other, shared);
    await inDetail(other, 'Lista de espera').click();
    await expect(bar(other).getByText('Situação gravada.')).toBeVisible();

    await inDetail(page, APPROVE).click();
    await expect(alert).toContainText('De Nova para Lista de espera'); // what they did
    await expect(alert).toContainText('Você queria: Aprovada.'); // and what one wanted
    await expect(detail(page).locator('.detail__facts')).toContainText('Lista de espera');
    await inDetail(page, 'Só gravar').click();
    await expect(detail(page).getByText('De Lista de espera para Aprovada')).toBeVisible();
    await expect(alert).toHaveCount(0);

    await inDetail(other, 'Desfazer: Copaiba lista de espera').click();
    await expect(bar(other).getByRole('alert')).toContainText('Não foi desfeito');
    await expect(detail(other).locator('.detail__facts')).toContainText('Aprovada');
    await expect(detail(page).getByText(/^Desfez/)).toHaveCount(0);
    await other.context().close();
    await page.keyboard.press('Escape');
  });

  await test.step('of two tabs of one person the one without network makes its decision when that is back, a minute later', async () => {
    const tab = await context.newPage();
    const network = await networkOf(tab);
    await signIn(tab);
    await find(tab, 'Guapeva', 2);
    await openFollowUp(tab, apart);
    await network('off');
    await inDetail(tab, APPROVE).click();
    const waiting = bar(tab).getByText('A página tenta de novo sozinha.');
    await expect(waiting).toBeVisible();
    await find(page, 'Guapeva', 2);
    await openFollowUp(page, beside);
    await inDetail(page, 'Lista de espera').click();
    await expect(bar(page).getByText('Situação gravada.')).toBeVisible();
    await context.clock.fastForward(60_000);
    await expect(waiting).toBeVisible();
    await network('on');
    await expect(shownName(tab)).toHaveText(beside);
    await expect(detail(tab).locator('.detail__facts')).toContainText('Lista de espera');
    await inDetail(page, 'Inscrição anterior').click();
    await expect(shownName(page)).toHaveText(apart);
    await expect(detail(page).getByText('De Nova para Aprovada')).toHaveCount(1);
  });
  mishaps.length = 0; // the browser reports what was cut off
});
