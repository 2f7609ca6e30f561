import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { situation } from '../../content/situation.ts';
import { phoneInWords } from '../../domain/contact.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { textOfPdf } from '../../prove/pdf/read-pdf.ts';
import { expectAccessible, PHONE } from '../support/axe.ts';
import {
  type Answers,
  expect,
  fillEnrolment,
  MOTION,
  openForm,
  send,
  test,
  toast,
} from '../support/fixtures.ts';
import { closeToast, filledIn, sentHeading, sentPanel } from '../support/sending.ts';

test.use(MOTION);

// What there is once an enrolment has arrived: a number, what happens next, and nothing of what was answered. What is
// said and copied: app/social-project/after/confirmation.test.tsx. Source: docs/ux.md §6.2, §6.3, §4.5.

/** Answers that may be nowhere once they are sent. */
const PRIVATE = {
  ...{
    nomeCompleto: 'Marca de Nome',
    telefoneWhatsapp: '(62) 99999-1234',
    cpf: '111.444.777-35',
    rg: '7777777',
  },
  ...{ peso: '61,3', altura: '1,73', condicaoMedica: 'Sim', condicaoMedicaDetalhes: 'marca de saúde' },
};
const MARKS =
  /111\.?444|7777777|61[.,]3|1[.,]73|marca de saúde|ate-1|salário|Marca de Nome|99999-?1234|Responsável de Teste|pessoa@example/;

const title = (page: Page) => page.getByRole('heading', { name: 'Formulário de Inscrição' });
const protocolOn = async (page: Page) =>
  (await sentPanel(page).locator('.confirmation__protocol').textContent()) ?? '';

/** Sends one from the form that is open. */
async function sendOne(page: Page, answers: Partial<Answers> = {}, forWhom?: string) {
  await fillEnrolment(page, answers);
  if (forWhom) await page.getByLabel(forWhom).check();
  await send(page);
  await expect(sentHeading(page)).toBeFocused();
  await expect(sentPanel(page).getByText('Mais opções')).toBeVisible();
}

