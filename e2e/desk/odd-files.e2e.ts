import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { withStray } from '../../kit/document-bytes.ts';
import { textPdf } from '../../prove/pdf/sample-pdfs.ts';
import { detail, inDetail, openDetail, ownDesk } from '../support/desk.ts';
import { type DocumentFile, jpegFile } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import { closeToast, enrolAnother, SENT } from '../support/sending.ts';

// Files that are a little off, and that browsers and readers open all the same: from the form to the desk.

const PDF = textPdf();
const oddPdf = (name: string): DocumentFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('\xef\xbb\xbf\r\n\0\0', 'latin1'), PDF]),
});
const photo = () => sharp('e2e/support/files/nis.jpg').jpeg().toBuffer();

const desk = ownDesk(async (desk) => {
  // past the form, as it goes where the script that prepares documents did not arrive
  await desk.enrol({ nome_completo: 'Pessoa com PDF' }, oddPdf('folha.pdf'));
  await desk.enrol({ nome_completo: 'Pessoa com Foto' }, jpegFile(withStray(await photo())));
});

async function seesPdf(page: Page, name: string) {
  await openDetail(page, name);
  await detail(page)
    .getByRole('img', { name: /página 1 de 2$/ })
    .waitFor();
  await inDetail(page, 'Fechar').click();
}

async function seesPhoto(page: Page, name: string) {
  await openDetail(page, name);
  const picture = detail(page).getByAltText('Documento enviado com a inscrição');
  await picture.waitFor();
  const { width } = await sharp('e2e/support/files/nis.jpg').metadata();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width);
  await inDetail(page, 'Fechar').click();
}

test('a PDF behind other bytes and a JPEG with bytes between its parts are sent, and opened at the desk', async ({
  page,
  signIn,
}) => {
  const input = page.locator('#cadastroUnico');
  const held = () =>
    input.evaluate(async (element: HTMLInputElement) => [
      ...new Uint8Array((await element.files?.[0]?.arrayBuffer()) ?? new ArrayBuffer()),
    ]);

  await test.step('the form takes them, and sends them without what is too much', async () => {
    await openForm(page, desk.server.url);
    await fillEnrolment(page, { nomeCompleto: 'Família com PDF' }, oddPdf('folha.pdf'));
    await expect(page.getByText('Documento anexado: folha.pdf.')).toBeVisible();
    expect(Buffer.from(await held()).equals(PDF)).toBe(true);
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText(SENT);
    await closeToast(page);
    await enrolAnother(page, { ofFamily: false });
    await fillEnrolment(page, { nomeCompleto: 'Família com Foto' }, jpegFile(withStray(await photo())));
    await expect(page.getByText('Documento anexado: foto.jpg.')).toBeVisible();
    expect(Buffer.from(await held()).equals(await photo())).toBe(true);
    await send(page);
    await expect(toast(page).getByRole('status')).toContainText(SENT);
  });
  await test.step('the desk sees them, as they were sent and as they are', async () => {
    await signIn();
    for (const who of ['Família', 'Pessoa']) {
      await seesPdf(page, `${who} com PDF`);
      await seesPhoto(page, `${who} com Foto`);
    }
  });
});
