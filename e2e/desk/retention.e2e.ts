import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN } from '../../kit/site.ts';
import { TEST_FOLDER } from '../../tests/support/test-folder.ts';
import { expectFits, PHONE, SIZES, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, openDetail, openMore } from '../support/desk.ts';
import { expect, type RunningServer, startServer, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// Retention waits, and somebody at the desk says that the date is right; and who erased much is stopped.

/** Moves the last run five days back, as if there had been none since. */
const stayAway = (server: RunningServer) =>
  runSql(
    server,
    'select private.soltar_freio()', // on a project, what other tests have dated back waits for a person
    'select private.encerrar_prazos(0, 0, 0)',
    'alter table private.auditoria disable trigger guardar_auditoria',
    `update private.auditoria set momento = now() - interval '5 days' where acao = 'retencao'`,
    'alter table private.auditoria enable trigger guardar_auditoria',
  );
/** What the server asks each hour. */
const ask = (server: RunningServer) => runSql(server, 'select private.conferir_freio()');

test.afterEach(({ server }) =>
  runSql(server, 'select private.soltar_freio()', 'select private.encerrar_prazos(0, 0, 0)'),
);

const ALL_SIZES = [...SIZES, { width: 768, height: 1024 }];

test('who presses ‘A data está certa’ lets retention go on, and hears so', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  await page.setViewportSize(PHONE);
  await new Desk(server).enrolPeople([{ nome_completo: 'Pessoa que Fica' }]);
  await signIn();
  const notice = page.getByRole('status').filter({ hasText: 'O site ficou desligado desde' });
  await expect(page.getByText('Pessoa que Fica').first()).toBeVisible();
  await expect(notice).toHaveCount(0);

  await stayAway(server);
  await ask(server);
  await page.reload();
  await expect(notice).toContainText(
    /O site ficou desligado desde [\d/]{10}\. Hoje é [\d/]{10}\?.* Nada foi apagado\..*não há nada para apagar\./,
  );
  const confirm = notice.getByRole('button', { name: 'A data está certa' });
  await expectFits(page, ALL_SIZES, () => expect(confirm).toBeInViewport({ ratio: 1 })); // nobody has scrolled

  const question = page.getByRole('dialog', { name: 'A limpeza pode continuar?' });
  const reading = '**/rest/v1/rpc/freio_dos_prazos*';
  let press = () => {};
  const pressed = new Promise<void>((resolve) => {
    press = resolve;
  });
  let late = () => {};
  const arrived = new Promise<void>((resolve) => {
    late = resolve;
  });
  await test.step('a date that has become another one meanwhile is not confirmed', async () => {
    const call = '**/rest/v1/rpc/confirmar_data';
    await page.route(call, (route) => route.continue({ postData: JSON.stringify({ dia: '2020-02-29' }) }));
    await page.route(reading, async (route) => {
      const answer = await route.fetch(); // of before the press below
      await pressed;
      await route.fulfill({ response: answer }).catch(() => {}); // the page gave it up
      late();
    });
    await confirm.click();
    await question.getByLabel('A sua senha').fill(ADMIN.password);
    await question.getByRole('button', { name: 'Continuar a limpeza' }).click();
    await expect(question.getByRole('alert').first()).toContainText('A data mudou. Confira de novo.');
    await expectFits(page, ALL_SIZES);
    await page.unroute(call);
    mishaps.length = 0; // the browser reports the refusal
  });

  await question.getByRole('button', { name: 'Continuar a limpeza' }).focus();
  await page.keyboard.press('Enter');
  const done = page.getByRole('status').filter({ hasText: 'Data confirmada' });
  await expect(done).toContainText('A limpeza continua em até uma hora.');
  press();
  await arrived;
  await page.unroute(reading);
  await expect(done).toBeVisible();
  await expect(done.getByText('A limpeza continua em até uma hora.').locator('..')).toBeFocused();
  await expect(confirm).toHaveCount(0);
  await expectFits(page, ALL_SIZES);
  expect(await new Desk(server).auditEntries('liberou_retencao')).not.toEqual([]);

  await runSql(server, 'select private.encerrar_prazos(0, 0, 0)'); // the run ends
  await page.reload();
  await expect(page.getByText('Pessoa que Fica').first()).toBeVisible();
  await expect(done).toHaveCount(0);
  expect(mishaps).toEqual([]);
});

