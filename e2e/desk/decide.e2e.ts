import type { Locator, Page } from '@playwright/test';
import { validCpf } from '../../kit/family.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { type DocumentFile, nisPdf } from '../support/document-files.ts';
import { expect, holdRequests, pressChip, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';

// What becomes of an enrolment: read, decided with its class, told to the family, taken back. Every number of actions
// stands in docs/ux.md §8.5. Reasons, criteria and notes go by keyboard in keyboard.e2e.ts.

const desk = ownDesk((desk) => desk.setChildrensClass());

const bar = (page: Page) => detail(page).locator('.decision');
const shownName = (page: Page) => detail(page).locator('.detail__name');
const facts = (page: Page) => detail(page).locator('.detail__facts');
const tell = (page: Page) => bar(page).getByRole('link', { name: /Avisar/ });
const asked = (page: Page, situation = 'Aprovada') => page.getByRole('dialog', { name: situation });
const APPROVE = 'Aprovar em Jiu-Jitsu Infantil';
const REASON = 'a foto do NIS está escura';

/** Enrols children with a guardian, nothing doubtful about them, and shows only them; the first stands first. */
async function enrolChildren(
  page: Page,
  word: string,
  count: number,
  changes: Record<string, unknown> = {},
  document?: DocumentFile,
) {
  const names = Array.from({ length: count }, (_, at) => `${word}${String.fromCharCode(97 + at)} de Teste`);
  for (const [at, nome_completo] of names.toReversed().entries()) {
    const number = String(word.length * 100 + at).padStart(4, '0');
    const person = { nome_completo, cpf: validCpf(Number(number)), telefone_whatsapp: `6291111${number}` };
    const guardian = { nome_responsavel: 'Responsável de Teste', telefone_responsavel: `6292222${number}` };
    await desk.enrol({ ...person, ...guardian, ...changes }, document);
  }
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('.enrolments__row')).toHaveCount(count);
  return names as [string, ...string[]];
}

/** Opens a link to WhatsApp and comes back. */
async function sendByWhatsApp(page: Page, link: Locator) {
  const conversation = page.context().waitForEvent('page');
  await link.click();
  await (await conversation).close();
}

/** Chooses the first class that begins with this name; its text also counts who is in it, which changes. */
const chooseClass = async (field: Locator, name: string) => {
  const option = field.locator('option', { hasText: new RegExp(`^${name}`) }).first();
  await field.selectOption((await option.getAttribute('value')) ?? name);
};

test.beforeEach(({ context }) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' })),
);

test('ten new enrolments and their PDFs are read, decided and told in few actions, and those of one family at once', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await signIn();
  await test.step('ten are read, decided and told in at most 34 actions, and none by a letter', async () => {
    const names = await enrolChildren(page, 'Peroba', 10, {}, nisPdf);
    const before = (await desk.auditEntries('abriu_documento')).length;
    let actions = 0;
    const act = async (one: Locator, how = (it: Locator) => it.click()) => {
      actions += 1;
      await how(one);
    };
    await act(view(page, names[0]));
    for (const [at, name] of names.entries()) {
      await expect(shownName(page)).toHaveText(name);
      await expect(detail(page).getByText(`${at + 1} de 10`)).toBeVisible();
      const sheet = detail(page).locator('.pdf-page canvas').first();
      await sheet.waitFor(); // an expectation of what is not there yet describes the whole page at each look
      if (at === 0) for (const key of 'afenpd') await page.keyboard.press(key); // no letter decides, or opens another
      if (at === 3 || at === 6) {
        await act(inDetail(page, 'Falta documento'));
        await act(detail(page).getByLabel('Motivo'), (field) => field.fill(REASON));
        await act(inDetail(page, 'Guardar'));
        await act(inDetail(page, 'Próxima inscrição'));
        continue;
      }
      await act(inDetail(page, APPROVE));
      await expect(tell(page)).toContainText(`Avisar ${name.split(' ')[0]}`);
      await expect(tell(page)).toHaveAttribute('href', /wa\.me\/5562922220\d+\?text=.*aprovada/); // the guardian, and her gender
      if (at === 9) {
        await expect(bar(page).locator('.decision__likely').getByRole('link')).toHaveCount(1); // the golden one
        await expect(inDetail(page, 'Ir à próxima')).toHaveCount(0); // it is the last
      }
      await act(tell(page), (link) => sendByWhatsApp(page, link));
      await act(inDetail(page, at === 9 ? 'Mandei' : 'Mandei e ir à próxima'));
    }
    await expect(bar(page)).toContainText('foi avisada.');
    expect(actions).toBeLessThanOrEqual(34);
    const told = `select count(*)::int as n from private.acompanhamentos
      where nome like 'Peroba%' and situacao = 'aprovada' and turma_id is not null and not a_avisar`;
    await expect.poll(() => runSql(desk.server, told)).toEqual([{ n: 8 }]);
    if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(10); // each look, and no other
    expect(downloads).toEqual([]);
    await inDetail(page, 'Fechar').click();
  });

  await test.step('brothers and sisters get one message, also where the page of those to tell ends between them', async () => {
    const people = Array.from({ length: 26 }, (_, at) => {
      const number = String(at + 1).padStart(2, '0');
      const guardian = { 25: '24', 26: '01' }[number] ?? number;
      return { nome_completo: `Sapucaia ${number}`, telefone_responsavel: `629333300${guardian}` };
    });
    await desk.enrolPeople(people);
    await runSql(
      desk.server,
      'update private.acompanhamentos set a_avisar = false where true',
      `update private.acompanhamentos set situacao = 'aprovada', a_avisar = true, versao = versao + 1,
         decidida_em = now() - interval '1 hour' + right(nome, 2)::integer * interval '1 second'
       where nome like 'Sapucaia %'`,
    );
    await page.reload();
    await pressChip(page, /^A avisar/);
    await page.getByRole('button', { name: 'Avisar 24 famílias' }).click();
    const dialog = page.getByRole('dialog', { name: /^Avisar/ });
    await expect(dialog.locator('bdi')).toHaveText('Sapucaia 01, Sapucaia 26');
    await expect(dialog.locator('.tell__text')).toHaveText(/foi aprovada.*foi aprovada/s);
    await sendByWhatsApp(page, dialog.getByRole('link', { name: /Abrir o WhatsApp/ }));
    let asked = 0; // about the second of them no answer comes
    await page.route('**/rpc/anotar_mensagem', (route) => (++asked === 2 ? route.abort() : route.continue()));
    const sent = dialog.getByRole('button', { name: 'Sim, mandei' });
    await sent.click();
    await expect(dialog.getByText(/^Sem resposta do servidor/)).toBeVisible();
    await sent.click();
    await expect(dialog.locator('bdi')).toHaveText('Sapucaia 02');
    const notes = `select from private.historico join private.acompanhamentos using (inscricao_id) where nome like 'Sapucaia %' and acao = 'mensagem'`;
    expect(await runSql(desk.server, notes)).toHaveLength(2); // once of each
    mishaps.length = 0; // the browser reports the call that was cut off
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'A avisar (24)' })).toBeVisible();
  });
});

