import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { ADMIN, call } from '../../kit/site.ts';
import { expectFits, PHONE } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { confirmIn, Desk, fillCard, leftovers, openDetail, openScreen, ROW } from '../support/desk.ts';
import { apiOf, expect, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// Accounts and the lock; and what a shared computer keeps afterwards: nothing.

const NAMED = 'Colega de Teste';
const PASSWORD = 'uma frase que ninguém usa';
const OTHER_PASSWORD = 'outra frase que ninguém usa';

const card = (page: Page) => page.getByRole('heading', { name: 'Acesso Administrativo' });
const expectOver = (page: Page) =>
  expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();

// Each step is taken at one size; what it shows is looked at on a phone and on a desktop.
test('people come into the team and go, and signing out leaves nothing', async ({
  page,
  browser,
  signIn,
  server,
  mishaps,
}) => {
  test.slow();
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  const unseen = 'Pessoa que Ninguém Mais Vê';
  await new Desk(server).enrol({ nome_completo: unseen });
  // who came into the direção this week takes nothing from a colleague there
  await runSql(server, `update private.administradores set papel_desde = '2020-01-01' where true`);
  await page.clock.install(); // which goes on as before until a step moves it
  await signIn();

  const elsewhere = () => browser.newPage({ baseURL: server.url, viewport: PHONE }); // a browser each
  const [here, there] = [await elsewhere(), await elsewhere()];
  let password = 'uma frase de antes, de ninguém';
  const enter = async (where: Page) => {
    if (!(await card(where).isVisible())) await where.goto('/admin/inscricoes');
    await fillCard(where, { email, password });
  };
  const dialog = page.getByRole('dialog');
  const line = (of: string) => page.getByLabel('Quem tem acesso').locator('li', { hasText: of });
  const change = (of: string) => page.getByRole('button', { name: `Mudar: ${of}`, exact: true }).click();

  await test.step('one person adds another', async () => {
    await openScreen(page, 'Contas');
    await expect(page.getByRole('heading', { level: 1, name: 'Contas e senha' })).toBeFocused();
    await expect(line(`${ADMIN.email} (você)`)).toContainText('com acesso');
    await expectFits(page);
    await page.getByRole('button', { name: 'Incluir pessoa' }).click();
    await dialog.getByRole('button', { name: 'Incluir' }).click();
    await expect(dialog.getByText('Digite o e-mail.')).toBeVisible();
    await expect(dialog.getByLabel('Primeiro nome')).toBeFocused();
    await expectFits(page);
    await dialog.getByLabel('Primeiro nome').fill(NAMED);
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Senha', { exact: true }).fill(password);
    await confirmIn(page, 'Incluir');
    if (PROJECT) {
      await expect(dialog.getByText('Aqui isto não se faz pela página.')).toBeVisible();
      await new Desk(server).addAdministrator(email, password); // there the dashboard makes accounts
      await page.reload();
      await change(email);
      await dialog.getByLabel('Primeiro nome').fill(NAMED);
      await confirmIn(page);
    } else await expect(toast(page)).toContainText(`${NAMED} agora tem acesso.`);
    await expect(line(NAMED)).toContainText(email);
    mishaps.length = 0; // the browser reports what was refused
  });

  await test.step('the sign-in wants e-mail and password, and refuses a wrong one in the words of the SPEC', async () => {
    await here.goto('/admin/inscricoes');
    for (const [given, refused] of [
      ['', 'email'],
      ['a', 'email'], // one letter is none
      [email, 'password'],
    ] as const) {
      await fillCard(here, { email: given, password: '' });
      await expect(here.locator(`[name=${refused}]:invalid:focus`)).toHaveCount(1); // by the browser
    }
    await fillCard(here, { email, password: 'uma senha errada' });
    const refusal = 'Falha no login. Verifique suas credenciais.';
    await expect(here.locator('main').getByRole('alert')).toContainText(refusal);
    await expect(toast(here).getByRole('alert')).toContainText('Sign in Failed');
    await expect(here.getByLabel('E-mail')).toHaveValue(email);
    await enter(here);
    await here.getByRole('button', { name: 'Todas', exact: true }).click();
    await expect(here.getByText(unseen).first()).toBeVisible();
  });

  await test.step('who loses the access is shut out at once, sees no enrolment and reads why', async () => {
    await change(NAMED);
    await expect(dialog.getByRole('button', { name: 'Guardar' })).toBeDisabled(); // nothing is changed
    await dialog.getByLabel(/^Direção/).check();
    await expect(dialog.getByLabel('Senha nova')).toHaveCount(0); // of the direção
    await dialog.getByLabel(/^Professor/).check();
    await dialog.getByLabel('Tem acesso').uncheck();
    await expectFits(page);
    await confirmIn(page);
    await expect(toast(page)).toContainText(`${NAMED}: Professor, sem acesso.`);
    await expect(line(NAMED)).toContainText(/sem acesso desde \d\d/);
    await openScreen(here, 'Turmas');
    await expectOver(here);
    expect(await leftovers(here)).not.toContain(unseen);
    await enter(here);
    await expect(here.getByText('Seu usuário não tem permissão para ver as inscrições.')).toBeVisible();
    expect(await leftovers(here)).not.toContain(unseen);
    await here.getByRole('button', { name: 'Sair' }).click();
    mishaps.length = 0; // the browser reports what was refused
  });

  await test.step('with a new password the access is back; one that is refused leaves all as it was', async () => {
    await change(NAMED);
    await dialog.getByLabel('Primeiro nome').fill('');
    await dialog.getByLabel(/^Secretaria/).check();
    await dialog.getByLabel('Tem acesso').check();
    if (!PROJECT) {
      password = PASSWORD;
      await dialog.getByLabel('Senha nova').fill('senha123456789');
      await confirmIn(page);
      await expect(dialog.getByText('Esta senha é fácil de adivinhar. Escolha outra.')).toBeVisible();
      await expect(line(NAMED)).toContainText('sem acesso');
      await dialog.getByLabel('Senha nova').fill(password);
    }
    await confirmIn(page);
    const done = `${email}: Secretaria, com acesso${PROJECT ? '' : ', senha nova'}.`;
    await expect(toast(page)).toContainText(done);
    await expect(line(email)).toHaveText(new RegExp(`^${email} secretaria · com acesso · última entrada`));
    mishaps.length = 0; // the browser reports the refused password
  });

  await test.step('who changes their own password is asked for the one before, and other sessions end', async () => {
    for (const where of [here, there]) {
      await enter(where);
      await openScreen(where, 'Senha');
    }
    await here.getByRole('button', { name: 'Trocar a minha senha' }).click();
    const form = here.getByRole('dialog', { name: 'Trocar a minha senha' });
    await expect(form.locator('[autocomplete=username]')).toHaveValue(email); // whose password it is, for password managers
    await expect(here.getByRole('button', { name: 'Incluir pessoa' })).toHaveCount(0);
    const swap = async (current: string) => {
      await form.getByLabel('A sua senha').fill(current);
      await form.getByRole('button', { name: 'Trocar senha' }).click();
    };
    await form.getByLabel('Senha nova').fill(OTHER_PASSWORD);
    await swap('não é esta a senha');
    await expect(form.getByText('A senha atual não confere.')).toBeVisible();
    await expect(form.getByLabel('Senha nova')).toHaveValue(OTHER_PASSWORD);
    await swap(password);
    await expect(toast(here)).toContainText('A senha foi trocada.');
    password = OTHER_PASSWORD;
    await openScreen(there, 'Turmas');
    await expectOver(there);
  });

  await test.step('signing out ends the session everywhere, while nobody answers with the next contact, and nothing marked is left in the page, its storage, its history or a cache', async () => {
    await enter(there);
    await openScreen(there, 'Senha');
    const signedOut = here.waitForResponse('**/auth/v1/logout?scope=global');
    await here.getByRole('button', { name: 'Sair' }).click();
    await expect(card(here)).toBeVisible();
    await signedOut;
    await openScreen(there, 'Turmas');
    await expectOver(there);
    for (const other of [here, there]) await other.close();

    await openScreen(page, 'Inscrições');
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await openDetail(page, unseen);
    await expect(page.getByRole('dialog')).toContainText(unseen);
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    expect(await leftovers(page)).toContain(unseen);
    const stored = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
    const { access_token: token } = JSON.parse(stored) as { access_token: string };
    const isOver = async () => (await call(apiOf(server), '/auth/v1/user', { token })).status === 403;
    await page.route('**/auth/v1/logout**', () => {});
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(card(page)).toBeVisible();
    await expect(page.getByText('Sua sessão terminou')).toBeHidden();
    const expectNothing = async () => {
      const left = await leftovers(page);
      for (const mark of [unseen, ROW.cpf, ROW.endereco_completo, ADMIN.email, 'eyJ'])
        expect(left).not.toContain(mark);
    };
    await expectNothing();
    await page.clock.fastForward(5_000);
    await expect(toast(page).getByRole('alert')).toContainText('Sign out Failed');
    await expect(toast(page).getByRole('alert')).toContainText('Sem resposta do servidor.');
    expect(await isOver()).toBe(false);
    await page.unroute('**/auth/v1/logout**');
    const ended = page.waitForResponse('**/auth/v1/logout?scope=local');
    await page.clock.fastForward(31_000);
    await ended;
    expect(await isOver()).toBe(true);
    for (const move of [() => page.goBack(), () => page.goForward(), () => page.reload()]) {
      await move();
      await expectNothing();
    }
    mishaps.length = 0; // the browser reports what failed
  });
});

test('who has gone away is locked out after a quarter of an hour, over a reload too, and leaves nothing', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  test.slow();
  const name = 'Pessoa Esquecida';
  await new Desk(server).enrol({ nome_completo: name });
  await page.clock.install();
  const warning = page.getByRole('dialog', { name: 'Você ainda está aí?' });

  await test.step('after a quarter of an hour without a hand the page locks, and nothing is left', async () => {
    await signIn();
    await expect(page.getByText(name).first()).toBeVisible();
    await page.clock.fastForward(13 * 60_000);
    await page.mouse.move(5, 5); // somebody is there
    await page.clock.fastForward(13 * 60_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.fastForward(61_000);
    await page.mouse.move(9, 9); // which is no answer
    await page.clock.fastForward(2_000);
    await expect(warning).toBeVisible();
    await expectFits(page);
    await warning.getByRole('button', { name: 'Continuar' }).click();
    await expect(warning).toHaveCount(0);
    await openDetail(page, name);
    await expect(page.getByRole('dialog')).toContainText(name);
    await page.clock.fastForward(15 * 60_000 + 2_000);
    await expect(card(page)).toBeVisible();
    await expectOver(page);
    for (const mark of [name, ROW.cpf, 'eyJ']) expect(await leftovers(page)).not.toContain(mark);
    await page.goBack().catch(() => {});
    expect(await leftovers(page)).not.toContain(name);
  });

  await test.step('the quarter of an hour counts over a reload, which shows nobody afterwards', async () => {
    await page.clock.setSystemTime(Date.now());
    await signIn();
    await expect(page.getByText(name).first()).toBeVisible(); // a new session counts anew
    await page.clock.fastForward(13 * 60_000);
    await page.reload(); // is no sign of a person
    await expect(page.getByText(name).first()).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(warning).toBeVisible();
    const read: string[] = [];
    page.on('request', (request) => read.push(new URL(request.url()).pathname));
    await page.goto('about:blank'); // as a browser that was closed and shows its tabs again
    await page.clock.fastForward(2 * 60_000);
    await page.goto('/admin/inscricoes');
    await expectOver(page);
    expect(read.filter((path) => /lista_de_inscricoes|inscricoes_projeto/.test(path))).toEqual([]);
  });
  mishaps.length = 0; // a token may be refreshed just as its session ends
});
