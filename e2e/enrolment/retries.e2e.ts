import type { CDPSession, Page, Route } from '@playwright/test';
import { onDisk, smallPdf } from '../support/document-files.ts';
import { expect, fillEnrolment, openForm, send, test, toast } from '../support/fixtures.ts';
import {
  closeToast,
  countCalls,
  enrolAnother,
  expectOne,
  loseAnswer,
  panel,
  ROWS,
  SENT,
  UPLOADS,
} from '../support/sending.ts';

// Sending over a connection that fails: whatever happens, one row, one document,
// and no answer lost. Source: docs/ux.md §6.1.

/** Lets the page's clock be moved, so that no test waits for real. */
async function openWithClock(page: Page) {
  await page.clock.install();
  await openForm(page);
}

/** From here on the page's time passes by `runFor` alone, however slow the machine is. */
async function stopClock(page: Page) {
  await expect(page.getByText('Documento anexado: nis.pdf')).toBeVisible(); // with timers of its own
  const now = await page.evaluate(() => Date.now()); // ahead of ours where `runFor` has moved it
  await page.clock.pauseAt(now + 60_000);
}

/** After one was sent: the empty form of the next person, in the same page. */
async function openNext(page: Page) {
  await closeToast(page);
  await page.unrouteAll();
  await enrolAnother(page, { ofFamily: false });
  await expect(page.locator('#nomeCompleto')).toHaveValue('');
}

test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})); // leaving while it sends
});

test.afterEach(({ mishaps }) => {
  mishaps.length = 0; // each journey breaks something, and the browser says so
});

const down = (route: Route) => route.fulfill({ status: 503, json: {} });
const busy = (route: Route) => {
  const json = { statusCode: '429', error: 'x', message: 'x' };
  return route.fulfill({ status: 429, headers: { 'Retry-After': '9' }, json });
};

/** The rest: app/social-project/sending/retry-plan.test.ts and submit-enrolment.test.ts. `waits`: ms from each failure to the next attempt; null: somebody presses the button again. */
const FAULTS = [
  ['the row’s answer is lost', 'Resposta Cortada dois', [], [loseAnswer], [2500], [1, 2]],
  ['the row’s answer is lost, and it is sent by hand', 'Resposta Perdida', [], [loseAnswer], [null], [1, 2]],
  [
    'the upload is refused twice, and its answer lost once',
    'Envio Teimoso',
    [down, busy, loseAnswer],
    [],
    [2500, 9500, 10_500],
    [4, 1],
  ],
] as const;

test('whatever fails on the way, the page tries again until one enrolment has arrived', async ({
  page,
  server,
}) => {
  await openWithClock(page);
  for (const [at, [what, name, uploads, rows, waits, calls]] of FAULTS.entries())
    await test.step(`${what}: it is tried again, and there is one row, one document and one toast of success`, async () => {
      if (at > 0) await openNext(page);
      const one = await expectOne(server);
      await fillEnrolment(page, { nomeCompleto: name });
      const made = countCalls(page);
      for (const [address, faults] of [
        [UPLOADS, uploads],
        [ROWS, rows],
      ] as const) {
        const left = [...faults];
        await page.route(address, (route) => left.shift()?.(route) ?? route.continue());
      }
      await send(page);
      await expect(panel(page)).toContainText('Não foi enviado ainda.');
      await expect(toast(page).getByRole('alert')).toContainText('Erro ao enviar inscrição');
      for (const [at, wait] of waits.entries()) {
        await expect(panel(page)).toContainText(`Tentando de novo (${at + 1} de 3)…`);
        await expect(page.locator('#nomeCompleto')).toHaveValue(name);
        if (rows.length > 0) {
          await expect(panel(page)).toContainText('Ainda não sabemos se chegou.');
          expect(await page.locator('#nomeCompleto').isDisabled()).toBe(true); // at once: sending locks it too
        }
        await (wait === null ? send(page) : page.clock.runFor(wait));
      }
      await expect(toast(page).getByRole('status')).toContainText(SENT);
      expect(made).toEqual({ uploads: calls[0], rows: calls[1] });
      await one(name);
    });
});

test('the page waits and gives up where it should, and sends nothing that it may not', async ({ page }) => {
  await openWithClock(page);
  await fillEnrolment(page, { nomeCompleto: 'Apagada na Espera' });
  await stopClock(page);
  await test.step('the page stops trying after three times, when stopped, and when the form is edited', async () => {
    let calls = 0;
    await page.route(UPLOADS, (route) => {
      calls += 1;
      return route.abort('connectionreset');
    });
    await send(page);
    for (const [at, wait] of [2500, 5500, 10_500].entries()) {
      // by its number: the words of the round before stay until this one has begun to wait
      await expect(panel(page)).toContainText(`Tentando de novo (${at + 1} de 3)…`);
      await expect(panel(page).getByRole('button', { name: 'Parar' })).toBeVisible();
      const next = async () => {
        await page.clock.runFor(wait);
        return calls;
      };
      await expect.poll(next).toBe(at + 2);
    }
    await expect.poll(() => calls).toBe(4);
    await expect(panel(page).getByRole('button', { name: 'Parar' })).toHaveCount(0);
    await expect(panel(page).getByRole('link', { name: 'Falar no WhatsApp' })).toBeVisible();

    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await panel(page).getByRole('button', { name: 'Parar' }).click();
    await page.clock.runFor(20_000);
    expect(calls).toBe(5);

    await panel(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(panel(page)).toContainText('Tentando de novo (1 de 3)…');
    await page.locator('#rg').fill('7654321');
    await expect(panel(page)).not.toContainText('Tentando de novo (');
    await page.clock.runFor(20_000);
    expect(calls).toBe(6);
    await page.unrouteAll();
  });
  await test.step('nothing is sent while somebody decides about erasing, nor after', async () => {
    let tries = 0;
    await page.route(UPLOADS, (route) => {
      tries += 1;
      return route.fulfill({ status: 503, json: {} });
    });
    await send(page);
    await expect(panel(page)).toContainText('Tentando de novo (1 de 3)…');
    await page.getByText('Apagar tudo desta tela').click();
    await expect(panel(page)).not.toContainText('Tentando de novo (');
    await page.clock.runFor(30_000);
    expect(tries).toBe(1);
    await page.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(page.locator('#nomeCompleto')).toHaveValue('');
    await page.clock.runFor(30_000);
    expect(tries).toBe(1);
    await page.unrouteAll();
    await page.clock.resume();
  });
  await test.step('a refusal of the back end is said in its own sentence, and nothing typed is lost', async () => {
    await fillEnrolment(page, { nomeCompleto: 'Nada se Perde' });
    const json = { code: 'P0001', message: 'As inscrições estão fechadas.', details: null, hint: null };
    await page.route(ROWS, (route) => route.fulfill({ status: 400, json }));
    await send(page);
    await expect(toast(page).getByRole('alert')).toContainText('Erro ao enviar inscrição');
    await expect(toast(page).getByRole('alert')).toContainText(json.message);
    await expect(panel(page)).toContainText('Não foi enviado ainda.');
    await expect(page.locator('#nomeCompleto')).toHaveValue('Nada se Perde');
    await expect(page.getByText('Documento anexado: nis.pdf')).toBeVisible();
  });
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

test('the internet goes in the middle of the upload, and comes back: it goes on by itself, percent by percent', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install();
  await openForm(page);
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
