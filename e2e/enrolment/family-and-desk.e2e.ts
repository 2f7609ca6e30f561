import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { situation } from '../../content/situation.ts';
import { CLASSES } from '../../domain/desk/classes.ts';
import { SITUATIONS, type Situation } from '../../domain/desk/situations.ts';
import { signIn as signInByCall } from '../../kit/desk.ts';
import { addressOf, sendDocument } from '../../kit/family.ts';
import { ask } from '../../kit/site.ts';
import { startOwnPostgres } from '../../prove/own-postgres.ts';
import { logFile } from '../../server/postgres/server-log.ts';
import { TEST_FOLDER } from '../../tests/support/test-folder.ts';
import { detail, findAtDesk, inDetail, openFollowUp, openMessages } from '../support/desk.ts';
import {
  apiOf,
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

      const desk = await context.newPage();
      if (own) await goOnByCalls(site, address);
      await signIn(desk);
      await openFollowUp(desk, NAME);
      if (!own) await goOnInBrowser(page, desk);
      await expect(facts(desk)).toContainText(SITUATIONS.desistiu);
      await expect(await openMessages(desk)).toContainText(
        'Ligar para (62) 98888-7777: do responsável, a família trocou de telefone',
      );
      await page.reload();
      await sees(page, 'desistiu');
      await expect(page.getByText(situation.requests.open.desistir)).toHaveCount(0);

      await page.getByRole('button', { name: situation.another }).click();
      await page.getByLabel(situation.ask.protocol).fill(protocol);
      await page.getByLabel(situation.ask.birth).fill(BIRTH);
      await page.getByRole('button', { name: situation.ask.submit }).click();
      await sees(page, 'desistiu');
      await desk.close();

      const addresses = (await Promise.all(asked())).join('\n');
      expect(addresses).toContain('/rest/v1/rpc/situacao_por_protocolo');
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

/** From the first decision to the withdrawal, as both see it. */
async function goOnInBrowser(page: Page, desk: Page) {
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
}

type Seen = Record<string, unknown>;
type State = {
  version: number;
  laterDocuments: object[];
  requests: { id: string; kind: string }[];
};

/** The same by the calls that the pages make: of a database they show nothing that these do not. */
async function goOnByCalls(site: RunningServer, address: string) {
  const api = apiOf(site);
  const desk = await signInByCall(api);
  const ofFamily = (name: string, body = {}) =>
    ask<Seen>(api, `/rest/v1/rpc/${name}`, { body: { codigo: address.slice(-32), ...body } });
  const [{ id } = { id: '' }] = await desk.rowsOf(NAME);
  const state = () => desk.rpc<State>('ficha', { inscricao: id });
  const change = async (name: string, body: object) =>
    desk.rpc(name, { inscricao: id, versao: (await state()).version, ...body });

  await change('decidir_situacao', { situacao: 'falta-documento', motivo: 'O NIS não aparece.' });
  const asked = { situacao: 'falta-documento', motivo: 'O NIS não aparece.', podeEnviarDocumento: true };
  expect(await ofFamily('situacao_da_inscricao')).toMatchObject(asked);
  const path = `public/${randomUUID()}_nis.jpg`;
  const bytes = readFileSync('e2e/support/files/nis.jpg');
  expect((await sendDocument(api, { path, bytes }, { type: 'image/jpeg' })).status).toBe(200);
  const sent = await ofFamily('enviar_outro_documento', { endereco: addressOf(api, path) });
  expect(sent).toMatchObject({ recebido: true, situacao: 'em-analise' });
  expect((await state()).laterDocuments).toHaveLength(1);
  expect((await desk.document(path)).equals(bytes)).toBe(true);

  const [place = ''] = CLASSES;
  const classes =
    await desk.rpc<{ id: string; name: string; time: string; days: string }[]>('lista_de_turmas');
  const turma = classes.find(
    ({ name, time, days }) => place === [name, time, days].filter(Boolean).join(' · '),
  )?.id;
  const steps: [Situation, object, Seen][] = [
    ['lista-de-espera', { turma }, { turma: place }],
    ['aprovada', { turma, primeiro_dia: '2099-01-12' }, { turma: place, primeiroDia: '2099-01-12' }],
    ['nao-aprovada', { motivo: 'As vagas acabaram.' }, { motivo: 'As vagas acabaram.' }],
    ['nova', {}, {}],
  ];
  for (const [situacao, how, seen] of steps) {
    await change('decidir_situacao', { situacao, ...how });
    expect(await ofFamily('situacao_da_inscricao')).toMatchObject({ situacao, ...seen });
  }

  await ofFamily('pedir_pela_familia', { tipo: 'telefone', telefone: NEW_PHONE });
  await ofFamily('pedir_pela_familia', { tipo: 'desistir', telefone: null });
  expect(await ofFamily('situacao_da_inscricao')).toMatchObject({
    pedidos: expect.arrayContaining(['telefone', 'desistir']),
  });
  expect((await state()).requests.map(({ kind }) => kind).sort()).toEqual(['desistir', 'telefone']);
  for (const [tipo, left] of [
    ['telefone', ['desistir']],
    ['desistir', []],
  ] as const) {
    const pedido = (await state()).requests.find(({ kind }) => kind === tipo)?.id;
    await change('atender_pedido', { pedido, confirmado: true });
    expect(await ofFamily('situacao_da_inscricao')).toMatchObject({ pedidos: left });
  }
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
