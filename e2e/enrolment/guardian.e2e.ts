import type { Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, findAtDesk, inDetail, openFollowUp, openMessages } from '../support/desk.ts';
import { enrolWithLink } from '../support/family.ts';
import {
  type Answers,
  expect,
  fillEnrolment,
  openForm,
  type RunningServer,
  send,
  startServer,
  test,
} from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';
import { closeToast, loseAnswer } from '../support/sending.ts';

// A minor without the guardian's telephone: every place says the same day in the same words, and
// none once the desk has it. Source: docs/ux.md §4.5, §6.5, §8.5, §8.6.

const PHONE = { width: 360, height: 740 };
const SENTENCE = /Sem o telefone do responsável até \d\d\/\d\d a inscrição é apagada\./g;
const ALONE = { dataNascimento: '05/03/2016', nomeResponsavel: '', telefoneResponsavel: '' };

/** The sentences of the last day in a text, each once. */
const sentences = (text: string | null | undefined) => [...new Set(text?.match(SENTENCE) ?? [])];
const textOf = async (page: Page, name: string) =>
  new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '').searchParams.get('text');

/** Fills the form at 360 px and sends it; what each place there says of the last day, and the family's link. */
async function enrol(page: Page, answers: Partial<Answers>) {
  await page.setViewportSize(PHONE);
  await openForm(page);
  await fillEnrolment(page, answers);
  await expect(page.locator('#parte-4')).toContainText('falta 1');
  const note = await page.locator('#parte-4').innerText();
  await send(page);
  const link = page.getByRole('link', { name: situation.link.open, exact: true });
  await expect(link).toBeVisible();
  await closeToast(page);
  const panel = await page.getByRole('region', { name: 'Inscrição enviada!' }).innerText();
  const chat = await textOf(page, 'Guardar no meu WhatsApp');
  return { address: (await link.getAttribute('href')) ?? '', places: { note, panel, chat } };
}

/** The enrolment of a child without a guardian, past the browser; the family's link. */
const enrolAlone = (server: RunningServer, name: string) =>
  enrolWithLink(server, name, { data_nascimento: '2016-03-05', idade: 10 });

/** What the page of this link says, opened anew. */
const linkPage = async (page: Page, address: string) => {
  if (page.url() === address) await page.reload();
  else {
    await page.goto('/acessibilidade'); // an address that differs behind the # alone would load nothing
    await page.goto(address);
  }
  await expect(page.locator('.situation__answer')).toBeVisible();
  return page.locator('main').innerText();
};

/** Opens the enrolment in the list of the desk, found by its name: many came on the same server, and an old one is on a later page. */
async function openAtDesk(page: Page, name: string) {
  await findAtDesk(page, name);
  await openFollowUp(page, name);
}

/** The message to the family. */
async function messagesOf(page: Page) {
  const messages = await openMessages(page);
  await expect(messages.locator('.tell__text')).toBeVisible();
  const texts = await messages.locator('.tell__text').allInnerTexts();
  await page.keyboard.press('Escape');
  return texts;
}

const GUARDIAN = { name: 'Responsável de Teste', typed: '62988886666', phone: '(62) 98888-6666' };

/** Fills in the guardian that is missing, and sends it. */
async function giveGuardian(page: Page) {
  const form = page.getByRole('form', { name: 'Nome e telefone do responsável' });
  await expect(form).toBeVisible();
  const [name, phone] = [form.getByLabel('Nome do responsável'), form.getByLabel('Telefone do responsável')];
  const button = form.getByRole('button', { name: situation.guardian.send });
  await button.click();
  await expect(name).toBeFocused();
  await expect(form).toContainText('Digite o telefone do responsável, com DDD.');
  await name.fill(GUARDIAN.name);
  await phone.fill('123');
  await button.click();
  await expect(phone).toBeFocused();
  await phone.fill('');
  await phone.pressSequentially(GUARDIAN.typed);
  await phone.blur();
  await expect(phone).toHaveValue(GUARDIAN.phone);
  await expectAccessible(page);
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: situation.guardian.thanks })).toBeVisible();
  await expect(form).toBeHidden();
}

/** The answer was lost: the same once more is there already. */
async function giveAgain(page: Page) {
  const form = page.getByRole('form', { name: 'Nome e telefone do responsável' });
  await form.getByRole('button', { name: situation.guardian.send }).click();
  await expect(page.getByRole('status').filter({ hasText: situation.guardian.thanks })).toBeVisible();
}

