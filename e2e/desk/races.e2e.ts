import type { Page, Route } from '@playwright/test';
import { deskScreens } from '../../content/desk-screens.ts';
import { validCpf } from '../../kit/family.ts';
import { ADMIN } from '../../kit/site.ts';
import { runSql } from '../support/database.ts';
import { Desk, detail, inDetail, openDetail, openFollowUp, openMessages } from '../support/desk.ts';
import { expect, holdRequests, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// What somebody at the desk does while an answer is still on its way, or after it was overtaken.

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      const sheets = [...document.querySelectorAll('.printed-sheet')].map(({ textContent }) => textContent);
      document.documentElement.dataset.printed = JSON.stringify(sheets);
      window.dispatchEvent(new Event('afterprint'));
    };
  });
});

const NOTE_PRINT = '**/rest/v1/rpc/anotar_impressao';
const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: 'Não foi gravada.' } });
const printed = (page: Page) => page.locator('html').getAttribute('data-printed');

async function open(page: Page, name: string) {
  await openDetail(page, name);
  await expect(detail(page).getByText('Cidade Exemplo').first()).toBeVisible();
}

test('an answer that comes late reaches nobody who has gone on, and what is under way is not called off', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  const desk = new Desk(server);
  const others = ['Buriti Apressado', 'Pequi Demorado', 'Aroeira Corrida', 'Angico Corrido'];
  await desk.enrolPeople(others.map((nome_completo) => ({ nome_completo })));
  await signIn();

  await test.step('a sheet that was left for the next before it could be recorded is not printed', async () => {
    const release = await holdRequests(page, NOTE_PRINT);
    await open(page, 'Angico Corrido');
    await inDetail(page, 'Imprimir Ficha').click();
    await inDetail(page, 'Próxima inscrição').click();
    await expect(detail(page).getByRole('status').filter({ hasText: 'Aroeira' })).toBeVisible();
    const noted = page.waitForResponse(NOTE_PRINT);
    release();
    await noted;
    await page.waitForTimeout(200);
    expect(await printed(page)).toBeNull();
    await page.unroute(NOTE_PRINT);
    await inDetail(page, 'Imprimir Ficha').click();
    await expect.poll(() => printed(page)).toContain('Aroeira Corrida');
    expect(await printed(page)).not.toContain('Angico');
    await inDetail(page, 'Fechar').click();
  });

  await test.step('what is being erased, or somebody being added, cannot be called off and answers to nobody else', async () => {
    const erase = page.getByRole('dialog', { name: /^Apagar/ });
    const begin = async () => {
      await page.getByRole('searchbox').fill('Pequi');
      await page.getByRole('searchbox').press('Enter');
      await open(page, 'Pequi Demorado');
      await inDetail(page, 'Mais').click();
      await inDetail(page, 'Apagar agora').click();
      const protocol = /\d{4}-\d{4}/.exec((await erase.textContent()) ?? '')?.[0];
      await erase
        .getByRole('textbox')
        .first()
        .fill(protocol ?? 'APAGAR');
      await erase.getByLabel('Teste').check();
      await erase.getByLabel('A sua senha').fill(ADMIN.password);
      await erase.getByRole('button', { name: 'Apagar', exact: true }).click();
      await expect(erase.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
    };
    // of each session, whether it is over in five minutes
    const sessions = async () => {
      const brief = `select not_after <= now() + interval '5 minutes' as brief from auth.sessions order by created_at`;
      return (await runSql<{ brief: boolean | null }>(server, brief)).map((row) => row.brief);
    };
    const call = '**/rest/v1/rpc/apagar_inscricao';
    const before = await sessions(); // a project keeps those of other tests
    await holdRequests(page, call); // for ever
    await begin();
    await expect.poll(sessions).toEqual([...before, PROJECT ? null : true]); // the password was confirmed
    await page.reload();
    await page.unroute(call);
    const release = await holdRequests(page, call);
    await begin();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(erase).toBeVisible();
    release();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Pequi Demorado')).toHaveCount(0);
    // what was confirmed before the page was read again ends with it, where that may still ask: on another origin
    // the browser asks first, and may find no page
    const more = async () => (await sessions()).length - before.length;
    await expect.poll(more).toBeLessThanOrEqual(PROJECT ? 1 : 0);

    await page.getByRole('link', { name: 'Contas' }).click();
    if (PROJECT) return; // there the dashboard makes accounts
    await page.getByRole('button', { name: 'Incluir pessoa' }).click();
    const person = page.getByRole('dialog');
    await person.getByLabel('Primeiro nome').fill('Demorada');
    await person.getByLabel('E-mail').fill('demorada@example.com');
    await person.getByLabel('Senha', { exact: true }).fill('uma frase que ninguém usa');
    await person.getByLabel('A sua senha').fill(ADMIN.password);
    const go = await holdRequests(page, '**/auth/v1/admin/users');
    await person.getByRole('button', { name: 'Incluir' }).click();
    await expect(person.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(person).toBeVisible();
    go();
    await expect(page.getByText('Demorada agora tem acesso.')).toBeVisible();
  });
  expect(mishaps).toEqual([]);

  await test.step('who lost the access hears that the session is over, whatever they ask for', async () => {
    await page.getByLabel('Senha atual').fill(ADMIN.password);
    await page.getByLabel('Senha nova').fill('outra frase que ninguém usa');
    await desk.endSessions();
    await page.getByRole('button', { name: 'Trocar senha' }).click();
    await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
  });
});

test('what was typed is not lost, and nothing is said to be done, when another was faster or the server refuses', async ({
  page,
  signIn,
  server,
  mishaps,
}) => {
  const desk = new Desk(server);
  const cpf = validCpf(4711);
  await desk.enrolPeople([
    { nome_completo: 'Ipê Primeiro', cpf, telefone_whatsapp: '62955550001' },
    { nome_completo: 'Ipê Segundo', cpf, telefone_whatsapp: '62955550002' },
    { nome_completo: 'Sucupira Longe' },
  ]);
  await signIn();

  await test.step('a pair of which one was erased meanwhile is not said to be judged', async () => {
    await openFollowUp(page, 'Ipê Segundo');
    await detail(page).getByText('Outra inscrição (Nova): mesmo CPF').click();
    await expect(detail(page).locator('details .sheet')).toContainText('Ipê Primeiro');
    await desk.erase('Ipê Primeiro');
    await inDetail(page, 'Marcar como repetida').click();
    await expect(detail(page).getByText(/^Outra inscrição/)).toHaveCount(0);
    await expect(detail(page).getByText('Esta inscrição foi marcada como repetida de outra.')).toHaveCount(0);
    await inDetail(page, 'Fechar').click();
  });
  expect(mishaps).toEqual([]);

  await test.step('why something was not saved is in sight and what was typed stays', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openFollowUp(page, 'Sucupira Longe');
    const note = detail(page).getByLabel('Nova nota');
    await note.fill('a primeira');
    const saving = '**/rest/v1/rpc/nova_nota';
    await page.route(saving, refuse);
    await inDetail(page, 'Guardar nota').click();
    await expect(detail(page).getByRole('alert').getByText('Não foi gravada.')).toBeInViewport();
    await expect(note).toHaveValue('a primeira');
    mishaps.length = 0; // the browser reports the 400
    await page.unroute(saving);
    await inDetail(page, 'Guardar nota').click();
    await expect(note).toHaveValue('');
  });

  await test.step('what fails after its place was left is told with whom it was about, and what was done', async () => {
    const leave = async (call: string, button: string) => {
      const release = await holdRequests(page, call, refuse);
      await Promise.all([page.waitForRequest(call), inDetail(page, button).click()]);
      await inDetail(page, 'Fechar').last().click();
      release();
    };
    await detail(page).getByLabel('Nova nota').fill('a segunda');
    await leave('**/rest/v1/rpc/nova_nota', 'Guardar nota');
    await expect(toast(page)).toContainText('Veja Sucupira Longe: o que você fez');
    await openFollowUp(page, 'Sucupira Longe');
    await inDetail(page, 'Falta documento').click();
    await detail(page).getByLabel('Motivo').fill('a foto está escura');
    await leave('**/rest/v1/rpc/decidir_situacao', 'Guardar');
    await expect(toast(page)).toContainText('Veja de novo: Falta documento, Sucupira Longe.');
    const messages = await openMessages(page);
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
    const conversation = page.context().waitForEvent('page');
    await messages
      .getByRole('link', { name: /^Abrir o WhatsApp/ })
      .first()
      .click();
    await (await conversation).close();
    await page.route('**/rest/v1/rpc/anotar_mensagem', refuse);
    await page.route('**/rest/v1/rpc/anotar_mensagem', (route) => route.abort(), { times: 1 });
    await messages.getByRole('button', { name: 'Sim, mandei' }).click();
    await expect(messages.getByText('A página tenta de novo sozinha.')).toBeVisible();
    await messages.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(toast(page)).toContainText('Veja Sucupira Longe: o que você fez');
    mishaps.length = 0; // the browser reports what was refused
  });
});

test('a screen that is asked for while the list still chooses where to begin is the one that comes', async ({
  page,
  server,
  signIn,
}) => {
  await new Desk(server).enrolPeople([{ nome_completo: 'Ipê Esperando' }]);
  await signIn();
  await expect(page.getByText('Ipê Esperando')).toBeVisible();
  const count = await holdRequests(page, '**/rest/v1/rpc/contagem_de_inscricoes');
  const classes = await holdRequests(page, /ClassesPage/);
  await page.goto('/admin/inscricoes'); // of itself, so that it still has to choose
  await page.getByRole('link', { name: deskScreens.turmas.link }).click();
  const counted = page.waitForResponse('**/rest/v1/rpc/contagem_de_inscricoes');
  count();
  await (await counted).finished();
  await page.waitForTimeout(500); // longer than the answer takes to be drawn
  await expect(page).toHaveURL(/tela=turmas$/);
  classes();
  await expect(page.getByRole('heading', { name: deskScreens.turmas.title, level: 1 })).toBeVisible();
});
