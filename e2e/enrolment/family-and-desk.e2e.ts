import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { SITUATIONS, type Situation } from '../../domain/desk/situations.ts';
import { startOwnPostgres } from '../../prove/own-postgres.ts';
import { logFile } from '../../server/postgres/server-log.ts';
import { TEST_FOLDER } from '../../tests/support/test-folder.ts';
import { detail, findAtDesk, inDetail, openFollowUp, openMessages } from '../support/desk.ts';
import {
  expect,
  fillEnrolment,
  openForm,
  type RunningServer,
  send,
  startServer,
  test,
} from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// One family and one desk from the form to the withdrawal, over each PostgreSQL that a site may have.

const NAME = 'Pessoa da Jornada';
const [BIRTH, PHONE, NEW_PHONE] = ['05/03/2012', '62911113333', '62988887777'];

for (const own of [false, true])
  test.describe(own ? 'over a PostgreSQL of one’s own' : 'over the embedded PostgreSQL', () => {
    test.skip(own && PROJECT !== null, 'a project has one database');
    let postgres: Awaited<ReturnType<typeof startOwnPostgres>> | null = null;
    let dataDir: string | undefined;
    let site: RunningServer;
    test.beforeAll(async () => {
      if (!own) {
        site = await startServer();
        return;
      }
      postgres = await startOwnPostgres();
      dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-e2e-'));
      site = await startServer({ DATABASE_URL: await postgres.newDatabase() }, dataDir);
    });
    test.afterAll(async () => {
      await site.stop();
      await postgres?.stop();
      if (dataDir) rmSync(dataDir, { recursive: true, force: true });
    });
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
    test.use({ baseURL: async ({}, use) => use(site?.url) });

    test('an enrolment, each situation, another photo, a telephone and a withdrawal, seen on both sides and named in no log or address', async ({
      page,
      context,
      signIn,
    }) => {
      const asked = recordAddresses(context);
      await openForm(page);
      await fillEnrolment(page, { nomeCompleto: NAME, dataNascimento: BIRTH, telefoneWhatsapp: PHONE });
      await send(page);
      const link = page.getByRole('link', { name: situation.link.open, exact: true });
      const address = (await link.getAttribute('href')) ?? '';
      const protocol = (await page.locator('.confirmation__protocol').textContent()) ?? '';
      await link.click();
      await sees(page, 'nova');
      if (dataDir) expect(() => statSync(join(dataDir ?? '', 'postgresql'))).toThrow();

      const desk = await context.newPage();
      await signIn(desk);
      await openFollowUp(desk, NAME);
      if (!own) await toTheWithdrawal(page, desk, protocol);
      await desk.close();

      const addresses = (await Promise.all(asked())).join('\n');
      expect(addresses).toContain('/rest/v1/rpc/situacao_');
      const log = PROJECT ? '' : (postgres?.log() ?? readFileSync(logFile(site.dataDir), 'utf8'));
      if (!PROJECT) expect(log).toContain('LOG: '); // a project's is not ours
      const secrets = [
        address.slice(-20),
        protocol,
        protocol.replace('-', ''),
        '2012-03-05',
        BIRTH,
        NAME,
        'Jornada',
      ];
      for (const secret of [...secrets, PHONE, NEW_PHONE, '(62) 98888-7777'])
        for (const [where, text] of Object.entries({ addresses, log, output: site.output() }))
          expect([secret, where, text.includes(secret)]).toEqual([secret, where, false]);
    });
  });

