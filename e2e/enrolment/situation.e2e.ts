import type { Route } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { signIn as signInByCall } from '../../kit/desk.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail } from '../support/desk.ts';
import { askAgain, enrolWithLink, expectLater } from '../support/family.ts';
import { apiOf, expect, fillEnrolment, holdRequests, openForm, send, test } from '../support/fixtures.ts';
import {
  countDocuments,
  enrolAnother,
  filledIn,
  loseAnswer,
  panel,
  sentHeading,
  UPLOADS,
} from '../support/sending.ts';

// A family enrols its children, opens its link, and sends what is asked for over a line that fails. What the page says of
// each answer: app/social-project/situation/family-page.test.tsx. Source: docs/ux.md §5, §6.1, §6.5.

test('a family enrols its children, and reads the situation by a link that reaches no address, log or referrer, or by protocol and birth date', async ({
  page,
  server,
}) => {
  test.slow(); // axe on two sizes
  const asked: Promise<string>[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    asked.push(Promise.resolve(decodeURIComponent(`${request.url().replace(/#.*/, '')} ${referer}`)));
    asked.push(request.allHeaders().then(JSON.stringify, () => '')); // its page was left
  });
  await page.goto('/projeto-social');
  await page.getByRole('link', { name: 'Já me inscrevi: ver a situação' }).click();
  await page.getByRole('button', { name: situation.ask.submit }).click();
  await expect(page.getByLabel(situation.ask.protocol)).toBeFocused();
  await expectAccessible(page);

  await test.step('the next of a family begins with what the family shares, and can empty it with one press', async () => {
    await openForm(page);
    const medical = { condicaoMedica: 'Sim', condicaoMedicaDetalhes: 'marca de saúde' };
    await fillEnrolment(page, { nomeCompleto: 'Irmã Mais Velha', ...medical });
    await send(page);
    await enrolAnother(page, { ofFamily: true });
    const shared = [
      ['cidade', 'Cidade Exemplo'],
      ['enderecoCompleto', 'Rua Exemplo, 100, Setor Central, CEP 76000-000'],
      ['telefoneWhatsapp', '(62) 90000-0000'],
      ['email', 'pessoa@example.com'],
      ['nomeResponsavel', 'Responsável de Teste'],
      ['telefoneResponsavel', '(62) 90000-0001'],
      ['contatoRecados', 'Vizinha, (62) 90000-0002'],
      ['rendaFamiliar', 'ate-1'],
    ];
    await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeFocused();
    await expect(page.getByText('Já escrevemos cidade, endereço')).toBeVisible();
    await expect.poll(() => filledIn(page)).toEqual(shared);
    await page.getByRole('button', { name: 'Esvaziar e começar do zero' }).click();
    await expect.poll(() => filledIn(page)).toEqual([]);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Cidade Exemplo');
    await fillEnrolment(page, { nomeCompleto: 'Irmão Mais Novo' });
    await send(page);
    await expect(sentHeading(page)).toBeFocused();
    const desk = await signInByCall(apiOf(server));
    for (const name of ['Irmã Mais Velha', 'Irmão Mais Novo'])
      expect(await desk.rowsOf(name)).toHaveLength(1);
  });

  const link = page.getByRole('link', { name: situation.link.open, exact: true });
  const address = (await link.getAttribute('href')) ?? '';
  const protocol = (await page.locator('.confirmation__protocol').textContent()) ?? '';
  expect(address).toMatch(/\/projeto-social\/situacao#[0-9a-f]{32}$/);
  const release = await holdRequests(page, '**/assets/FamilyRequests-*.js');
  const answered = page.waitForResponse('**/rpc/situacao_da_inscricao');
  const received = page.getByRole('heading', { name: situation.each.nova.title });
  await link.click();
  await (await answered).finished();
  await page.evaluate(() => new Promise((painted) => setTimeout(painted, 200)));
  await expect(received).toHaveCount(0); // what can be asked for comes with the answer: it would push what is below away under a finger
  release();
  await expect(received).toBeFocused();
  await expect(page).toHaveURL(address);
  await expectAccessible(page);
  await page.getByRole('button', { name: situation.another }).click();
  await expect(page).toHaveURL(/\/projeto-social\/situacao$/);
  await page.getByLabel(situation.ask.protocol).fill(protocol);
  await page.getByLabel(situation.ask.birth).pressSequentially('05032012');
  await page.keyboard.press('Enter');
  await expect(received).toBeFocused();
  const seen = `${(await Promise.all(asked)).join('\n')} ${server.output()}`;
  expect(seen).toContain('/rest/v1/rpc/situacao_por_protocolo');
  const typed = ['2012-03-05', '05/03/2012', 'Irmão', '(62) 90000-0000', '62900000000'];
  for (const secret of [address.slice(-32), protocol, protocol.replace('-', ''), ...typed])
    expect([secret, seen.includes(secret)]).toEqual([secret, false]);
});

