import type { BrowserContext, Page, Route } from '@playwright/test';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { ask } from '../../kit/site.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, ownDesk, searchAtDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, holdRequests, test } from '../support/fixtures.ts';

// 'Para fazer': where the desk opens, what waits, and what is done with several at once.

const desk = ownDesk();

const names = (page: Page) => page.locator('.enrolments__name bdi');
const rows = (page: Page) => page.locator('.enrolments__row');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name });
const search = (page: Page) => page.getByRole('searchbox');

/** Reads anew what waits, past what the page knows of it. */
async function readAgain(page: Page) {
  await chip(page, 'Todas').click();
  await chip(page, /^Novas/).click();
}

const historyOf = (name: string) =>
  runSql<{ acao: string; para: string | null }>(
    desk.server,
    `select h.acao, h.para from private.historico h join public.inscricoes_projeto i on i.id = h.inscricao_id
     where i.nome_completo = '${name}' order by h.id`,
  );

test('what waits is worked down, one and several at once, until there is nothing to do', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  test.slow(); // nine subjects in one
  await test.step('with no enrolment the list of all opens by itself, in the words of the SPEC, read as the SPEC says', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await signIn(page, '');
    await expect(page.getByText('Nenhuma inscrição encontrada ainda.')).toBeVisible();
    await expect(page.getByText('Nada a fazer')).toHaveCount(0);
    await expect(page).toHaveURL(/\?lista=todas$/);
    const [call] = asked.filter((url) => url.includes('/rest/v1/inscricoes_projeto'));
    expect(call).toMatch(/inscricoes_projeto\?select=\*&order=created_at\.desc,id\.desc&limit=25$/);
  });

  await test.step('it opens on what waits, who waits longest first and since when; all of them are read meanwhile', async () => {
    await desk.enrolPeople([{ nome_completo: 'Angico Primeiro' }, { nome_completo: 'Baru Segundo' }]);
    const code = await desk.enrol(
      { nome_completo: 'Cagaita Pede', telefone_whatsapp: '62911110003' },
      nisPdf,
    );
    await ask(apiOf(desk.server), '/rest/v1/rpc/pedir_pela_familia', {
      body: { codigo: code, tipo: 'telefone', telefone: '62900000077' },
    });
    await runSql(
      desk.server,
      `update public.inscricoes_projeto set created_at = now() - interval '3 days' where nome_completo = 'Baru Segundo'`,
      `update private.acompanhamentos a set criada_em = i.created_at from public.inscricoes_projeto i where i.id = a.inscricao_id`,
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await page.goto('/admin/inscricoes');
    await expect(chip(page, 'Novas (3)')).toHaveAttribute('aria-pressed', 'true');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Angico Primeiro', 'Cagaita Pede']);
    await expect(rows(page).nth(0).locator('.enrolments__since')).toHaveText('Espera desde: há 3 dias');
    await expect(rows(page).nth(1).locator('.enrolments__since')).toHaveText('Espera desde: hoje');
    expect(asked.filter((url) => url.includes('/rest/v1/inscricoes_projeto?select=*'))).toHaveLength(1);
    await expect(page.getByRole('columnheader')).toHaveText([
      /^Nome Completo$/,
      'Idade',
      'Telefone',
      'Inscrição',
      'Ações',
    ]);
    expect(await violations(page)).toEqual([]);

    await chip(page, 'Pedidos (1)').click();
    await expect(names(page)).toHaveText(['Cagaita Pede']);
    await chip(page, /^Documento novo/).click();
    await page.reload();
    await expect(page.getByText('Nada aqui.')).toBeVisible();
    const release = await holdRequests(page, '**/rest/v1/rpc/lista_de_inscricoes**');
    await chip(page, /^Novas/).click();
    await expect(page.locator('.loading ~ .list .range')).toHaveText(''); // nobody knows yet that it is empty
    release();
    await expect(names(page)).toHaveCount(3);
  });

  await test.step('a search looks through all, and Esc leads back to the chip', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'desistiu', versao = versao + 1, decidida_em = now() where nome = 'Angico Primeiro'`,
    );
    await readAgain(page);
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await searchAtDesk(page, 'angico');
    await expect(names(page)).toHaveText(['Angico Primeiro']);
    await expect(chip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true');
    await search(page).press('Escape');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await expect(chip(page, /^Novas/)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('who waits no more leaves when the enrolment is closed, and the focus is above the list then', async () => {
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await openDetail(page, 'Baru Segundo');
    await inDetail(page, 'Lista de espera').click(); // of which class, no age says here
    await detail(page).getByLabel('Turma da espera').selectOption({ index: 1 });
    await inDetail(page, 'Guardar').click();
    await expect(detail(page).getByText('Situação guardada.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(names(page)).toHaveText(['Cagaita Pede']);
    await expect(page.getByText('Mostrando 1–1 de 1')).toBeFocused();
    await expect(chip(page, 'Novas (1)')).toBeVisible();
  });

  await test.step('a page is approved at once: doubts by name, each decided once though an answer is lost, nobody over a colleague, a full class by name', async () => {
    await desk.setChildrensClass();
    await desk.enrolPeople([
      { nome_completo: 'Dália Grande', data_nascimento: '1990-05-01' },
      { nome_completo: 'Dália Uma', telefone_responsavel: '62922220001' },
      { nome_completo: 'Dália Duas', telefone_responsavel: '62922220002' },
      { nome_completo: 'Dália Menor', telefone_responsavel: null },
    ]);
    await runSql(
      desk.server,
      `update private.acompanhamentos set responsavel_chegou = true where nome = 'Cagaita Pede'`,
      `insert into private.turmas (nome, vagas) values ('Turma Pequena', 1)`,
    );
    await page.reload();
    await expect(names(page)).toHaveCount(5);
    const open = page.getByRole('button', { name: 'Aprovar…', exact: true });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 5 inscrições' });
    const submit = dialog.locator('[type=submit]');
    const person = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) });
    await expect(dialog.getByLabel('Dália Menor: menor sem responsável')).not.toBeChecked();
    await expect(person('Cagaita Pede')).not.toBeChecked();
    const classes = dialog.getByLabel('Turma', { exact: true });
    await expect(classes.locator('option:checked')).toHaveText('Cada uma na turma da idade');
    expect((await classes.locator('option').allTextContents()).join()).not.toContain('Personal Fight');
    expect(await violations(page)).toEqual([]);

    await runSql(
      desk.server,
      `update private.acompanhamentos set versao = versao + 1, situacao = 'em-analise' where nome = 'Dália Duas'`,
    );
    const lose = (route: Route) => route.fetch().then(() => route.abort()); // stored, and nobody hears of it
    await page.route('**/rest/v1/rpc/decidir_situacao', lose, { times: 1 });
    await submit.click();
    await expect(dialog.getByText('Dália Grande: sem resposta do servidor; tente de novo')).toBeVisible();
    await expect(submit).toHaveText('Aprovar 3, cada uma na turma da idade');
    mishaps.length = 0; // the browser reports the call that was cut off
    await submit.click();
    await expect(dialog.getByText('2 guardadas.')).toBeVisible();
    await expect(dialog.getByText('Dália Duas: alguém mudou antes; veja o que há agora')).toBeVisible();
    await expect(submit).toHaveText('Avisar 2 famílias');
    await expect(dialog.getByRole('checkbox')).toHaveCount(2); // who is doubtful
    expect(await violations(page)).toEqual([]);

    await classes.selectOption('Turma Pequena (1 livre)');
    for (const doubtful of await dialog.getByRole('checkbox').all()) await doubtful.check();
    await expect(dialog).toContainText('Turma Pequena tem só 1 vaga livre.');
    await submit.click();
    await expect(dialog.getByText('3 guardadas.')).toBeVisible();
    await expect(dialog.getByText('Dália Menor: a turma encheu')).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
    for (const name of ['Dália Grande', 'Dália Uma'])
      expect(await historyOf(name)).toEqual([{ acao: 'situacao', para: 'aprovada' }]);
    expect(await historyOf('Dália Duas')).toEqual([]);
    expect((await historyOf('Cagaita Pede')).map(({ acao }) => acao)).toContain('criterio'); // the tick confirms the guardian
    const given = await runSql<{ turma: string }>(
      desk.server,
      `select t.nome as turma from private.acompanhamentos a join private.turmas t on t.id = a.turma_id
       where a.situacao = 'aprovada' and a.nome <> 'Dália Grande' order by a.nome`,
    );
    expect(given.map(({ turma }) => turma)).toEqual(['Turma Pequena', 'Jiu-Jitsu Infantil']); // Cagaita, Uma

    await submit.click();
    await expect(page.getByRole('dialog', { name: 'Avisar: 1 de 3' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Dália Duas', 'Dália Menor']);
    await expect(open).toBeFocused();
    await expect(chip(page, 'A avisar (4)')).toBeVisible();
    expect(mishaps).toEqual([]);
  });

  await test.step('families are told one after the other by Enter alone; only what was sent is recorded', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'O NIS não aparece.', a_avisar = true, decidida_em = now(), versao = versao + 1, turma_id = null where nome = 'Dália Menor'`,
      `update private.acompanhamentos set a_avisar = false where nome in ('Dália Grande', 'Cagaita Pede')`,
      `update private.configuracao set mensagem_espera = 'Calma, {nome}: a vaga vem.' where true`,
    );
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
    await page.goto('/admin/inscricoes?avisar=true&ordem=espera&sentido=asc');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Dália Uma', 'Dália Menor']);
    await page.getByRole('button', { name: 'Avisar 3 famílias' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Avisar/ });
    const chat = dialog.getByRole('link', { name: /Abrir o WhatsApp/ }).first();

    await expect(chat).toBeFocused();
    await expect(dialog).toContainText('Calma, Baru: a vaga vem.');
    expect(await violations(page)).toEqual([]);
    await openChat(context, page);
    await expect(dialog.getByRole('button', { name: 'Sim, mandei' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await historyOf('Baru Segundo')).toHaveLength(1); // nothing is recorded before the yes
    const lose = (route: Route) => route.fetch().then(() => route.abort()); // recorded, and nobody hears of it
    await page.route('**/rest/v1/rpc/anotar_mensagem', lose, { times: 1 });
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert').filter({ hasText: 'Sem resposta do servidor.' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Sim, mandei' }).press('Enter');
    mishaps.length = 0; // the browser reports the call that was cut off

    await expect(dialog).toContainText('Dália foi aprovada');
    await expect(chat).toBeFocused();
    await openChat(context, page);
    await dialog.getByRole('button', { name: 'Não mandei' }).click();
    await dialog.getByRole('button', { name: 'Pular' }).click();

    await expect(dialog.getByRole('button', { name: 'Pôr o link na mensagem' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chat).toBeFocused();
    await expect(dialog).toContainText(/por este link, que vale até .*\/projeto-social\/situacao#/);
    await openChat(context, page);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('2 famílias avisadas; 1 continua em A avisar.');
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Dália Uma']);
    await expect(chip(page, 'A avisar (1)')).toBeVisible();
    expect((await historyOf('Baru Segundo')).map(({ acao }) => acao)).toEqual(['situacao', 'mensagem']);
    expect((await historyOf('Dália Uma')).map(({ acao }) => acao)).not.toContain('mensagem');
  });

  await test.step('a class is given to approved ones, and when nothing waits the desk says so', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'aprovada', turma_id = null, motivo = null, a_avisar = false, pedido = false, responsavel_confirmou = true, espera_desde = null, decidida_em = now() where true`,
    );
    await page.goto('/admin/inscricoes');
    await expect(chip(page, 'Sem turma (7)')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Turma…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Turma de 7 inscrições' });
    await dialog.getByLabel('Turma', { exact: true }).selectOption('');
    await dialog.getByRole('button', { name: 'Pôr na turma' }).click();
    await expect(dialog.getByText('Escolha a turma.')).toBeVisible();
    const childrens = dialog.getByRole('option', { name: /^Jiu-Jitsu Infantil/ });
    await dialog.getByLabel('Turma', { exact: true }).selectOption(await childrens.getAttribute('value'));
    await dialog.getByRole('button', { name: 'Pôr 7 em Jiu-Jitsu Infantil' }).click();
    await expect(dialog.getByText('7 guardadas.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByText('Nada aqui.')).toBeVisible();

    await runSql(desk.server, 'update private.acompanhamentos set a_avisar = false where true');
    await page.reload();
    await expect(page.getByText('Nada a fazer.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Inscrições' }).click();
    await expect(names(page)).toHaveCount(7);
    await expect(chip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true');
  });
});

/** Presses Enter on the link, and comes back from the conversation. */
async function openChat(context: BrowserContext, page: Page) {
  const [conversation] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await conversation.close();
  await page.bringToFront();
}

test('a duplicated tab that nobody uses leaves alone, and the card says whom to ask', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  await desk.enrolPeople([{ nome_completo: 'Eva Guarda' }]);
  await page.clock.install();
  await signIn();
  await expect(names(page).first()).toBeVisible();
  const session = await page.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
  const used = await context.newPage();
  await used.addInitScript(
    ([key, value]) => {
      sessionStorage[key] ??= value; // as the browser copies it, once
    },
    [SESSION_KEY, session] as const,
  );
  await used.goto(`${desk.server.url}/admin/inscricoes?lista=todas`);
  await expect(names(used).first()).toBeVisible();

  await page.clock.fastForward(13 * 60_000);
  await used.mouse.move(5, 5); // somebody works there
  await page.clock.fastForward(2 * 60_000 + 2_000);
  await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
  await expect(page.getByText('Esqueceu a senha? Peça uma nova a alguém da direção')).toBeVisible();
  await page.waitForTimeout(1_500); // longer than another tab is waited for
  await used.reload();
  await expect(names(used).first()).toBeVisible();
  await openDetail(used, 'Eva Guarda');
  await expect(detail(used).getByRole('heading', { name: 'Histórico' })).toBeVisible();
  // and where nobody else has it, it is over
  const latest = await used.evaluate((key) => sessionStorage.getItem(key) ?? '', SESSION_KEY);
  await used.close();
  const { access_token } = JSON.parse(latest) as { access_token: string };
  const { key } = apiOf(desk.server);
  const over = async () =>
    (
      await page.request.get(`${desk.server.api}/auth/v1/user`, {
        headers: { apikey: key, Authorization: `Bearer ${access_token}` },
      })
    ).status();
  expect(await over()).toBe(200);
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [SESSION_KEY, latest] as const);
  await page.reload();
  await expect(names(page).first()).toBeVisible();
  const ended = page.waitForResponse('**/auth/v1/logout?scope=local');
  await page.clock.fastForward(15 * 60_000 + 2_000);
  await expect(page.getByRole('heading', { name: 'Acesso Administrativo' })).toBeVisible();
  await page.clock.fastForward(1_000);
  await ended;
  expect(await over()).toBe(403);
  mishaps.length = 0; // a token may be refreshed just as its session ends
});