test('what every place says of a minor without the guardian’s telephone, until it comes', async ({
  page,
  server,
  signIn,
  mishaps,
}) => {
  test.slow(); // axe and the desk
  const desk = await page.context().newPage();
  const day = writtenDay(laterDay(todayInBrazil(), 30)).slice(0, 5);
  const sentence = [`Sem o telefone do responsável até ${day} a inscrição é apagada.`];
  const { address, places } = await enrol(page, { ...ALONE, nomeCompleto: 'Criança Na Confirmação' });
  await test.step('of a minor without the guardian’s telephone every place says one sentence, until the desk takes it by the link', async () => {
    for (const [place, text] of Object.entries(places))
      expect([place, sentences(text)]).toEqual([place, sentence]);
    await expect(page.getByRole('link', { name: 'Mandar para o responsável' })).toHaveCount(0); // who enrolled a child is asked here
    expect(sentences(await linkPage(desk, address))).toEqual(sentence);
  });
  await test.step('the confirmation asks for the guardian too, and says nothing of the day once it came', async () => {
    await giveGuardian(page);
    const panel = page.getByRole('region', { name: 'Inscrição enviada!' });
    expect(sentences(await panel.innerText())).toEqual([]);
    await expect(panel).not.toContainText('A inscrição chegou sem');
    expect(sentences(await textOf(page, 'Guardar no meu WhatsApp'))).toEqual([]);
    await page.reload();
    await expect(panel).toBeVisible();
    await expect(panel).not.toContainText('A inscrição chegou sem');
    expect(sentences(await linkPage(page, address))).toEqual([]);
  });
  await test.step('of a minor without the guardian’s telephone every place says one sentence, until the desk takes it by the link', async () => {
    const name = 'Criança Sem Telefone';
    const address = await enrolAlone(server, name);
    await page.setViewportSize(PHONE);
    expect(sentences(await linkPage(page, address))).toEqual(sentence);
    await expect(page.locator('main')).toContainText(
      'A inscrição chegou sem o nome e o telefone do responsável.',
    );
    await expect(page.locator('main')).not.toContainText('Você não precisa fazer nada.');
    await expectAccessible(page);

    await signIn(desk);
    await openAtDesk(desk, name);
    for (const text of await messagesOf(desk)) expect(sentences(text)).toEqual(sentence);
    await expect(detail(desk)).toContainText('menor sem telefone do responsável');

    await page.getByText(situation.requests.telephone.title, { exact: true }).click();
    await page.getByLabel(situation.requests.telephoneLabel).fill('62988887777');
    await page.getByRole('button', { name: situation.requests.telephone.send }).click();
    await expect(page.getByText(situation.requests.open.telefone)).toBeVisible();
    expect(sentences(await page.locator('main').innerText())).toEqual(sentence); // nobody has looked at it
    await expect(page.locator('main')).toContainText(situation.sendGuardian); // it may be the child's own

    await openAtDesk(desk, name);
    await expect(detail(desk)).toContainText('Se for do responsável, a inscrição não é mais apagada');
    expect(await violations(desk)).toEqual([]);
    await test.step('the answer is lost, and it is asked for again by itself', async () => {
      await desk.route('**/rpc/atender_pedido', loseAnswer, { times: 1 });
      await inDetail(desk, 'Usar: é do responsável').click();
      await expect(detail(desk).getByRole('alert').filter({ hasText: 'Sem resposta' })).toBeVisible();
      await expect(detail(desk)).toContainText('Confirmou o pedido: outro telefone, do responsável');
    });
    const called = await openMessages(desk);
    await expect(called).toContainText('Ligar para (62) 98888-7777: do responsável');
    await desk.keyboard.press('Escape');
    await expect(detail(desk).locator('.sheet__facts')).toContainText(
      'Telefone novo do responsável(62) 98888-7777',
    );
    await expect(detail(desk)).not.toContainText('menor sem telefone do responsável');
    await expect(detail(desk)).toContainText('Confirmou o pedido: outro telefone, do responsável');
    for (const text of await messagesOf(desk)) expect(sentences(text)).toEqual([]);
    await inDetail(desk, 'Fechar').click();
    await expect(desk.locator('.enrolments__row', { hasText: name })).toContainText('(62) 98888-7777 novo');
    await openFollowUp(desk, name);
    expect(sentences(await linkPage(page, address))).toEqual([]);
    await expect(page.locator('main')).toContainText('A inscrição chegou sem o nome do responsável.');
  });
  await test.step('the guardian that is given by the link takes the day away everywhere at once, and the desk sees it', async () => {
    const name = 'Criança Que Completa';
    const address = await enrolAlone(server, name);
    await page.setViewportSize(PHONE);
    expect(sentences(await linkPage(page, address))).toHaveLength(1);
    expect(mishaps).toEqual([]);
    await page.route('**/rpc/enviar_responsavel', loseAnswer, { times: 1 });
    const form = page.getByRole('form', { name: 'Nome e telefone do responsável' });
    await form.getByLabel('Nome do responsável').fill(GUARDIAN.name);
    await form.getByLabel('Telefone do responsável').fill(GUARDIAN.typed);
    await form.getByRole('button', { name: situation.guardian.send }).click();
    await expect(form).toContainText('Sem internet.');
    mishaps.length = 0; // the browser reports what did not arrive
    await giveAgain(page);
    expect(sentences(await page.locator('main').innerText())).toEqual([]);
    await expect(page.locator('main')).toContainText('Você não precisa fazer nada.');
    expect(sentences(await linkPage(page, address))).toEqual([]);

    await openAtDesk(desk, name);
    await expect(desk.locator('.enrolments__row', { hasText: name })).toContainText('Responsável chegou');
    await expect(detail(desk)).not.toContainText('menor sem telefone do responsável');
    await expect(detail(desk).locator('.sheet__facts')).toContainText(
      `Responsável que veio depois (informado pelo link, não conferido)${GUARDIAN.name}`,
    );
    const called = await openMessages(desk);
    await expect(called).toContainText(
      `Ligar para ${GUARDIAN.phone}: do responsável, informado pelo link, não conferido`,
    );
    await desk.keyboard.press('Escape');
    await expect(detail(desk)).toContainText('Mandou o responsável');
    for (const text of await messagesOf(desk)) expect(sentences(text)).toEqual([]);
    await test.step('approving asks who confirmed it, and one press says so and approves', async () => {
      const press = inDetail(desk, 'Conferi o responsável: aprovar');
      await inDetail(desk, 'Aprovar com turma e primeiro dia').click();
      await expect(detail(desk)).toContainText(
        `(${GUARDIAN.name}, ${GUARDIAN.phone}) foi informado pelo link`,
      );
      expect(await violations(desk)).toEqual([]);
      await press.click();
      await expect(detail(desk)).toContainText('Situação guardada.');
      await inDetail(desk, 'Fechar').click();
      const row = desk.locator('.enrolments__row', { hasText: name });
      await expect(row).toContainText('Aprovada');
      await expect(row).not.toContainText('Responsável chegou');
    });
  });
});

