import type { CDPSession } from '@playwright/test';
import { onDisk, smallPdf } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import { closeToast, countCalls, enrolAnother, expectOne, panel, ROWS, SENT } from '../support/sending.ts';

// The line goes away in the middle, for real. Source: docs/ux.md §6.1.

test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})); // leaving while it sends
});

test.afterEach(({ mishaps }) => {
  mishaps.length = 0; // each journey breaks something, and the browser says so
});

/** The line of the device: bytes a second upwards, -1 for as fast as it goes; 0 cuts it. */
async function setLine(devtools: CDPSession, upwards: number) {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: upwards === 0,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: upwards || -1,
  });
}

/** The document stays as it is, 600 KB of it, so that a slow line takes a while. */
const heavyPdf = {
  name: 'pesado.pdf',
  mimeType: 'application/pdf',
  buffer: smallPdf('', 600_000),
};

test('the internet goes, and comes back', async ({ page, context, server }) => {
  await page.clock.install();
  await openForm(page);
  await test.step('the internet goes in the middle of the upload, and comes back: it goes on by itself, percent by percent', async () => {
    const one = await expectOne(server);
    await fillEnrolment(page, { nomeCompleto: 'Sinal que Vai e Vem' }, onDisk(heavyPdf));
    await expect(page.getByText('Documento anexado: pesado.pdf.')).toBeVisible();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await setLine(devtools, 150_000);
    await send(page);
    await expect(page.locator('.sending-note')).toContainText(/Enviando documento… [1-9]\d?%/);
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
    await setLine(devtools, 0);
    await expect(panel(page)).toContainText('Não foi enviado ainda.');
    await expect(panel(page)).toContainText('Sem internet.');
    await page.clock.runFor(15_000);
    await expect(panel(page)).toContainText('Tentando de novo (1 de 3)…');
    await setLine(devtools, -1);
    await page.clock.runFor(1000);
    await expect(toast(page).getByRole('status')).toContainText(SENT);
    await one('Sinal que Vai e Vem');
    await devtools.detach();
  });
  await test.step('the internet goes between the upload and the row: the document does not go up again', async () => {
    await closeToast(page);
    await enrolAnother(page, { ofFamily: false });
    const one = await expectOne(server);
    await fillEnrolment(page, { nomeCompleto: 'Sinal que Some no Fim' });
    const calls = countCalls(page);
    await page.route(ROWS, async (route) => {
      if (calls.rows > 1) return route.continue();
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    });
    await send(page);
    await expect(panel(page)).toContainText('Sem internet.');
    await expect(panel(page)).toContainText('Ainda não sabemos se chegou.');
    await expect(page.locator('#nomeCompleto')).toBeDisabled(); // the very same row must go again
    await context.setOffline(false);
    await page.clock.runFor(3000);
    await expect(toast(page).getByRole('status')).toContainText(SENT);
    expect(calls).toEqual({ uploads: 1, rows: 2 });
    await one('Sinal que Some no Fim');
  });
});

test('a screen that breaks leaves the answers, as it says', async ({ page, server }) => {
  await openForm(page);
  const one = await expectOne(server);
  await fillEnrolment(page, { nomeCompleto: 'Página que Quebra' });
  await page.evaluate(() => {
    HTMLDialogElement.prototype.showModal = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.jpg');
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(page.getByText('suas respostas continuam guardadas nesta aba')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.locator('#nomeCompleto')).toHaveValue('Página que Quebra');
  await expect(page.locator('#peso')).toHaveValue('52,5');
  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
  await send(page);
  await expect(toast(page)).toContainText(SENT);
  await one('Página que Quebra');
});