test('what is doubtful or full is asked about once, in one form, and a decision is told or taken back', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const cpf = '168.995.350-09';
  await desk.enrolPeople([1, 2, 3].map((at) => ({ nome_completo: `Sibipiruna ${at}`, cpf })));
  await signIn();

  await test.step('who may be repeated is looked at beside this one, judged, and approved all the same', async () => {
    await page.getByRole('searchbox').fill('sibipiruna');
    await page.getByRole('searchbox').press('Enter');
    await openFollowUp(page, 'Sibipiruna 3');
    const others = detail(page).locator('details .sheet');
    await expect(others).toHaveCount(0); // nobody's sheet is opened, or recorded, unasked
    await inDetail(page, APPROVE).click();
    await expect(asked(page)).toContainText('Esta inscrição pode ser repetida. Aprovar assim mesmo?');
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Cancelar').click();
    await detail(page)
      .getByText(/^Outra inscrição \(Nova\): mesmo/)
      .last()
      .click();
    await expect(others).toContainText('Sibipiruna 1');
    await expect(others).not.toContainText('Renda Familiar');
    await inDetail(page, 'São pessoas diferentes').click();
    await expect(detail(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
    await expect(detail(page).getByText(/^Outra inscrição/)).toHaveCount(1);
    await inDetail(page, APPROVE).click();
    await inDetail(page, 'Aprovar assim mesmo').click();
    await expect(facts(page)).toContainText('Aprovada');
    await page.keyboard.press('Escape');
  });

  await test.step('a minor without a guardian is asked about, and Esc asks no more; nothing stays unsaved', async () => {
    const [name] = await enrolChildren(page, 'Cagaita', 1, { nome_responsavel: null });
    await openDetail(page, name);
    await inDetail(page, APPROVE).click();
    await expect(asked(page)).toContainText('Confira antes: menor sem responsável. Aprovar assim mesmo?');
    await page.keyboard.press('Escape');
    await expect(asked(page)).toHaveCount(0);
    await expect(facts(page)).not.toContainText('não guardado');
    await inDetail(page, APPROVE).click();
    await inDetail(page, 'Aprovar assim mesmo').click();
    await expect(facts(page)).toContainText('Aprovada');
    await inDetail(page, 'Mais').click();
    await expect(inDetail(page, 'Em análise')).toHaveCount(0); // set by what comes alone
    await inDetail(page, 'Fechar').click();
  });

  await test.step('a message that was not sent leaves the family to be told, which the open enrolment goes on saying; a double click is none upon the next', async () => {
    const [first, second = ''] = await enrolChildren(page, 'Embiruçu', 2, { sexo: 'masculino' });
    await openDetail(page, first);
    await inDetail(page, APPROVE).click();
    await expect(tell(page)).toHaveAttribute('href', /aprovado(%20|\+| )no/);
    await sendByWhatsApp(page, tell(page));
    await expect(bar(page)).toContainText(`Mandou a mensagem de ${first.split(' ')[0]}?`);
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Não mandei').click();
    await expect(bar(page)).toContainText('continua em A avisar.');
    await sendByWhatsApp(page, tell(page));
    await page.keyboard.press('Escape'); // unanswered
    await expect(page.getByRole('row', { name: first })).toContainText('A avisar');
    await openDetail(page, first);
    const release = await holdRequests(page, '**/rest/v1/rpc/conferir_criterio');
    const box = detail(page).getByLabel('Situação socioeconômica avaliada');
    await box.click();
    await expect(box).toBeChecked(); // before its answer
    await sendByWhatsApp(page, tell(page)); // while a change is on its way
    await inDetail(page, 'Mandei e ir à próxima').click({ clickCount: 2, delay: 150 });
    await expect(shownName(page)).toHaveText(second);
    release();
    await expect(inDetail(page, APPROVE)).toBeEnabled();
    await inDetail(page, 'Fechar').click();
    await expect(page.getByRole('row', { name: first })).not.toContainText('A avisar');
    await expect(page.getByRole('row', { name: second })).toContainText('Nova');
  });
  expect(mishaps).toEqual([]);

  await test.step('a full class makes the waiting list the first choice, and is gone over only when it is meant', async () => {
    const names = await enrolChildren(page, 'Sucupirinha', 3);
    const inClass = `select count(*)::int as n from private.acompanhamentos where situacao = 'aprovada' and turma_id is not null`;
    const [taken] = await runSql<{ n: number }>(desk.server, inClass);
    const places = (taken?.n ?? 0) + 1;
    await desk.setChildrensClass('6 to 15', places);
    await openDetail(page, names[0]);
    await expect(bar(page)).toContainText('1 livre');
    await desk.setChildrensClass('6 to 15', places - 1); // the last one is given away meanwhile
    await inDetail(page, APPROVE).click();
    await expect(asked(page)).toContainText('A turma está cheia. Aprovar além das vagas?');
    await page.keyboard.press('Escape'); // nothing is decided

    const wait = inDetail(page, 'Lista de espera: Jiu-Jitsu Infantil');
    await wait.click();
    await expect(facts(page)).toContainText(/Lista de espera.*Jiu-Jitsu Infantil/);
    await expect(wait).toHaveCount(0);
    await inDetail(page, 'Lista de espera').click(); // the line may become another's, or stay; nobody waits in none
    await detail(page).getByLabel('Turma da espera').selectOption('');
    await inDetail(page, 'Guardar').click();
    await expect(asked(page, 'Lista de espera')).toContainText('Escolha a turma: cada uma tem a sua fila.');
    await inDetail(page, 'Cancelar').click();

    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(names[1] ?? '');
    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    const field = detail(page).getByLabel('Turma (opcional)');
    await chooseClass(field, 'Jiu-Jitsu Infantil');
    await inDetail(page, 'Aprovar além das vagas').click();
    await expect(facts(page)).toContainText('Aprovada');
    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(names[2] ?? '');

    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    await chooseClass(field, 'Muay Thai');
    await expect(asked(page)).toContainText('Fora da idade desta turma: 16 anos ou mais.');
    await expect(field.locator('option')).not.toContainText([/Personal Fight/]);
    await field.selectOption('Aprovar sem turma');
    await inDetail(page, 'Guardar').click();
    await expect(facts(page)).toContainText('Aprovada');
    await expect(facts(page)).not.toContainText('Muay Thai');
    await page.keyboard.press('Escape');
    await desk.setChildrensClass();
    mishaps.length = 0; // the browser reports what was refused for want of a place
  });

  await test.step('a decision is taken back, and its class and day with it, also after a criterion was ticked', async () => {
    const [first] = await enrolChildren(page, 'Jacaranda', 1);
    await openFollowUp(page, first);
    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    await chooseClass(detail(page).getByLabel('Turma (opcional)'), 'Muay Thai');
    await detail(page).getByLabel('Primeiro dia (opcional)').fill('2027-01-05');
    await inDetail(page, 'Guardar').click();
    await expect(facts(page)).toContainText('Muay Thai · 19:00 · Segunda a quinta, a partir de 05/01/2027');
    await detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)').click();
    await expect(detail(page).getByText('Marcou: CadÚnico confere (nome e NIS legíveis)')).toBeVisible();
    await inDetail(page, 'Desfazer').click();
    await expect(bar(page)).toContainText('Desfeito.');
    await expect(detail(page).getByText('Desfez: de Aprovada para Nova')).toBeVisible();
    await expect(facts(page)).not.toContainText('Muay Thai');
    await expect(inDetail(page, 'Desfazer')).toHaveCount(0);
  });
});
