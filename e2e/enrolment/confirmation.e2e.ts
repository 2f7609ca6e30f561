import type { Page } from '@playwright/test';
import { brand } from '../../content/brand.ts';
import { nextSteps } from '../../content/next-steps.ts';
import { chatLink, phoneInWords } from '../../domain/contact.ts';
import { textOfPdf } from '../../prove/pdf/read-pdf.ts';
import { expectAccessible } from '../support/axe.ts';
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
import { closeToast, enrolAnother, filledIn, sentHeading, sentPanel } from '../support/sending.ts';

test.use(MOTION);

// What there is once an enrolment has arrived: a number, what happens next, and
// nothing of what was answered. Source: docs/ux.md §6.2, §6.3, §4.5.

/** 22:30 of the day before at the centre. */
const SENT_AT = new Date('2025-05-13T01:30:00Z');
/** Answers that may be nowhere once they are sent. */
const MINOR_DETAILS = {
  cpf: '111.444.777-35',
  rg: '7777777',
  peso: '61,3',
  altura: '1,73',
  condicaoMedica: 'Sim',
  condicaoMedicaDetalhes: 'marca de saúde',
};
/** Who needs no guardian. */
const ADULT = { dataNascimento: '05/03/1990', nomeResponsavel: '', telefoneResponsavel: '' };
const MARKS = /111\.?444|7777777|61[.,]3|1[.,]73|marca de saúde|ate-1|salário/;

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
  page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));

