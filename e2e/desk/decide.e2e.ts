import type { Locator, Page } from '@playwright/test';
import { validCpf } from '../../kit/family.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { type DocumentFile, nisPdf } from '../support/document-files.ts';
import { expect, holdRequests, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';
import { APPROVE, bar, facts, findSome, REASON, shownName, throughChat } from '../support/open-enrolment.ts';

// What becomes of an enrolment: read, decided with its class, told to the family. Every number of actions
// stands in docs/ux.md §8.5. Reasons and criteria go by keyboard in keyboard.e2e.ts.

const desk = ownDesk((desk) => desk.setChildrensClass());

const tell = (page: Page) => bar(page).getByRole('link', { name: /Avisar/ });
const asked = (page: Page) => page.getByRole('dialog', { name: 'Aprovada' });

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
  await findSome(page, word, count);
  return names as [string, ...string[]];
}

/** Chooses the first class that begins with this name; its text also counts who is in it, which changes. */
const chooseClass = async (field: Locator, name: string) => {
  const option = field.locator('option', { hasText: new RegExp(`^${name}`) }).first();
  await field.selectOption((await option.getAttribute('value')) ?? name);
};

test.beforeEach(({ context }) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' })),
);

test('ten new enrolments and their PDFs are read, decided and told in at most 34 actions, and none by a letter', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
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
    await act(tell(page), (link) => throughChat(page, () => link.click()));
    await act(inDetail(page, at === 9 ? 'Mandei' : 'Mandei e ir à próxima'));
  }
  await expect(bar(page)).toContainText('foi avisada.');
  expect(actions).toBeLessThanOrEqual(34);
  const told = `select count(*)::int as n from private.acompanhamentos
    where nome like 'Peroba%' and situacao = 'aprovada' and turma_id is not null and not a_avisar`;
  await expect.poll(() => runSql(desk.server, told)).toEqual([{ n: 8 }]);
  if (NOTES_READS) expect((await desk.auditEntries('abriu_documento')).length - before).toBe(10); // each look, and no other
});

test('what is doubtful or full is asked about once, in one form, and who was not told goes on waiting for it', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  const cpf = '168.995.350-09';
  await desk.enrolPeople(['Um', 'Dois', 'Três'].map((one) => ({ nome_completo: `Sibipiruna ${one}`, cpf })));
  await signIn();

  await test.step('who may be repeated is looked at beside this one, judged, and approved all the same; each look is recorded once', async () => {
    const count = async (action: string) => (await desk.auditEntries(action)).length;
    const looks = async () => [await count('viu_lista'), await count('viu_ficha')];
    const [lists = 0, sheets = 0] = await looks();
    await findSome(page, 'sibipiruna', 3);
    await openFollowUp(page, 'Sibipiruna Três');
    const others = detail(page).locator('details .sheet');
    const pairs = detail(page).getByText(/^Outra inscrição \(Nova\): mesmo/);
    await expect(others).toHaveCount(0); // nobody's sheet is opened unasked
    await inDetail(page, APPROVE).click();
    await expect(asked(page)).toContainText('Confira antes: pode ser repetida. Aprovar assim mesmo?');
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Cancelar').click();
    await expect(facts(page)).not.toContainText('não guardado');
    await pairs.last().click();
    await expect(others).toContainText('Sibipiruna Um');
    await expect(others).not.toContainText('Renda Familiar');
    if (NOTES_READS) expect(await looks()).toEqual([lists + 2, sheets + 2]); // the list, and the siblings
    await inDetail(page, 'São pessoas diferentes').click();
    await expect(detail(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
    await expect(pairs).toHaveCount(1);
    await inDetail(page, APPROVE).click();
    await inDetail(page, 'Aprovar assim mesmo').click();
    await expect(facts(page)).toContainText('Aprovada');
    await inDetail(page, 'Mais').click();
    await expect(inDetail(page, 'Em análise')).toHaveCount(0); // set by what comes alone
    await page.keyboard.press('Escape');

    await pairs.click();
    await expect(others).toContainText('Sibipiruna Dois');
    await desk.erase('Sibipiruna Dois');
    await inDetail(page, 'Marcar como repetida').click();
    await expect(pairs).toHaveCount(0);
    await expect(detail(page).getByText('Esta inscrição foi marcada como repetida de outra.')).toHaveCount(0);
    await inDetail(page, 'Fechar').click();
  });

  await test.step('a message that was not sent leaves the family to be told, which the open enrolment goes on saying; a double click is none upon the next', async () => {
    const [first, second = ''] = await enrolChildren(page, 'Embiruçu', 2, { sexo: 'masculino' });
    const openChat = () => throughChat(page, () => tell(page).click());
    await openDetail(page, first);
    await inDetail(page, APPROVE).click();
    await expect(tell(page)).toHaveAttribute('href', /aprovado(%20|\+| )no/);
    await openChat();
    await expect(bar(page)).toContainText(`Mandou a mensagem de ${first.split(' ')[0]}?`);
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Não mandei').click();
    await expect(bar(page)).toContainText('continua em A avisar.');
    await openChat();
    await page.keyboard.press('Escape'); // unanswered
    await expect(page.getByRole('row', { name: first })).toContainText('A avisar');
    await openDetail(page, first);
    const release = await holdRequests(page, '**/rest/v1/rpc/conferir_criterio');
    await detail(page).getByLabel('Situação socioeconômica avaliada').click();
    await openChat(); // while a change is on its way
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
    const [first, second = ''] = await enrolChildren(page, 'Sucupirinha', 2);
    const inClass = `select count(*)::int as n from private.acompanhamentos where situacao = 'aprovada' and turma_id is not null`;
    const [{ n: taken } = { n: 0 }] = await runSql<{ n: number }>(desk.server, inClass);
    await desk.setChildrensClass('6 to 15', taken + 1);
    await openDetail(page, first);
    await expect(bar(page)).toContainText('1 livre');
    await desk.setChildrensClass('6 to 15', taken); // the last one is given away meanwhile
    await inDetail(page, APPROVE).click();
    await expect(asked(page)).toContainText('A turma está cheia. Aprovar além das vagas?');
    await page.keyboard.press('Escape'); // nothing is decided

    const wait = inDetail(page, 'Lista de espera: Jiu-Jitsu Infantil');
    await wait.click();
    await expect(facts(page)).toContainText(/Lista de espera.*Jiu-Jitsu Infantil/);
    await expect(wait).toHaveCount(0);

    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(second);
    await inDetail(page, 'Aprovar…').click();
    await expect(detail(page).getByLabel('Turma (opcional)')).toHaveValue(''); // none has a place
    await chooseClass(detail(page).getByLabel('Turma (opcional)'), 'Muay Thai');
    await expect(asked(page)).toContainText('Fora da idade desta turma: 16 anos ou mais.');
    await chooseClass(detail(page).getByLabel('Turma (opcional)'), 'Jiu-Jitsu Infantil');
    await inDetail(page, 'Aprovar além das vagas').click();
    await expect(facts(page)).toContainText(/Aprovada.*Jiu-Jitsu Infantil/);
    mishaps.length = 0; // the browser reports what was refused for want of a place
  });
});
