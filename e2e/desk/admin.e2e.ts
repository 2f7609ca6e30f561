import type { Page } from '@playwright/test';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { ADMIN, ask } from '../../kit/site.ts';
import { detail, ownDesk } from '../support/desk.ts';
import { apiOf, expect, holdRequests, MOTION, pressChip, test, toast } from '../support/fixtures.ts';

test.use(MOTION);

const desk = ownDesk(() => {}, { SIGNUP: 'on' }); // strangers may make themselves an account

test('the list is shown, opened, waited for and left', async ({ page, signIn, mishaps }) => {
  test.slow(); // four subjects in one
  await test.step('shows newest first, 25 a page, with telephone and day', async () => {
    await signIn();
    for (let at = 1; at <= 26; at += 1)
      await desk.enrol({
        nome_completo: at === 20 ? 'Maria da Silva' : `Pessoa ${String(at).padStart(2, '0')}`,
      });
    await page.reload();
    await pressChip(page, 'Todas');
    await expect(page.getByRole('row')).toHaveCount(26);
    await expect(page.getByRole('row').nth(1)).toContainText('Pessoa 26');
    await expect(page.getByRole('row').nth(1)).toContainText('(62) 90000-0000');
    await expect(page.getByRole('row').nth(1)).toContainText(
      new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date()),
    );
  });

  await test.step('opens the detail by a click on the row, and Doc without a file is disabled', async () => {
    const row = page.getByRole('row', { name: /Pessoa 26/ });
    await expect(row.getByRole('button', { name: /^Doc|Doc/ })).toBeDisabled();
    await row.getByRole('cell').nth(1).click();
    const dialog = detail(page);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('Não informado').first()).toBeVisible();
    await expect(dialog.getByText('De 1 a 2 salários mínimos')).toBeVisible();
    // only the sheet scrolls: heading and buttons stay
    expect(await dialog.evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const view = row.getByRole('button', { name: /Ver/ });
    await expect(view).toBeFocused();
    await page.getByRole('heading', { level: 1 }).focus();
    await view.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(view).toBeFocused();
    await expect(page).toHaveURL(/admin\/inscricoes/);
  });

  await test.step('says Erro with the message, or the SPEC’s own words, and tries again', async () => {
    await page.clock.install(); // which goes on as before until a step moves it
    await page.route('**/rest/v1/inscricoes_projeto?**', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'XX', message: 'Mensagem do servidor.', details: null, hint: null },
      }),
    );
    await page.reload();
    await pressChip(page, 'Todas');
    const alert = page.locator('main').getByRole('alert');
    await expect(alert).toContainText('Erro');
    await expect(alert).toContainText('Mensagem do servidor.');
    await page.unroute('**/rest/v1/inscricoes_projeto?**');
    await page.route('**/rest/v1/inscricoes_projeto?**', (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(alert).toContainText('Falha ao buscar inscrições.');
    await page.unroute('**/rest/v1/inscricoes_projeto?**');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('row').nth(1)).toContainText('Pessoa 26');

    // another page: the old one stays, greyed, while it is waited for and when it does not come
    const release = await holdRequests(page, '**/rest/v1/rpc/lista_de_inscricoes', (route) =>
      route.fulfill({ status: 400, json: {} }),
    );
    await page.getByRole('button', { name: 'Próxima' }).click();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(alert).toContainText('Falha ao buscar inscrições.');
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByRole('table')).toHaveClass(/enrolments--old/);
    await expect(page.getByRole('row').nth(1)).toContainText('Pessoa 26');
    mishaps.length = 0; // the browser reports each 400
    await page.unroute('**/rest/v1/rpc/lista_de_inscricoes');
  });

  await test.step('leaves with Sair when nobody answers, says so, and ends the session there with the next contact', async () => {
    const stored = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
    await page.route('**/auth/v1/logout**', () => {});
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    await expect(page.getByText('Sua sessão terminou')).toBeHidden();
    expect(await page.content()).not.toContain('Pessoa 26');
    expect(await page.evaluate((key) => sessionStorage.getItem(key), SESSION_KEY)).toBeNull();
    await page.clock.fastForward(5_000);
    await expect(toast(page).getByRole('alert')).toContainText('Sign out Failed');
    await expect(toast(page).getByRole('alert')).toContainText('Sem resposta do servidor.');
    await page.unroute('**/auth/v1/logout**');
    const ended = page.waitForResponse('**/auth/v1/logout?scope=local');
    await page.clock.fastForward(31_000);
    await ended;
    const { access_token } = JSON.parse(stored) as { access_token: string };
    const headers = { apikey: apiOf(desk.server).key, Authorization: `Bearer ${access_token}` };
    expect((await page.request.get(`${desk.server.api}/auth/v1/user`, { headers })).status()).toBe(403);
    mishaps.length = 0; // the browser reports what failed
  });
});

test('the sign-in takes whom it should', async ({ page, mishaps }) => {
  await page.goto('/admin/inscricoes');

  await test.step('both fields of the sign-in are required, and the e-mail is one', async () => {
    const refused = (name: string) => expect(page.locator(`[name=${name}]:invalid:focus`)).toHaveCount(1); // by the browser
    await page.getByRole('button', { name: 'Entrar' }).click();
    await refused('email');
    await page.getByLabel('E-mail').fill('a'); // one letter is none
    await page.getByLabel('Senha').focus();
    await page.getByRole('button', { name: 'Entrar' }).click();
    await refused('email');
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await refused('password');
    await expect(page.getByLabel('E-mail')).toHaveAttribute('required', '');
    await expect(page.getByLabel('Senha')).toHaveAttribute('required', '');
    await expect(page.getByLabel('Senha')).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Mostrar senha' }).click();
    await expect(page.getByLabel('Senha')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Mostrar senha' }).click(); // and hides it again
    expect(mishaps).toEqual([]);
  });

  await test.step('a wrong password is refused in the words of the SPEC, and the e-mail stays', async () => {
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    await page.getByLabel('Senha').fill('uma senha errada');
    const release = await holdRequests(page, '**/auth/v1/token**');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('button', { name: 'Entrando…' })).toBeDisabled();
    release();
    await expect(page.locator('main').getByRole('alert')).toContainText(
      'Falha no login. Verifique suas credenciais.',
    );
    await expect(toast(page).getByRole('alert')).toContainText('Sign in Failed');
    await expect(page.getByLabel('E-mail')).toHaveValue(ADMIN.email);
    await expect(page.getByLabel('Senha')).toBeFocused();
    mishaps.length = 0; // the browser reports the 400
  });

  await test.step('a stranger who signed up sees no enrolment, and reads why', async () => {
    const account = { email: 'alguem@example.com', password: 'outra senha só de teste' };
    await desk.enrol({ nome_completo: 'Pessoa Protegida' });
    await ask(apiOf(desk.server), '/auth/v1/signup', { body: account });
    await enter(page, account);
    await expect(page.getByText('Seu usuário não tem permissão para ver as inscrições.')).toBeVisible();
    await expect(page.getByText('Pessoa Protegida')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
  });
});

/** Signs in by the card. */
async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}