test('who has enrolled has the number, and may enrol another person', async ({ page, browser, signIn }) => {
  await openForm(page);
  let protocol = '';
  await test.step('an enrolment that arrived leaves its number in the place of the form, and nothing of its answers', async () => {
    await sendOne(page, {
      ...MINOR_DETAILS,
      nomeCompleto: 'Marca de Nome',
      telefoneWhatsapp: '(62) 99999-1234',
    });
    protocol = await protocolOn(page);
    await test.step('the number and the next steps stand in the place of the empty form', async () => {
      await expect(toast(page).getByRole('status')).toContainText('Inscrição enviada com sucesso! 🎉');
      await expect(toast(page).getByRole('status')).toContainText(
        'Obrigado pelo interesse no Projeto Construindo Campeões. Entraremos em contato em breve!',
      );
      await expect(page).toHaveTitle(`Inscrição enviada | ${brand.name}`);
      expect(protocol).toMatch(/^\d{4}-\d{4}$/);
      const [first, last] = protocol.split('-').map((group) => [...group].join(' '));
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
      await sentPanel(page).getByText('Mais opções').click();
      await expect(sentHeading(page)).toHaveAccessibleDescription(
        new RegExp(`protocolo é ${first}, ${last}`),
      );
      expect(await sentPanel(page).innerText()).not.toMatch(MARKS);
      expect(await sentPanel(page).innerText()).not.toContain('Marca de');

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Inscrição enviada!']);
      await expect(title(page)).toBeHidden();
      await expect(page.locator('form')).toHaveCount(1); // hidden, not removed
      expect(await filledIn(page)).toEqual([]);
      const number = sentPanel(page).locator('.confirmation__protocol');
      const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      expect(await number.evaluate(sizeOf)).toBeGreaterThanOrEqual(40);
      await expect(number).toHaveText(protocol);
    });
    await test.step('the link is written out where the browser may not copy', async () => {
      await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject() }));
      await sentPanel(page).getByRole('button', { name: 'Copiar o link' }).click();
      await expect(sentPanel(page)).toContainText(/Não deu para copiar\. O link é: http:\S+#[0-9a-f]{32}/);
    });
    await test.step('nothing of the answers stays where a script can read it', async () => {
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
      expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      for (const where of [await stored(page), await page.evaluate(() => JSON.stringify(history.state))]) {
        expect(where).not.toMatch(MARKS);
        expect(where).not.toMatch(/Marca de Nome|99999-?1234|Responsável de Teste|@example/);
      }
      expect(
        await page.evaluate(() => Object.keys(JSON.parse(sessionStorage.getItem('cc-comprovante') ?? ''))),
      ).toEqual(['protocol', 'code', 'at', 'bySelf', 'lacks', 'until']);
    });
    await test.step('Back after success shows the number and no old answer', async () => {
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
    });
    await test.step('the number survives a reload', async () => {
      await page.reload();
      await expect(sentPanel(page)).toContainText(protocol);
      await expect(sentHeading(page)).not.toBeFocused();
      await expect(title(page)).toBeHidden();
      await expect(sentPanel(page).getByRole('button', { name: 'Inscrever outra pessoa' })).toBeVisible();
      await expect(sentPanel(page)).not.toContainText('mesma família'); // nothing of the answers is known
      await sentPanel(page).getByText('Mais opções').click();
    });
    await test.step('on one sheet of A4 or A6 stand the number and the contact, nothing to press and nothing private', async () => {
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
    await test.step('a browser that prints nothing says so', async () => {
      await page.evaluate(() => {
        window.print = () => {};
      });
      await sentPanel(page).getByRole('button', { name: 'Imprimir ou salvar o protocolo' }).click();
      const sentence = 'Este navegador não imprime. Guarde no WhatsApp ou tire um print desta tela.';
      await expect(sentPanel(page).getByRole('status').filter({ hasText: sentence })).toBeVisible();
    });
    await test.step('the number is forgotten once the panel is closed', async () => {
      await sentPanel(page).getByRole('link', { name: 'Sair e limpar esta tela' }).click();
      await expect(page).toHaveURL(/\/$/);
      expect(await stored(page)).not.toContain(protocol.replace('-', ''));
      await openForm(page);
      await expect(sentPanel(page)).toHaveCount(0);
    });
  });
  await test.step('another enrolment begins at the empty form, and its number takes the place of the first', async () => {
    await sendOne(page, { nomeCompleto: 'Primeira de Duas' });
    const first = await protocolOn(page);
    await test.step('the next begins at the empty form', async () => {
      await enrolAnother(page, { ofFamily: false });
      await expect(sentPanel(page)).toHaveCount(0);
      await expect(title(page)).toBeFocused();
      await expect(title(page)).toBeInViewport();
      await expect(page).toHaveTitle(/^Projeto Construindo Campeões/);
      expect(await filledIn(page)).toEqual([]);
      await expect(page.locator('.enrolment__form')).toContainText(
        `A inscrição anterior já foi enviada. Protocolo ${first}`,
      );
    });
    await test.step('its number takes the place of the first', async () => {
      await fillEnrolment(page, { ...ADULT, nomeCompleto: 'Segunda de Duas' });
      await page.reload(); // the first number neither takes the focus nor calls the second one sent
      await expect(page.locator('.enrolment__form')).toContainText(first);
      await expect(sentPanel(page)).toHaveCount(0); // nor covers the form
      await expect(page.locator('#nomeCompleto')).toHaveValue('Segunda de Duas');
      await expect(page).toHaveTitle(/^Projeto Construindo Campeões/);
      await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
      await send(page);
      await expect(sentHeading(page)).toBeFocused();
      await expect(sentPanel(page)).not.toContainText(first);
    });
    await signIn();
    await expect(page.getByRole('row', { name: /(Primeira|Segunda) de Duas/ })).toHaveCount(2);
  });
  await test.step('the administrator reads the same number', async () => {
    await page.getByRole('row', { name: /Marca de Nome/ }).click();
    await expect(page.getByRole('dialog')).toContainText(protocol);
  });
});

