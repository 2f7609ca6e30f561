import type { Page, Route } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { askAgain, enrolWithLink, expectLater } from '../support/family.ts';
import { expect, type RunningServer, test } from '../support/fixtures.ts';
import { countDocuments, loseAnswer, panel, UPLOADS } from '../support/sending.ts';

// Another document goes over a line and a server that fail: one row, one file. Source: docs/ux.md §6.1, §6.5.

const BINDS = '**/rest/v1/rpc/enviar_outro_documento';
const FILE = 'e2e/support/files/nis.pdf';

test.afterEach(({ mishaps }) => {
  mishaps.length = 0; // each journey breaks something, and the browser says so
});

/** Enrols somebody, whose document is then missing. */
async function enrolled(server: RunningServer, name: string) {
  const address = await enrolWithLink(server, name);
  await askAgain(server, name);
  return address;
}

/** Opens the link and chooses a document; counts the calls from then on. */
async function choose(page: Page, address: string) {
  if (page.url() !== 'about:blank') await page.goto('/acessibilidade'); // so that the next link opens anew
  await page.goto(address);
  await page.locator('#cadastroUnico').setInputFiles(FILE);
  await expect(attached(page)).toBeVisible();
  const calls = { uploads: 0, binds: 0 };
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    if (request.url().includes('/storage/v1/object/cadastro')) calls.uploads += 1;
    if (request.url().endsWith('/enviar_outro_documento')) calls.binds += 1;
  });
  return calls;
}

const attached = (page: Page) => page.getByText('Documento anexado: nis.pdf.');
const press = (page: Page) => page.getByRole('button', { name: situation.better.send });
const thanks = (page: Page) => page.getByRole('status').filter({ hasText: situation.better.thanks });

const cutOff = async (route: Route) => {
  await route.request().frame().page().context().setOffline(true);
  await route.abort('internetdisconnected');
};

/** The browser gives the upload up by itself, as Safari does: `abort` without `error`. */
const giveUp = (route: Route) =>
  route
    .request()
    .frame()
    .evaluate(() => (window as Window & { sent?: XMLHttpRequest }).sent?.abort());

/** Keeps the upload that is under way where `giveUp` finds it. */
const keepUploads = () => {
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    Object.assign(window, { sent: this });
    send.apply(this, body);
  };
};

const FAULTS = [
  ['the browser gives the upload up', 'Envio Interrompido', UPLOADS, giveUp, { uploads: 2, binds: 1 }],
  ['the answer to what binds it is lost', 'Resposta do Fim', BINDS, loseAnswer, { uploads: 1, binds: 2 }],
  ['the internet goes between the two', 'Pessoa sem Sinal', BINDS, cutOff, { uploads: 1, binds: 2 }],
] as const;

test('over a line that fails and two presses one document is stored', async ({ page, context, server }) => {
  await page.clock.install();
  await page.addInitScript(keepUploads);
  for (const [what, name, where, fault, expected] of FAULTS)
    await test.step(`${what}: the page tries again by itself, and one document is stored`, async () => {
      const calls = await choose(page, await enrolled(server, name));
      const before = await countDocuments(server);
      await page.route(where, fault, { times: 1 });
      await press(page).click();
      const isOffline = fault === cutOff;
      await expect(panel(page)).toContainText(isOffline ? 'Sem internet.' : 'Tentando de novo (1 de 3)…');
      if (isOffline) await page.clock.runFor(15_000);
      await expect(attached(page)).toBeVisible();
      await context.setOffline(false);
      await page.clock.runFor(isOffline ? 3000 : 2500);
      await expect(thanks(page)).toBeVisible();
      expect(calls).toEqual(expected);
      expect(await countDocuments(server)).toBe(before + 1);
      await expectLater(server, name, 1);
    });
});