test.describe('a site that was off for days', () => {
  test.skip(PROJECT !== null, 'nothing of ours is switched off there');
  let dataDir = '';
  let server: RunningServer;
  test.beforeAll(async () => {
    dataDir = mkdtempSync(join(TEST_FOLDER, 'cc-e2e-'));
    const before = await startServer({}, dataDir);
    await new Desk(before).enrolPeople([{ nome_completo: 'Pessoa que Espera' }]);
    await stayAway(before);
    await before.stop();
    server = await startServer({}, dataDir);
  });
  test.afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
  test.use({ baseURL: async ({}, use) => use(server?.url) });

  test('says so from its first answer on, before any clean-up', async ({ page, signIn }) => {
    await signIn();
    await expect(
      page.getByText(/^O site ficou desligado desde [\d/]{10}\. Hoje é [\d/]{10}\?$/),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'A data está certa' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Pessoa que Espera').first()).toBeVisible();
  });
});

test('who has erased all that fits in a day reads until when, nothing typed is lost, and everybody sees it', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  await new Desk(server).enrolPeople([{ nome_completo: 'Jenipapo que Fica' }]);
  const erased = `select private.anotar('apagou', u.id) from auth.users u, generate_series(1, 5) where u.email = '${ADMIN.email}'`;
  await signIn();
  await openDetail(page, 'Jenipapo que Fica');
  await runSql(server, 'select private.liberar_equipe()', erased);
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar agora' }).click();
  const dialog = page.getByRole('dialog', { name: /^Apagar/ });
  await expect(dialog).toContainText('Por 7 dias a direção a devolve');
  await dialog.getByRole('textbox').first().fill('APAGAR');
  await dialog.getByLabel('Repetida').check();
  await dialog.getByLabel('A sua senha').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
  await expect(dialog.getByRole('alert').first()).toContainText(
    /Nada foi apagado: em 24 horas você já apagou 5 inscrições\. Dá de novo a partir de [\d/]{10} às \d\d:\d\d, ou antes/,
  );
  await expect(dialog.getByRole('textbox').first()).toHaveValue('APAGAR');
  await expect(dialog.getByLabel('Repetida')).toBeChecked();
  expect(await violations(page)).toEqual([]);
  mishaps.length = 0; // the browser reports the refusal

  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'A equipe apagou muito' });
  await expect(notice).toContainText('Em 24 horas, 5 inscrições foram apagadas à mão. Não foi combinado?');
  expect(await violations(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await runSql(server, 'select private.liberar_equipe()');
  await page.reload();
  await expect(page.getByText('Jenipapo que Fica').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('what was erased by hand is listed for the direção alone, and comes back with one press', async ({
  page,
  signIn,
  server,
}) => {
  const desk = new Desk(server);
  await desk.enrolPeople([{ nome_completo: 'Araticum Apagado' }]);
  await desk.erase('Araticum Apagado');
  await signIn();
  await expect(page.getByText('Araticum Apagado')).toHaveCount(0);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    await (await openMore(page)).getByRole('button', { name: 'Apagadas há pouco' }).click();
    const bin = page.getByRole('dialog', { name: 'Apagadas há pouco' });
    await expect(bin.getByRole('row', { name: /Araticum Apagado/ })).toContainText(
      `Teste, por ${ADMIN.email}`,
    );
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    if (width === 1280) await bin.getByRole('button', { name: 'Fechar' }).click();
  }
  const bin = page.getByRole('dialog', { name: 'Apagadas há pouco' });
  await bin.getByRole('button', { name: 'Devolver Araticum Apagado' }).click();
  await expect(bin.getByText('Araticum Apagado está de volta na lista.')).toBeVisible();
  await bin.getByRole('button', { name: 'Fechar' }).click();
  await expect(page.getByText('Araticum Apagado').first()).toBeVisible();
});

// A flood of one address is erased at once, by somebody who typed APAGAR.

/** Forty uploads of one address without an enrolment, as rows: nobody has their bytes. */
const FLOOD = `
  with o as (
    insert into storage.objects (bucket_id, name, version)
    select 'cadastro_unico_uploads', 'public/' || gen_random_uuid() || '_a.pdf', gen_random_uuid() from generate_series(1, 40)
    returning id, name)
  insert into private.origens (objeto, envio, origem)
  select id, private.envio_do_documento(name), decode(repeat('0a', 16), 'hex') from o`;

test('a flood is told above the list, and goes when APAGAR is typed', async ({ page, signIn, server }) => {
  await new Desk(server).enrolPeople([{ nome_completo: 'Pessoa da Enxurrada' }]);
  await runSql(server, FLOOD);
  await signIn();
  const notice = page.getByRole('status').filter({ hasText: 'Muitos envios do mesmo lugar' });
  await expect(notice).toContainText('40 arquivos sem inscrição');
  await expectFits(page);
  await notice.getByRole('button', { name: 'Apagar todas' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText('Apagar 0 inscrições e 40 arquivos?');
  await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
  await expect(dialog).toContainText('Digite APAGAR para confirmar.');
  await expectFits(page);
  await dialog.getByRole('textbox').first().fill('apagar');
  await dialog.getByLabel('A sua senha').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
  await expect(toast(page)).toContainText('0 inscrições apagadas.');
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('Pessoa da Enxurrada').first()).toBeVisible();
});