test.describe('far from the centre', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('each enrolment has the day and the age of the centre, and tells what is missing', async ({
    page,
  }) => {
    await page.clock.setFixedTime(SENT_AT);
    await openForm(page);
    await test.step('the number goes to one’s own WhatsApp with the day it was at the centre', async () => {
      await sendOne(page, { ...MINOR_DETAILS, nomeCompleto: 'Pessoa da Folha de Papel' });
      const protocol = await protocolOn(page);
      const link = sentPanel(page).getByRole('link', { name: 'Guardar no meu WhatsApp' });
      const situation = await sentPanel(page)
        .getByRole('link', { name: 'Ver a situação' })
        .getAttribute('href');
      const { origin, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '');
      expect(origin + pathname).toBe('https://wa.me/');
      expect([...searchParams]).toEqual([
        [
          'text',
          `Projeto Construindo Campeões — ${brand.name}. Inscrição enviada em 12/05/2025. Protocolo ${protocol}. Dúvidas: ${phoneInWords(brand.phone)}. Veja a situação aqui: ${situation}`,
        ],
      ]);
      expect(situation).toMatch(/\/projeto-social\/situacao#[0-9a-f]{32}$/);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(sentPanel(page)).toContainText('Enviada em 12/05/2025, às 22:30.');
    });
    await test.step('somebody under 18 without a guardian is told what is missing and how to bring it', async () => {
      await closeToast(page);
      await enrolAnother(page, { ofFamily: false });
      await sendOne(page, { nomeResponsavel: '', telefoneResponsavel: '' }, 'Para mim');
      const protocol = await protocolOn(page);
      const lastDay = 'Sem o telefone do responsável até 11/06 a inscrição é apagada.'; // 30 days after 12/05
      await test.step('the last day is told, on the page and in the message to oneself', async () => {
        await expect(sentPanel(page)).toContainText(lastDay);
        const link = sentPanel(page).getByRole('link', { name: 'Guardar no meu WhatsApp' });
        expect(new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')).toContain(lastDay);
      });
      await test.step('the panel has no axe violation and does not scroll sideways', async () => {
        await expect(sentPanel(page)).toContainText('Falta um passo');
        await closeToast(page);
        await expectAccessible(page, 'missing step');
      });
      for (const moment of ['at once', 'after a reload'])
        await test.step(`the missing step is named ${moment}`, async () => {
          if (moment === 'after a reload') await page.reload();
          await expect(sentPanel(page)).toContainText(
            'Falta um passo: peça para o responsável falar com a gente no WhatsApp.',
          );
          await expect(sentPanel(page)).toContainText(
            'A inscrição chegou sem o nome e o telefone do responsável.',
          );
          const chat =
            chatLink(brand.phone, `Olá! Sou responsável pela inscrição ${protocol}. Meu nome é`) ?? '';
          await expect(sentPanel(page).locator('.button--primary:visible')).toHaveText([
            'Mandar para o responsável',
          ]);
          const forward = sentPanel(page).getByRole('link', { name: 'Mandar para o responsável' });
          const { href, searchParams } = new URL((await forward.getAttribute('href')) ?? '');
          expect(href).toMatch(/^https:\/\/wa\.me\/\?text=/);
          expect(searchParams.get('text')).toContain(protocol);
          expect(searchParams.get('text')).toContain(lastDay);
          expect(searchParams.get('text')?.endsWith(chat)).toBe(true);
        });
    });
    await sentPanel(page).getByRole('button', { name: 'Inscrever outra pessoa' }).click();
    await test.step('with the keyboard alone', async () => {
      await fillEnrolment(page, { telefoneResponsavel: '' });
      await page.getByRole('button', { name: 'Enviar Inscrição' }).focus();
      await page.keyboard.press('Enter');
      await expect(sentHeading(page)).toBeFocused();
      await expect(sentPanel(page).getByText('Mais opções')).toBeVisible();
      await test.step('somebody without the telephone of the guardian alone is told of it', async () => {
        await expect(sentPanel(page).locator('.button--primary:visible')).toHaveText(['Mandar']);
        await expect(sentPanel(page)).toContainText('sem o telefone do responsável');
        await expect(sentPanel(page).getByRole('textbox')).toBeVisible(); // its script comes last
      });
    });
  });
});