/** Hands out other settings than the usual ones: begun before the first test, so that the rule is off long before it is needed. */
let other: RunningServer;
const change = (values: string) => runSql(other, `update private.configuracao set ${values} where unica`);
/** Waits until the server hands them out too: it asks the database each ten seconds. A static host hands out none. */
async function handsOut(settings: Record<string, unknown>) {
  if (PROJECT) return;
  const handedOut = async () => (await fetch(`${other.url}/config.json`)).json();
  await expect.poll(handedOut, { timeout: 20_000 }).toMatchObject(settings);
}
test.beforeAll(async () => {
  other = await startServer();
  await change('guardar_sem_responsavel_dias = null');
});
test.afterAll(() => other?.stop());

test.describe('where the settings are others', () => {
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  test.use({ baseURL: async ({}, use) => use(other.url) });
  test('no place, notice, blank form or form says what is no longer so', async ({ page }) => {
    test.slow(); // the server asks the database each ten seconds
    await test.step('where the rule is off no place says it', async () => {
      await handsOut({ regras: { diasSemResponsavel: null } });
      const { address, places } = await enrol(page, { ...ALONE, nomeCompleto: 'Criança Sem Prazo' });
      for (const [place, text] of Object.entries(places))
        expect([place, text?.includes('é apagada')]).toEqual([place, false]);
      expect(await linkPage(page, address)).not.toContain('é apagada');
    });
    await test.step('where periods and the e-mail are changed, notice, blank form and form say so', async () => {
      const NAMES = [
        'documento_dias',
        'nao_aprovada_meses',
        'espera_meses',
        'participante_meses',
        'sem_decisao_meses',
      ];
      await change(
        `${NAMES.map((name, at) => `guardar_${name} = ${101 + at}`)}, guardar_sem_responsavel_dias = 106, email_obrigatorio = false`,
      );
      await handsOut({ prazos: { guardar_sem_responsavel_dias: 106 } });
      await page.evaluate(() => sessionStorage.clear()); // the form again, and not the confirmation
      await page.setViewportSize({ width: 1280, height: 800 });
      // as it is served: server/setting-pages.test.ts; here as the scripts leave it
      await page.goto('/privacidade');
      await page.keyboard.press('Tab'); // a sign of a person: the scripts take over
      await expect(page.locator('html')).toHaveClass(/used/);
      const terms = page.getByRole('region', { name: 'Por quanto tempo?' });
      await expect(terms).toContainText('106 dias');
      expect((await terms.innerText()).match(/\b10[1-6] (?:dias|meses)/g)).toEqual([
        '101 dias',
        '102 meses',
        '103 meses',
        '104 meses',
        '105 meses',
        '106 dias',
      ]);
      await page.goto('/projeto-social/ficha-em-branco');
      await expect(page.getByText('E-mail (se tiver)', { exact: true })).toBeVisible();

      await openForm(page);
      const email = page.getByLabel('E-mail (se tiver)');
      await expect(email).not.toHaveAttribute('required');
      await expect(page.getByText('ficar 106 dias sem o telefone')).toBeVisible();
      await expect(page.locator('.belt__count')).toHaveText('0 de 14');
      await expect(page.getByRole('link', { name: 'Não tem e-mail?' })).toHaveCount(0);
      await fillEnrolment(page, { nomeCompleto: 'Pessoa Sem E-mail', email: 'sem arroba' });
      await send(page);
      // the list is the answer to the press, which waits for the document; the field is marked as soon as it is left
      await expect(page.locator('.summary')).toBeVisible();
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await email.fill('');
      await send(page);
      await expect(page.getByRole('region', { name: 'Inscrição enviada!' })).toBeVisible();
      const stored = await runSql(
        other,
        `select email from public.inscricoes_projeto where nome_completo = 'Pessoa Sem E-mail'`,
      );
      expect(stored).toEqual([{ email: null }]);
    });
  });
});
