import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { openDetail } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import {
  ANSWERS,
  expect,
  fillAnswer,
  fillEnrolment,
  holdRequests,
  MOTION,
  openForm,
  send,
  test,
  toast,
} from '../support/fixtures.ts';
import { closeToast, enrolAnother, SENT } from '../support/sending.ts';

test.use(MOTION);

const THANKS = 'Obrigado pelo interesse no Projeto Construindo Campeões. Entraremos em contato em breve!';

test('families enrol, and the administrator reads every answer and opens the very same documents', async ({
  page,
  signIn,
}) => {
  await openForm(page);
  await test.step('a photo and medical details arrive once, however hasty the finger', async () => {
    await fillEnrolment(
      page,
      { nomeCompleto: 'Pessoa com Asma', condicaoMedica: 'Sim', condicaoMedicaDetalhes: 'Asma leve' },
      {
        name: 'Declaração Única (mãe).jpg',
        mimeType: 'image/jpeg',
        buffer: readFileSync('e2e/support/files/nis.jpg'),
      },
    );
    await test.step('while it sends, the button is disabled and says so', async () => {
      const release = await holdRequests(page, '**/rest/v1/inscricoes_projeto');
      await page.getByRole('button', { name: 'Enviar Inscrição' }).dblclick();
      await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
      release();
      await expect(toast(page)).toContainText(SENT);
    });
  });
  await enrolAnother(page, { ofFamily: false });
  await closeToast(page);

  const typed = Object.entries({ ...ANSWERS, nomeCompleto: 'Família com PDF' });
  for (const [name, answer] of typed) if (answer !== '') await fillAnswer(page, name, answer);
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
  await expect(page.locator('#idade')).toHaveValue(/^\d+( anos)?$/);
  await send(page);
  await expect(toast(page).getByRole('status')).toContainText(SENT);
  await expect(toast(page).getByRole('status')).toContainText(THANKS);
  await expect(page.locator('#nomeCompleto')).toHaveValue('');
  await expect(page.locator('#sexo-feminino')).not.toBeChecked();
  expect(
    await page.locator('#cadastroUnico').evaluate((input: HTMLInputElement) => input.files?.length),
  ).toBe(0);
  await expect(page.getByRole('heading', { name: /Inscrição enviada!/ })).toBeVisible();
  const protocol = /\d{4}-\d{4}/.exec(await page.locator('main').innerText())?.[0];
  expect(protocol).toBeTruthy();

  await signIn();
  await test.step('a family enrols with a PDF, and the administrator reads every answer and opens the very same bytes', async () => {
    const sheet = await openDetail(page, 'Família com PDF');
    const given = Object.values({
      ...ANSWERS,
      telefoneWhatsapp: '(62) 90000-0000',
      peso: '52,5 kg',
      altura: '1,62 m',
    });
    for (const text of ['Família com PDF', 'Sim (arquivo anexado)', protocol ?? '', ...given])
      if (text !== ANSWERS.nomeCompleto) await expect(sheet).toContainText(text);
    await expect(sheet.getByRole('region', { name: 'Ficha' }).getByText('Nenhuma')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Fechar' }).last().click();
    await expect(sheet).toBeHidden();

    expect(await downloadedBytes(page, 'Família com PDF')).toEqual(nisPdf.buffer);
    await expect(toast(page).getByRole('status')).toContainText('Download iniciado!');
    await expect(toast(page).getByRole('status')).toContainText(
      'O arquivo começará a ser baixado em uma nova aba.',
    );
  });
  await test.step('a double click sends once', async () => {
    await expect(page.getByRole('row', { name: /Pessoa com Asma/ })).toHaveCount(1);
  });
  await test.step('a photo with an accented name arrives whole', async () => {
    expect(await downloadedBytes(page, 'Pessoa com Asma')).toEqual(readFileSync('e2e/support/files/nis.jpg'));
  });
  await test.step('the medical details of sim are stored and shown', async () => {
    await page.getByRole('row', { name: /Pessoa com Asma/ }).click();
    await expect(page.getByRole('dialog').getByText('Asma leve')).toHaveCount(2);
  });
});

/** Presses 'Doc' in the row and gives the bytes that the new tab downloads; a tab that young may leave the news to its opener. */
async function downloadedBytes(page: Page, name: string): Promise<Buffer> {
  const downloaded = new Promise<Download>((resolve) => {
    page.once('download', resolve);
    page.context().once('page', (tab) => tab.once('download', resolve));
  });
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: /^Doc/ })
    .click();
  return readFileSync(await (await downloaded).path());
}
