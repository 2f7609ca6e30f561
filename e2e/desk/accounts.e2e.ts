import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ADMIN, call } from '../../kit/site.ts';
import { DESKTOP, expectFits, PHONE, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, detail, inDetail, openDetail, openExport, ROW } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, type RunningServer, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// Accounts, erasing and the lock; and what a shared computer keeps afterwards: nothing.

const PASSWORD = 'uma frase que ninguém usa';
const NAMED = 'Colega de Teste';
const OTHER_PASSWORD = 'outra frase que ninguém usa';

/** Enrols somebody with a document; the name is the mark that is looked for. */
const enrol = (server: RunningServer, nome_completo: string) =>
  new Desk(server).enrol({ nome_completo }, nisPdf);

async function enter(page: Page, email: string, password: string) {
  await page.goto('/admin/inscricoes');
  await fillCard(page, email, password);
}

/** Signs in by the card that is shown. */
async function fillCard(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const open = (page: Page, screen: string) =>
  page.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link', { name: screen }).click();

/** Everything the browser stores of this page that the next person could find, as one text. */
async function leftovers(page: Page): Promise<string> {
  if (page.url() === 'about:blank') return page.content();
  return page.evaluate(async () => {
    const caches = 'caches' in window ? await window.caches.keys() : [];
    const databases = await indexedDB.databases().catch(() => []);
    return JSON.stringify([
      document.documentElement.outerHTML,
      document.title,
      location.href,
      history.state,
      { ...sessionStorage },
      { ...localStorage },
      document.cookie,
      caches,
      databases,
    ]);
  });
}

// Each step is taken at one size; what it shows is looked at on a phone and on a desktop.
test('accounts come and go, and an enrolment is erased, and signing out leaves nothing', async ({
  page,
  browser,
  signIn,
  server,
  mishaps,
}) => {
  test.slow();
  const name = 'Pessoa Apagada';
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const unseen = 'Pessoa que Ninguém Mais Vê';
  for (const who of ['Pessoa Vista', 'Pessoa da Secretaria', unseen, name]) await enrol(server, who);
  await runSql(
    server,
    `update private.acompanhamentos set situacao = 'nao-aprovada', motivo = 'teste', decidida_em = now() - interval '175 days'
     where nome = '${name}'`,
  );
  await page.setViewportSize(PHONE);
  await signIn();

  const elsewhere = await browser.newContext({ baseURL: server.url, viewport: PHONE });
  const [here, there] = [await elsewhere.newPage(), await elsewhere.newPage()];
  let password = 'uma frase de antes, de ninguém';
  const become = (role: string) =>
    runSql(
      server,
      `update private.administradores set papel = '${role}' where user_id = (select id from auth.users where email = '${email}')`,
    );
  const dialog = page.getByRole('dialog');
  const line = (of: string) => page.getByRole('listitem').filter({ hasText: of });
  const change = (of: string) => page.getByRole('button', { name: `Mudar: ${of}`, exact: true }).click();
  const guardar = async () => {
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
  };
  await test.step('one person adds another, who enters, is shut out at once, and enters again with a new password', async () => {
    // who came into the direção this week takes nothing from a colleague there
    await runSql(server, `update private.administradores set papel_desde = '2020-01-01' where true`);
    await page.setViewportSize(DESKTOP);
    await open(page, 'Contas');
    await expect(page.getByRole('heading', { level: 1, name: 'Contas e senha' })).toBeFocused();
    await expect(line(`${ADMIN.email} (você)`)).toContainText('com acesso');
    await expectFits(page);

    await page.getByRole('button', { name: 'Incluir pessoa' }).click();
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await expect(dialog.getByText('Digite o e-mail.')).toBeVisible();
    await expect(dialog.getByLabel('Primeiro nome')).toBeFocused();
    await dialog.getByLabel('Primeiro nome').fill(NAMED);
    await expectFits(page);
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Senha', { exact: true }).fill(password);
    await dialog.getByLabel(/^Direção/).check();
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    if (PROJECT) {
      await expect(dialog.getByText('Aqui isto não se faz pela página.')).toBeVisible();
      await new Desk(server).addAdministrator(email, password); // there the dashboard makes accounts
      await page.reload();
      await change(email);
      await dialog.getByLabel('Primeiro nome').fill(NAMED);
      await guardar();
    } else await expect(toast(page)).toContainText(`${NAMED} agora tem acesso.`);
    await expect(line(NAMED)).toContainText(email);

    await enter(here, email, password);
    await here.getByRole('button', { name: 'Todas', exact: true }).click();
    await expect(here.getByText('Pessoa Vista').first()).toBeVisible();

    await change(NAMED);
    await expect(dialog.getByRole('button', { name: 'Guardar' })).toBeDisabled(); // nothing is changed
    await expect(dialog.getByLabel('Senha nova')).toHaveCount(0); // of the direção
    await dialog.getByLabel('Tem acesso').uncheck();
    await expectFits(page);
    await dialog.getByLabel('A sua senha').fill('a senha de outra pessoa');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.getByText('A sua senha não confere.')).toBeVisible();
    await guardar();
    await expect(toast(page)).toContainText(`${NAMED}: Direção, sem acesso.`);
    await expect(line(NAMED)).toContainText(/sem acesso desde \d\d/);
    await open(here, 'Registro');
    await expect(here.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    expect(await leftovers(here)).not.toContain('Pessoa Vista');

    // a password that is refused leaves all as it was
    await become('secretaria');
    await page.reload();
    await change(NAMED);
    await dialog.getByLabel('Tem acesso').check();
    if (!PROJECT) {
      password = PASSWORD;
      await dialog.getByLabel('Senha nova').fill('senha123456789');
      await guardar();
      await expect(dialog.getByText('Esta senha é fácil de adivinhar. Escolha outra.')).toBeVisible();
      await expect(line(NAMED)).toContainText('sem acesso');
      await dialog.getByLabel('Senha nova').fill(password);
    }
    await guardar();
    await expect(toast(page)).toContainText(
      PROJECT ? `${NAMED}: Secretaria, com acesso.` : `${NAMED}: Secretaria, com acesso, senha nova.`,
    );
    await expect(line(NAMED)).toContainText('com acesso');
    await become('direcao');
    await fillCard(here, email, password);
    await open(here, 'Inscrições');
    await expect(here.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
    mishaps.length = 0; // the browser reports what was refused
  });

  await test.step('who changes their own password is asked for the one before, and other sessions end', async () => {
    await here.setViewportSize(DESKTOP);
    await enter(there, email, password);
    await expect(there.getByRole('heading', { name: 'Inscrições do Projeto Social' })).toBeVisible();
    await open(here, 'Contas');
    await here.getByRole('button', { name: 'Trocar a minha senha' }).click();
    const form = here.getByRole('dialog', { name: 'Trocar a minha senha' });
    await expect(form.locator('[autocomplete=username]')).toHaveValue(email); // whose password it is, for password managers
    await form.getByLabel('A sua senha').fill('não é esta a senha');
    await form.getByLabel('Senha nova').fill(OTHER_PASSWORD);
    await form.getByRole('button', { name: 'Trocar senha' }).click();
    await expect(form.getByText('A senha atual não confere.')).toBeVisible();
    await expect(form.getByLabel('Senha nova')).toHaveValue(OTHER_PASSWORD);
    await form.getByLabel('A sua senha').fill(password);
    await form.getByRole('button', { name: 'Trocar senha' }).click();
    await expect(toast(here)).toContainText('A senha foi trocada.');
    await open(here, 'Registro');
    await expect(here.locator('.lines')).toBeVisible();
    await open(there, 'Registro');
    await expect(there.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
  });

  await test.step('a secretaria is shown what the role may do, and no more', async () => {
    await page.reload();
    await change(NAMED);
    await expect(dialog.getByLabel(/^Direção/)).toBeChecked();
    await dialog.getByLabel(/^Secretaria/).check();
    await dialog.getByLabel('Primeiro nome').fill('');
    expect(await violations(page)).toEqual([]);
    await guardar();
    await expect(toast(page)).toContainText(`${email}: Secretaria.`);
    await expect(line(email)).toHaveText(new RegExp(`^${email} secretaria · com acesso · última entrada`));

    await fillCard(there, email, OTHER_PASSWORD);
    await open(there, 'Inscrições');
    await there.getByRole('button', { name: 'Todas', exact: true }).click();
    await there.getByRole('button', { name: 'Ver inscrição de Pessoa da Secretaria' }).click();
    await inDetail(there, 'Mais').click();
    await inDetail(there, 'Apagar agora').click();
    const erase = there.getByRole('dialog', { name: /^Apagar a inscrição/ });
    await expect(erase.getByText('Só se a família pediu')).toBeVisible();
    await expect(erase.getByRole('radio')).toHaveCount(0);
    expect(await sideways(there)).toBeLessThanOrEqual(0);
    await erase.getByRole('button', { name: 'Cancelar' }).click();
    await there.getByRole('button', { name: 'Fechar' }).click();

    const exporting = await openExport(there);
    await exporting.getByRole('button', { name: 'Exportar' }).click();
    await expect(exporting.getByText('Escolha para que é a planilha.')).toBeVisible();
    await exporting.getByLabel('Organizar turmas e horários').check();
    const saved = there.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Exportar' }).click();
    await saved;

    const screens = there.getByRole('navigation', { name: 'Área da equipe' }).getByRole('link');
    await expect(screens).toHaveText(['Inscrições', 'Turmas', 'Senha']);
    await open(there, 'Senha');
    await expect(there.getByRole('button', { name: 'Trocar a minha senha' })).toBeVisible();
    await expect(there.getByRole('button', { name: 'Incluir pessoa' })).toHaveCount(0);
    await there.goto('/admin/inscricoes?tela=registro');
    await expect(there.getByText('O seu papel não permite isto.')).toBeVisible();
  });
  await elsewhere.close();
  mishaps.length = 0;

  await page.setViewportSize(PHONE);
  await open(page, 'Inscrições');
  await expect(page.getByRole('button', { name: /^Novas/, pressed: true })).toBeVisible(); // the list opens on them
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await test.step('an enrolment is erased by its protocol and a reason', async () => {
    await expect(page.getByRole('row', { name })).toContainText(/Guardada até \d\d\/\d\d/);
    await openDetail(page, name);
    const sheet = detail(page);
    await expect(sheet.getByText('prazo de quem não foi aprovado ou desistiu')).toBeVisible();
    const protocol = await sheet
      .locator('.detail__facts')
      .textContent()
      .then((text) => /\d{4}-\d{4}/.exec(text ?? '')?.[0] ?? '');
    await inDetail(page, 'Mais').click();
    await inDetail(page, 'Apagar agora').click();
    const dialog = page.getByRole('dialog', { name: `Apagar a inscrição ${protocol}?` });
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(dialog.getByText('O protocolo não confere.')).toBeVisible();
    await expect(dialog.getByText('Escolha o motivo.')).toBeVisible();
    await expect(dialog.getByLabel('Para confirmar, digite o protocolo')).toBeFocused();
    await expectFits(page);
    await dialog.getByLabel('Para confirmar, digite o protocolo').fill(protocol);
    await expect(dialog.getByText('O protocolo não confere.')).toBeHidden();
    await dialog.getByLabel('Pedido da família').check();
    await dialog.getByLabel('A sua senha').fill(ADMIN.password);
    await expect(dialog.getByText('Escolha o motivo.')).toBeHidden();
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(toast(page)).toContainText('A inscrição foi apagada.');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText(name)).toHaveCount(0);
    await open(page, 'Registro');
    const erased = new RegExp(`apagou inscrição.*motivo: Pedido da família.*${protocol}`);
    await expect(line(protocol).filter({ hasText: erased })).toBeVisible();
  });

  await test.step('signing out ends the session everywhere, and nothing marked is left in the page, its storage, its history or a cache', async () => {
    await page.setViewportSize(DESKTOP);
    await open(page, 'Inscrições');
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await openDetail(page, unseen);
    await expect(page.getByRole('dialog')).toContainText(unseen);
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    expect(await leftovers(page)).toContain(unseen);
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(
      JSON.stringify(await page.evaluate(() => sessionStorage)),
    )?.[0];
    const list = async () =>
      (await call(apiOf(server), '/rest/v1/inscricoes_projeto?select=id', { token })).json();
    expect(((await list()) as unknown[]).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    await expect.poll(list).toEqual([]); // the card does not wait for the server
    for (const move of [async () => {}, () => page.goBack(), () => page.goForward(), () => page.reload()]) {
      await move();
      const left = await leftovers(page);
      for (const mark of [unseen, ROW.cpf, ROW.endereco_completo, ADMIN.email, 'eyJ'])
        expect(left).not.toContain(mark);
    }
  });
});

test('who has gone away is locked out after a quarter of an hour, over a reload and without an answer too, and leaves nothing', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  test.slow();
  const name = 'Pessoa Esquecida';
  for (const who of [name, 'Pessoa de Ontem', 'Pessoa sem Rede']) await enrol(server, who);
  await page.clock.install();
  await signIn();
  await test.step('after a quarter of an hour without a hand the page locks, and nothing is left', async () => {
    await expect(page.getByText(name).first()).toBeVisible();
    await page.clock.fastForward(13 * 60_000);
    await page.mouse.move(5, 5); // somebody is there
    await page.clock.fastForward(13 * 60_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.fastForward(61_000);
    const warning = page.getByRole('dialog', { name: 'Você ainda está aí?' });
    await expect(warning).toBeVisible();
    await expectFits(page);
    await warning.getByRole('button', { name: 'Continuar' }).click();
    await expect(warning).toHaveCount(0);
    await openDetail(page, name);
    await expect(page.getByRole('dialog')).toContainText(name);
    await page.clock.fastForward(15 * 60_000 + 2_000);
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    expect(await leftovers(page)).not.toContain(name);
    expect(await leftovers(page)).not.toContain(ROW.cpf);
    await page.goBack().catch(() => {});
    expect(await leftovers(page)).not.toContain(name);
    mishaps.length = 0; // a token may be refreshed just as its session ends
  });

  await page.clock.setSystemTime(Date.now());
  await signIn();
  await test.step('the quarter of an hour counts over a reload, which shows nobody afterwards', async () => {
    await expect(page.getByText('Pessoa de Ontem').first()).toBeVisible();
    await page.clock.fastForward(13 * 60_000);
    await page.reload(); // is no sign of a person
    await expect(page.getByText('Pessoa de Ontem').first()).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(page.getByRole('dialog', { name: 'Você ainda está aí?' })).toBeVisible();
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await page.goto('about:blank'); // as a browser that was closed and shows its tabs again
    await page.clock.fastForward(2 * 60_000);
    await page.goto('/admin/inscricoes');
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    expect(read.filter((path) => /lista_de_inscricoes|inscricoes_projeto/.test(path))).toEqual([]);
  });

  await test.step('a locked page closes although an answer never comes', async () => {
    await page.clock.fastForward(20 * 60_000);
    await signIn();
    await expect(page.getByText('Pessoa sem Rede').first()).toBeVisible(); // a new session counts anew
    await page.route('**/auth/v1/**', () => {}); // nobody answers
    await page.clock.fastForward(15 * 60_000 + 2_000);
    await expect(page.getByText('Pessoa sem Rede')).toHaveCount(0);
    await page.clock.fastForward(6_000);
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('cc-sessao');
  });
  mishaps.length = 0; // a token may be refreshed just as its session ends
});