/** From the first decision to the withdrawal, as both see it: of another PostgreSQL the pages show nothing else. */
async function toTheWithdrawal(page: Page, desk: Page, protocol: string) {
  await decide(desk, 'falta-documento', 'O NIS não aparece.');
  await page.reload();
  await sees(page, 'falta-documento');

  await page.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.jpg');
  await page.getByRole('button', { name: situation.better.send }).click();
  await expect(page.getByRole('status').filter({ hasText: situation.better.thanks })).toBeVisible();
  await sees(page, 'em-analise');
  await findAtDesk(desk, NAME);
  await expect(desk.getByRole('row', { name: new RegExp(NAME) })).toContainText('Documento novo');
  await openFollowUp(desk, NAME);
  const which = detail(desk).getByRole('group', { name: 'Qual documento' }).getByRole('button');
  await expect(which).toHaveText([/^Mandado em/, 'O da inscrição']);
  const picture = detail(desk).getByRole('img', { name: /^Documento enviado/ });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0); // the first was a PDF

  await decide(desk, 'lista-de-espera');
  await page.reload();
  await sees(page, 'lista-de-espera');
  await press(desk, 'Aprovar com turma e primeiro dia');
  const [place = ''] = CLASSES;
  await detail(desk).getByLabel('Turma (opcional)').selectOption(place);
  await detail(desk).getByLabel('Primeiro dia (opcional)').fill('2099-01-12');
  await press(desk, 'Aprovar');
  await expect(facts(desk)).toContainText(SITUATIONS.aprovada);
  await page.reload();
  await sees(page, 'aprovada');
  await expect(page.locator('main')).toContainText(situation.class(place));
  await expect(page.locator('main')).toContainText(situation.firstDay('12/01/2099'));
  await decide(desk, 'nao-aprovada', 'As vagas acabaram.');
  await page.reload();
  await sees(page, 'nao-aprovada');
  await expect(page.locator('main')).toContainText('A equipe escreveu: As vagas acabaram.');
  await decide(desk, 'nova');
  await page.reload();
  await sees(page, 'nova');

  const { requests } = situation;
  await page.getByText(requests.telephone.title).click();
  await page.getByLabel(requests.telephoneLabel).fill(NEW_PHONE);
  await page.getByRole('button', { name: requests.telephone.send }).click();
  await expect(page.getByText(requests.open.telefone)).toBeVisible();
  await page.getByText(requests.withdraw.title).click();
  await page.getByRole('button', { name: requests.withdraw.send }).click();
  await expect(page.getByText(requests.open.desistir)).toBeVisible();
  await findAtDesk(desk, ''); // reads the list anew
  await expect(desk.getByRole('row', { name: new RegExp(NAME) })).toContainText('Pedido da família');
  await openFollowUp(desk, NAME);
  await press(desk, 'Usar este telefone');
  await expect(await openMessages(desk)).toContainText(
    'Ligar para (62) 98888-7777: do responsável, a família trocou de telefone',
  );
  await desk.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText(requests.open.desistir)).toBeVisible();
  await expect(page.getByText(requests.open.telefone)).toHaveCount(0);
  await press(desk, 'Confirmar a desistência');
  await expect(facts(desk)).toContainText(SITUATIONS.desistiu);
  await page.reload();
  await sees(page, 'desistiu');
  await expect(page.getByText(situation.requests.open.desistir)).toHaveCount(0);

  await page.getByRole('button', { name: situation.another }).click();
  await page.getByLabel(situation.ask.protocol).fill(protocol);
  await page.getByLabel(situation.ask.birth).fill(BIRTH);
  await page.getByRole('button', { name: situation.ask.submit }).click();
  await sees(page, 'desistiu');
}

/** Every address and Referer that pages send, as far as the network sees it: without what follows `#`. */
function recordAddresses(context: BrowserContext) {
  const asked: Promise<string>[] = [];
  context.on('request', (request) => {
    const address = decodeURIComponent(request.url().replace(/#.*/, ''));
    asked.push(
      request.allHeaders().then(
        ({ referer = '' }) => `${address} ${decodeURIComponent(referer)}`,
        () => address, // its page was left
      ),
    );
  });
  return () => asked;
}

const sees = (page: Page, code: Situation) =>
  expect(page.getByRole('heading', { name: situation.each[code].title, exact: true })).toBeFocused();

const facts = (desk: Page) => detail(desk).locator('.detail__facts');
const press = (desk: Page, name: string) => inDetail(desk, name).click();

/** Decides with the buttons of the dialog; the less frequent ones are behind 'Mais'. */
async function decide(desk: Page, code: Situation, reason?: string) {
  const wasApproved = (await facts(desk).innerText()).includes(SITUATIONS.aprovada);
  const button = inDetail(desk, SITUATIONS[code]);
  if (!(await button.isVisible())) await press(desk, 'Mais');
  await button.click();
  if (reason) await detail(desk).getByLabel('Motivo').fill(reason);
  if (code === 'lista-de-espera') await detail(desk).getByLabel('Turma da espera').selectOption({ index: 1 });
  if (wasApproved || reason || code === 'lista-de-espera') await press(desk, 'Guardar');
  await expect(facts(desk)).toContainText(SITUATIONS[code]);
}