const BINDS = '**/rest/v1/rpc/enviar_outro_documento';

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

test('another document goes by the link, once, over a line that fails and two presses, and the desk sees it', async ({
  page,
  context,
  server,
  signIn,
  mishaps,
}) => {
  test.slow(); // axe, documents and two sides
  await page.clock.install();
  await page.addInitScript(keepUploads);
  const attached = page.getByText('Documento anexado: nis.pdf.');
  const press = page.getByRole('button', { name: situation.better.send });
  const attach = async () => {
    await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    await expect(attached).toBeVisible();
  };
  for (const [what, name, where, fault, expected] of FAULTS)
    await test.step(`${what}: the page tries again by itself, and one document is stored`, async () => {
      const address = await enrolWithLink(server, name);
      await askAgain(server, name);
      await page.goto('/acessibilidade'); // so that the link opens anew
      await page.goto(address);
      await press.click();
      await expect(page.getByText(situation.better.missing)).toBeVisible();
      await attach();
      if (fault === giveUp) await expectAccessible(page);
      const calls = { uploads: 0, binds: 0 };
      page.on('request', (request) => {
        if (request.method() !== 'POST') return;
        if (request.url().includes('/storage/v1/object/cadastro')) calls.uploads += 1;
        if (request.url().endsWith('/enviar_outro_documento')) calls.binds += 1;
      });
      const before = await countDocuments(server);
      await page.route(where, fault, { times: 1 });
      await press.dblclick();
      const isOffline = fault === cutOff;
      await expect(panel(page)).toContainText(isOffline ? 'Sem internet.' : 'Tentando de novo (1 de 3)…');
      if (isOffline) await page.clock.runFor(15_000);
      await expect(attached).toBeVisible();
      await context.setOffline(false);
      await page.clock.runFor(isOffline ? 3000 : 2500);
      await expect(page.getByRole('status').filter({ hasText: situation.better.thanks })).toBeVisible();
      await expect(page.getByRole('heading', { name: situation.each['em-analise'].title })).toBeFocused();
      expect(calls).toEqual(expected);
      expect(await countDocuments(server)).toBe(before + 1);
      await expectLater(server, name, 1);
      mishaps.length = 0; // the browser says what was broken
    });
  await test.step('a colleague has decided meanwhile: nothing is changed, and the page says so', async () => {
    await askAgain(server, 'Pessoa sem Sinal');
    await page.reload();
    await attach();
    await runSql(
      server,
      `update private.acompanhamentos set situacao = 'lista-de-espera', motivo = null where nome = 'Pessoa sem Sinal'`,
    );
    await press.click();
    await expect(page.getByText(situation.better.notNeeded)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Lista de espera' })).toBeFocused();
  });
  await test.step('the desk sees the new document, and the first', async () => {
    const desk = await context.newPage();
    await signIn(desk);
    const row = desk.getByRole('row', { name: /Pessoa sem Sinal/ });
    await expect(row).toContainText('Documento novo');
    await row.click();
    const which = detail(desk).getByRole('group', { name: 'Qual documento' });
    await expect(which.getByRole('button')).toHaveText([/^Mandado em/, 'O da inscrição']);
    await expect(which.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
    await expect(detail(desk).getByText('página 1 de 1')).toBeVisible();
    await which.getByRole('button', { name: 'O da inscrição' }).click();
    await expect(detail(desk).getByText('página 1 de 1')).toBeVisible();
    await expect(detail(desk)).toContainText('Mandou outro documento');
    expect(await violations(desk)).toEqual([]);
  });
});