/** Everything the browser stores for this site where scripts can read it. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));

test('who has enrolled has the number, and may enrol another person', async ({ page, browser, signIn }) => {
  await openForm(page);
  await sendOne(page, PRIVATE);
  const protocol = await protocolOn(page);
  expect(protocol).toMatch(/^\d{4}-\d{4}$/);
  const [first, last] = protocol.split('-').map((group) => [...group].join(' '));
  await test.step('the number and the next steps stand in the place of the empty form', async () => {
    const said = toast(page).getByRole('status');
    await expect(said).toContainText('Inscrição enviada com sucesso! 🎉');
    await expect(said).toContainText(
      'Obrigado pelo interesse no Projeto Construindo Campeões. Entraremos em contato em breve!',
    );
    await expect(page).toHaveTitle(`Inscrição enviada | ${brand.name}`);
    await expect(sentPanel(page)).toMatchAriaSnapshot(`
      - region "Inscrição enviada!":
        - heading "Inscrição enviada!" [level=1]
        - paragraph: /Seu número de protocolo é ${first}, ${last}\\./
        - paragraph: /Enviada em .+, às .+\\. Anote o número ou tire um print\\. Use para perguntar sobre a inscrição\\./
        - link "Guardar no meu WhatsApp"
        - paragraph: No WhatsApp, escolha o seu nome ou alguém da família, e mande.
        - link "Ver a situação"
        - paragraph: /A equipe lê a inscrição até \\d\\d/\\d\\d e chama no WhatsApp\\. Se faltar algum documento, avisamos\\./
        - group: Inscrever outra pessoa
        - group: Mais opções
    `);
    await expect(sentPanel(page).locator('.button--primary:visible')).toHaveText([nextSteps.saveInChat]);
    await expect(sentHeading(page)).toHaveAccessibleDescription(new RegExp(`protocolo é ${first}, ${last}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Inscrição enviada!']);
    await expect(title(page)).toBeHidden();
    expect(await filledIn(page)).toEqual([]); // hidden, not removed
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    expect(await sentPanel(page).locator('.confirmation__protocol').evaluate(sizeOf)).toBeGreaterThanOrEqual(
      40,
    );
  });
  await test.step('nothing of the answers stays on the page or where a script can read it', async () => {
    for (const where of [await sentPanel(page).innerText(), await stored(page)])
      expect(where).not.toMatch(MARKS);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(JSON.parse(sessionStorage['cc-comprovante'])))).toEqual([
      ...['protocol', 'code', 'at', 'forWhom', 'lacks', 'until'],
    ]);
  });
  await test.step('Back after success and a reload show the number and no old answer', async () => {
    for (const leave of [
      () => page.getByRole('banner').getByRole('link', { name: 'Início' }).first().click(),
      () => page.goto('/privacidade'),
    ]) {
      await leave();
      await expect(sentHeading(page)).toHaveCount(0);
      await page.goBack();
      await expect(sentPanel(page)).toContainText(protocol);
      expect(await filledIn(page)).toEqual([]);
    }
    await page.reload();
    await expect(sentPanel(page)).toContainText(protocol);
    await expect(sentHeading(page)).not.toBeFocused();
    await expect(title(page)).toBeHidden();
    await expect(sentPanel(page).getByRole('button', { name: 'Inscrever outra pessoa' })).toBeVisible();
    await expect(sentPanel(page)).not.toContainText('mesma família'); // nothing of the answers is known
  });
  await test.step('on one sheet of A4 or A6 stand the number and the contact, nothing to press and nothing private', async () => {
    await sentPanel(page).getByText('Mais opções').click();
    for (const format of ['A4', 'A6']) {
      const sheets = await textOfPdf(browser, await page.pdf({ format }));
      expect(sheets, format).toHaveLength(1);
      const text = sheets.join(' ').replace(/\s+/g, ' ');
      for (const words of [protocol, phoneInWords(brand.phone), nextSteps.noPromise])
        expect(text).toContain(words);
      expect(text).not.toContain(nextSteps.close);
      expect(text).not.toMatch(MARKS);
    }
  });
  await test.step('another enrolment begins at the empty form, and its number takes the place of the first', async () => {
    await sentPanel(page).getByRole('button', { name: 'Inscrever outra pessoa' }).click();
    await expect(title(page)).toBeFocused();
    await expect(title(page)).toBeInViewport();
    await expect(page).toHaveTitle(/^Projeto Construindo Campeões/);
    await expect(page.locator('.enrolment__form')).toContainText(
      `A inscrição anterior já foi enviada. Protocolo ${protocol}`,
    );
    await fillEnrolment(page, { nomeCompleto: 'Segunda de Duas' });
    await page.reload(); // the first number neither takes the focus, nor calls the second one sent, nor covers the form
    await expect(page.locator('.enrolment__form')).toContainText(protocol);
    await expect(sentPanel(page)).toHaveCount(0);
    await expect(page.locator('#nomeCompleto')).toHaveValue('Segunda de Duas');
    await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    await send(page);
    await expect(sentHeading(page)).toBeFocused();
    await expect(sentPanel(page)).not.toContainText(protocol);
  });
  await test.step('the number is forgotten once the panel is closed, and the administrator reads the same', async () => {
    const second = await protocolOn(page);
    await sentPanel(page).getByText('Mais opções').click();
    await sentPanel(page).getByRole('link', { name: 'Sair e limpar esta tela' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await stored(page)).not.toContain(second.replace('-', ''));
    await openForm(page);
    await expect(sentPanel(page)).toHaveCount(0);
    await signIn();
    await page.getByRole('row', { name: /Marca de Nome/ }).click();
    await expect(page.getByRole('dialog')).toContainText(protocol);
  });
});

test('a child without the guardian’s telephone: form, confirmation, messages and link say one last day, until the guardian is given', async ({
  page,
}) => {
  const day = writtenDay(laterDay(todayInBrazil(), 30)).slice(0, 5);
  const sentence = `Sem o telefone do responsável até ${day} a inscrição é apagada.`;
  const panel = page.getByRole('region', { name: 'Inscrição enviada!' });
  const textOf = async (name: string) =>
    new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '').searchParams.get('text');
  await page.setViewportSize(PHONE);
  await openForm(page);
  await fillEnrolment(page, {
    dataNascimento: '05/03/2016',
    nomeCompleto: 'Criança Na Confirmação',
    ...{ nomeResponsavel: '', telefoneResponsavel: '' },
  });
  await page.getByLabel(/^Para meu filho/).check();
  await expect(page.locator('#parte-4')).toContainText(sentence);
  await expect(page.locator('#parte-4')).toContainText('falta 1');
  await page.getByRole('button', { name: 'Enviar Inscrição' }).focus();
  await page.keyboard.press('Enter');
  await expect(sentHeading(page)).toBeFocused();
  await closeToast(page);
  const form = page.getByRole('form', { name: 'Nome e telefone do responsável' });
  await expect(form).toBeVisible();
  await expect(panel).toContainText(sentence);
  expect(await textOf('Guardar no meu WhatsApp')).toContain(sentence);
  await expect(page.getByRole('link', { name: 'Mandar para o responsável' })).toHaveCount(0); // who enrolled a child is asked here
  await expectAccessible(page, 'missing step');
  const address =
    (await page.getByRole('link', { name: situation.link.open, exact: true }).getAttribute('href')) ?? '';
  const family = await page.context().newPage();
  await family.goto(address);
  await expect(family.locator('main')).toContainText(sentence);

  await form.getByLabel('Nome do responsável').fill('Responsável de Teste');
  await form.getByLabel('Telefone do responsável').pressSequentially('62988886666');
  await form.getByRole('button', { name: situation.guardian.send }).click();
  await expect(page.getByRole('status').filter({ hasText: situation.guardian.thanks })).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await expect(panel).not.toContainText('A inscrição chegou sem');
  expect(await textOf('Guardar no meu WhatsApp')).not.toContain(sentence);
  await family.reload();
  await expect(family.locator('main')).toContainText('Você não precisa fazer nada.');
  await expect(family.locator('main')).not.toContainText('é apagada');
});
