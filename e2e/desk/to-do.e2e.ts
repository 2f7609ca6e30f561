import type { BrowserContext, Page, Route } from '@playwright/test';
import { SESSION_KEY } from '../../app/api/session-key.ts';
import { ask } from '../../kit/site.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, holdRequests, test } from '../support/fixtures.ts';

// 'Para fazer': where the desk opens, what waits, and what is done with several at once.

const desk = ownDesk();

const names = (page: Page) => page.locator('.enrolments__name bdi');
const rows = (page: Page) => page.locator('.enrolments__row');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name });
const bar = (page: Page) => page.getByRole('group', { name: 'O que fazer com as marcadas' });
const result = (page: Page) => page.getByRole('region', { name: 'O que fazer com as marcadas' });
const search = (page: Page) => page.getByRole('searchbox');

const mark = async (page: Page, ...people: string[]) => {
  for (const name of people) await page.getByLabel(`Marcar inscrição de ${name}`).check();
};
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

  await test.step('it opens on what waits, who waits longest first and since when; all of them are read meanwhile, and keep their address', async () => {
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
    await expect(page).toHaveURL(/\?pedido=true&ordem=espera&sentido=asc$/);
    await expect(chip(page, /^Novas/)).toHaveAttribute('aria-pressed', 'false');
    await chip(page, 'Todas').click();
    await expect(names(page)).toHaveText(['Cagaita Pede', 'Angico Primeiro', 'Baru Segundo']);
    await page.reload();
    await expect(names(page)).toHaveText(['Cagaita Pede', 'Angico Primeiro', 'Baru Segundo']);
    await page.goBack();
    await expect(names(page)).toHaveText(['Cagaita Pede']);
    await chip(page, /^Documento novo/).click();
    await expect(page.getByText('Nada em Documento novo.')).toBeVisible();
    const release = await holdRequests(page, '**/rest/v1/rpc/lista_de_inscricoes**');
    await page.getByRole('button', { name: 'Ir para Novas (3)' }).click();
    await expect(page.locator('.loading ~ .list .range')).toHaveText(''); // nobody knows yet that it is empty
    release();
    await expect(names(page)).toHaveCount(3);
    await page.emulateMedia({ forcedColors: 'active' });
    const ground = (pressed: boolean) =>
      page
        .locator(`.to-do [aria-pressed="${pressed}"]`)
        .evaluateAll((chips) => chips.map((one) => getComputedStyle(one).backgroundColor));
    expect(await ground(false)).not.toContain((await ground(true))[0]); // the pressed one is told from the others
    await page.emulateMedia({ forcedColors: null });
  });

  await test.step('a search looks through all, and Esc leads back to the chip', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'desistiu', versao = versao + 1, decidida_em = now() where nome = 'Angico Primeiro'`,
    );
    await readAgain(page);
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await search(page).fill('angico');
    await expect(names(page)).toHaveText(['Angico Primeiro']);
    await expect(chip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true');
    await search(page).press('Escape');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await expect(chip(page, /^Novas/)).toHaveAttribute('aria-pressed', 'true');
    await search(page).fill('angico');
    await expect(names(page)).toHaveText(['Angico Primeiro']);
    await chip(page, 'Todas').click();
    await expect(search(page)).toHaveValue('');
    await expect(names(page)).toHaveCount(3);
  });

  await test.step('who waits no more leaves when the enrolment is closed, and the focus goes to the row in its place', async () => {
    await chip(page, /^Novas/).click();
    await expect(names(page)).toHaveText(['Baru Segundo', 'Cagaita Pede']);
    await openDetail(page, 'Baru Segundo');
    await inDetail(page, 'Lista de espera').click(); // of which class, no age says here
    await detail(page).getByLabel('Turma da espera').selectOption({ index: 1 });
    await inDetail(page, 'Só guardar').click();
    await expect(detail(page).getByText('Situação guardada.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(names(page)).toHaveText(['Cagaita Pede']);
    await expect(page.getByRole('button', { name: 'Ver inscrição de Cagaita Pede' })).toBeFocused();
    await expect(chip(page, 'Novas (1)')).toBeVisible();
  });

  await test.step('several are approved at once: asked about once, doubts by name, one entry a person, and all taken back', async () => {
    await desk.setChildrensClass();
    await desk.enrolPeople([
      { nome_completo: 'Dália Grande', data_nascimento: '1990-05-01' },
      { nome_completo: 'Dália Uma', telefone_responsavel: '62922220001' },
      { nome_completo: 'Dália Duas', telefone_responsavel: '62922220002' },
      { nome_completo: 'Dália Menor', telefone_responsavel: null },
    ]);
    await readAgain(page);
    await mark(page, 'Dália Grande', 'Dália Uma', 'Dália Duas', 'Dália Menor');
    await expect(search(page)).toBeVisible();
    await bar(page).getByRole('button', { name: 'Aprovar em…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 4 inscrições' });
    await expect(dialog.getByLabel('Dália Menor: menor sem responsável')).not.toBeChecked();
    const classes = dialog.getByLabel('Turma', { exact: true });
    await expect(classes.locator('option:checked')).toHaveText('Cada uma na turma da idade');
    expect((await classes.locator('option').allTextContents()).join()).not.toContain('Personal Fight');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Aprovar 3, cada uma na turma da idade' }).click();
    await expect(result(page)).toContainText('3 aprovadas, cada uma na turma da idade.');
    await expect(names(page)).toHaveText(['Cagaita Pede', 'Dália Menor']);
    expect(await violations(page)).toEqual([]);
    for (const name of ['Dália Grande', 'Dália Uma', 'Dália Duas'])
      expect(await historyOf(name)).toEqual([{ acao: 'situacao', para: 'aprovada' }]);
    const given = await runSql<{ nome: string; infantil: boolean }>(
      desk.server,
      `select a.nome, t.nome = 'Jiu-Jitsu Infantil' as infantil from private.acompanhamentos a join private.turmas t on t.id = a.turma_id
       where a.situacao = 'aprovada' order by a.nome`,
    );
    expect(given.map(({ infantil }) => infantil)).toEqual([true, false, true]); // Duas, Grande, Uma
    expect(await historyOf('Dália Menor')).toEqual([]);
    expect(
      (await desk.auditEntries('mudou')).filter(({ details }) => details.para === 'aprovada'),
    ).toHaveLength(3);
    await result(page).getByRole('button', { name: 'Desfazer' }).click();
    await expect(result(page)).toContainText('Desfeito: 3 inscrições.');
    await result(page).getByRole('button', { name: 'Fechar' }).click();
    await desk.erase('Dália Grande');
    await readAgain(page);
    await expect(names(page)).toHaveText(['Cagaita Pede', 'Dália Uma', 'Dália Duas', 'Dália Menor']);
    await expect(chip(page, 'A avisar (1)')).toBeVisible(); // Baru's alone
    expect(mishaps).toEqual([]);
  });

  await test.step('what somebody else decided first is said by name and stays ticked; an answer that is lost decides nothing twice', async () => {
    await expect(names(page)).toHaveCount(4);
    await runSql(
      desk.server,
      `update private.acompanhamentos set versao = versao + 1, situacao = 'em-analise' where nome = 'Dália Duas'`,
    );
    let lost = 0;
    await page.route('**/rest/v1/rpc/decidir_situacao', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch(); // stored, and nobody hears of it
      await route.abort();
    });
    await mark(page, 'Dália Uma', 'Dália Duas');
    await bar(page).getByRole('button', { name: 'Aprovar em…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 2 inscrições' });
    await dialog.getByLabel('Turma', { exact: true }).selectOption({ index: 1 });
    await dialog.getByRole('button', { name: /^Aprovar 2/ }).click();
    await expect(result(page)).toContainText('1 aprovada em Jiu-Jitsu Infantil.');
    await expect(result(page)).toContainText('Dália Duas: alguém mudou antes; veja o que há agora');
    await expect(bar(page).getByRole('status')).toHaveText('1 marcada');
    await expect(page.getByLabel('Marcar inscrição de Dália Duas')).toBeChecked();
    expect(await historyOf('Dália Uma')).toEqual(
      ['aprovada', 'nova', 'aprovada'].map((para, at) => ({
        acao: at === 1 ? 'situacao-desfeita' : 'situacao',
        para,
      })),
    );
    await page.unroute('**/rest/v1/rpc/decidir_situacao');
    await result(page).getByRole('button', { name: 'Fechar' }).click();
    mishaps.length = 0; // the browser reports the call that was cut off
  });

  await test.step('a full class takes whom it has places for, and says by name whom not; a tick confirms the guardian, as alone', async () => {
    const came = `update private.acompanhamentos set responsavel_chegou = true where nome = 'Cagaita Pede'`;
    await runSql(desk.server, `insert into private.turmas (nome, vagas) values ('Turma Pequena', 2)`, came);
    await page.reload();
    await mark(page, 'Cagaita Pede', 'Dália Duas', 'Dália Menor');
    await bar(page).getByRole('button', { name: 'Aprovar em…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar 3 inscrições' });
    await dialog.getByLabel('Turma', { exact: true }).selectOption('Turma Pequena (2 livres)');
    for (const doubt of await dialog.getByRole('checkbox').all()) await doubt.check();
    await expect(dialog).toContainText('Turma Pequena tem só 2 vagas livres.');
    await dialog.getByRole('button', { name: 'Aprovar 3 em Turma Pequena' }).click();
    await expect(result(page)).toContainText('2 aprovadas em Turma Pequena.');
    await expect(result(page)).toContainText('Dália Menor: a turma encheu');
    await expect(page.getByLabel('Marcar inscrição de Dália Menor')).toBeChecked();
    expect((await historyOf('Cagaita Pede')).map(({ acao }) => acao)).toContain('criterio');
    await result(page).getByRole('button', { name: 'Fechar' }).click();
    mishaps.length = 0; // the browser reports the refusal
  });

  await test.step('families are told one after the other by Enter alone; only what was sent is recorded', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'O NIS não aparece.', a_avisar = true, decidida_em = now(), versao = versao + 1, turma_id = null where nome = 'Dália Menor'`,
      `update private.acompanhamentos set a_avisar = false where nome in ('Dália Duas', 'Cagaita Pede')`,
      `update private.configuracao set mensagem_espera = 'Calma, {nome}: a vaga vem.' where true`,
    );
    await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));
    await page.goto('/admin/inscricoes?avisar=true&ordem=espera&sentido=asc');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Dália Uma', 'Dália Menor']);
    await page.getByRole('button', { name: 'Avisar 3 famílias' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Avisar/ });
    const chat = dialog.getByRole('link', { name: /Abrir o WhatsApp/ });

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

  await test.step('a class is given to approved ones, and when nothing waits the desk says so above all', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'aprovada', turma_id = null, motivo = null, a_avisar = false, pedido = false, responsavel_confirmou = true, espera_desde = null, decidida_em = now() where true`,
    );
    await page.goto('/admin/inscricoes');
    await expect(chip(page, 'Sem turma (6)')).toHaveAttribute('aria-pressed', 'true');
    await page.getByLabel('Marcar todas').check();
    await bar(page).getByRole('button', { name: 'Turma…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turma de 6 inscrições' });
    await dialog.getByLabel('Turma', { exact: true }).selectOption('');
    await dialog.getByRole('button', { name: 'Pôr na turma' }).click();
    await expect(dialog.getByText('Escolha a turma.', { exact: true })).toBeVisible();
    await dialog.getByLabel('Turma', { exact: true }).selectOption({ index: 1 });
    await dialog.getByRole('button', { name: 'Pôr 6 em Jiu-Jitsu Infantil' }).click();
    await expect(result(page)).toContainText('6 inscrições em Jiu-Jitsu Infantil.');
    await result(page).getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByRole('button', { name: 'Ir para A avisar (6)' })).toBeVisible();

    await runSql(desk.server, 'update private.acompanhamentos set a_avisar = false where true');
    await page.reload();
    await page.getByRole('link', { name: 'Inscrições' }).click();
    await expect(page.getByText('Nada a fazer. Última inscrição hoje.')).toBeVisible();
    await expect(names(page)).toHaveCount(6);
    await expect(chip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true');
    expect(await violations(page)).toEqual([]);
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
