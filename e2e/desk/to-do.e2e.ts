import type { Page } from '@playwright/test';
import { ask } from '../../kit/site.ts';
import { violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { apiOf, expect, test } from '../support/fixtures.ts';
import { DECIDE, lose, rows, throughChat } from '../support/open-enrolment.ts';

// 'Para fazer': where the desk opens, what waits, and what is done with several at once.

const desk = ownDesk();

const names = (page: Page) => page.locator('.enrolments__name bdi');
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name });

const historyOf = (name: string) =>
  runSql<{ acao: string; para: string | null }>(
    desk.server,
    `select h.acao, h.para from private.historico h join public.inscricoes_projeto i on i.id = h.inscricao_id
     where i.nome_completo = '${name}' order by h.id`,
  );

test('what waits is worked down, one and several at once', async ({ page, context, signIn, mishaps }) => {
  test.slow(); // nine subjects in one
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' }));

  await test.step('with no enrolment the list of all opens by itself, in the words of the SPEC, read as the SPEC says', async () => {
    await signIn(page, '');
    await expect(page.getByText('Nenhuma inscrição encontrada ainda.')).toBeVisible();
    await expect(page.getByText('Nada a fazer')).toHaveCount(0);
    await expect(chip(page, 'Todas')).toHaveAttribute('aria-pressed', 'true');
    const [call] = asked.filter((url) => url.includes('/rest/v1/inscricoes_projeto'));
    expect(call).toMatch(/inscricoes_projeto\?select=\*&order=created_at\.desc,id\.desc&limit=25$/);
  });

  await test.step('it opens on what waits, who waits longest first and since when; all of them are read meanwhile', async () => {
    const siblings = ['Angico Primeiro', 'Baru Segundo'].map((nome_completo) => ({
      nome_completo,
      telefone_responsavel: '62922220000',
    }));
    await desk.enrolPeople(siblings, nisPdf);
    const code = await desk.enrol({ nome_completo: 'Cagaita Pede' }, nisPdf);
    await ask(apiOf(desk.server), '/rest/v1/rpc/pedir_pela_familia', {
      body: { codigo: code, tipo: 'telefone', telefone: '62900000077' },
    });
    await runSql(
      desk.server,
      `update public.inscricoes_projeto set created_at = now() - interval '3 days' where nome_completo = 'Baru Segundo'`,
      `update private.acompanhamentos a set criada_em = i.created_at from public.inscricoes_projeto i where i.id = a.inscricao_id`,
    );
    asked.length = 0;
    await page.goto('/admin/inscricoes');
    await expect(chip(page, 'A decidir (3)')).toHaveAttribute('aria-pressed', 'true');
    await expect(names(page)).toHaveText(['Baru Segundo', 'Angico Primeiro', 'Cagaita Pede']);
    await expect(rows(page).nth(0).locator('.enrolments__since')).toHaveText('Espera desde: há 3 dias');
    await expect(rows(page).nth(1).locator('.enrolments__since')).toHaveText('Espera desde: hoje');
    expect(asked.filter((url) => url.includes('/rest/v1/inscricoes_projeto?select=*'))).toHaveLength(1);
    const columns = page.getByRole('columnheader');
    await expect(columns).toHaveText([/^Nome Completo$/, 'Idade', 'Telefone', 'Inscrição', 'Ações']);
    expect(await violations(page)).toEqual([]);

    await chip(page, 'Pedidos (1)').click();
    await expect(names(page)).toHaveText(['Cagaita Pede']);
    await chip(page, /^A decidir/).click();
    await expect(names(page)).toHaveCount(3);
  });

  await test.step('who waits no more leaves when the enrolment is closed, and the focus is above the list then', async () => {
    await openDetail(page, 'Baru Segundo');
    await inDetail(page, 'Lista de espera').click(); // of which class, no age says here
    await inDetail(page, 'Guardar').click();
    await expect(detail(page)).toContainText('Escolha a turma: cada uma tem a sua fila.');
    await detail(page).getByLabel('Turma da espera').selectOption({ index: 1 });
    await inDetail(page, 'Guardar').click();
    await expect(detail(page).getByText('Situação guardada.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail(page)).toHaveCount(0);
    await expect(names(page)).toHaveText(['Angico Primeiro', 'Cagaita Pede']);
    await expect(page.getByText('Mostrando 1–2 de 2')).toBeFocused();
    await expect(chip(page, 'A decidir (2)')).toBeVisible();
  });

  await test.step('a page is approved at once: doubts by name, each decided once though an answer is lost, nobody over a colleague, a full class by name', async () => {
    await desk.setChildrensClass();
    await desk.enrolPeople(
      [
        { nome_completo: 'Dália Grande', data_nascimento: '1990-05-01' },
        { nome_completo: 'Dália Uma', telefone_responsavel: '62922220001' },
        { nome_completo: 'Dália Duas', telefone_responsavel: '62922220002' },
        { nome_completo: 'Dália Menor', telefone_responsavel: null },
      ],
      nisPdf,
    );
    await runSql(
      desk.server,
      `update private.acompanhamentos set responsavel_chegou = true where nome = 'Cagaita Pede'`,
      `insert into private.turmas (nome, vagas) values ('Turma Pequena', 1)`,
    );
    await page.reload();
    const open = page.getByRole('button', { name: 'Aprovar…', exact: true });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Aprovar inscrições' });
    const submit = dialog.locator('[type=submit]');
    const classes = dialog.getByLabel('Turma', { exact: true });
    expect(await violations(page)).toEqual([]);

    await runSql(
      desk.server,
      `update private.acompanhamentos set versao = versao + 1, situacao = 'em-analise' where nome = 'Dália Duas'`,
    );
    await page.route(DECIDE, lose, { times: 1 });
    await submit.click();
    await expect(dialog.getByText('Angico Primeiro: sem resposta do servidor; tente de novo')).toBeVisible();
    await expect(submit).toHaveText('Aprovar 4, cada uma na turma da idade');
    mishaps.length = 0; // the browser reports the call that was cut off
    await submit.click();
    await expect(dialog.getByText('3 guardadas.')).toBeVisible();
    await expect(dialog.getByText('Dália Duas: alguém mudou antes; veja o que há agora')).toBeVisible();
    await expect(submit).toHaveText('Avisar 3 famílias');
    await expect(dialog.getByRole('checkbox')).toHaveCount(2); // who is doubtful
    expect(await violations(page)).toEqual([]);

    await classes.selectOption('Turma Pequena (1 livre)');
    for (const doubtful of await dialog.getByRole('checkbox').all()) await doubtful.check();
    await submit.click();
    await expect(dialog.getByText('4 guardadas.')).toBeVisible();
    await expect(dialog.getByText('Dália Menor: a turma encheu')).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
    for (const name of ['Angico Primeiro', 'Dália Uma'])
      expect(await historyOf(name)).toEqual([{ acao: 'situacao', para: 'aprovada' }]);
    expect(await historyOf('Dália Duas')).toEqual([]);
    expect((await historyOf('Cagaita Pede')).map(({ acao }) => acao)).toContain('criterio'); // the tick confirms the guardian
    const given = await runSql<{ turma: string }>(
      desk.server,
      `select t.nome as turma from private.acompanhamentos a join private.turmas t on t.id = a.turma_id
       where a.situacao = 'aprovada' and a.nome <> 'Dália Grande' order by a.nome`,
    );
    expect(given.map(({ turma }) => turma)).toEqual([
      'Jiu-Jitsu Infantil',
      'Turma Pequena',
      'Jiu-Jitsu Infantil',
    ]); // Angico, Cagaita, Uma

    await submit.click();
    await expect(page.getByRole('dialog', { name: 'Avisar: 1 de 4' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Dália Duas', 'Dália Menor']);
    await expect(open).toBeFocused();
    await expect(chip(page, 'A avisar (5)')).toBeVisible();
    expect(mishaps).toEqual([]);
  });

  await test.step('families are told one after the other by Enter alone, brothers and sisters at once; only what was sent is recorded', async () => {
    await runSql(
      desk.server,
      `update private.acompanhamentos set situacao = 'falta-documento', motivo = 'O NIS não aparece.', a_avisar = true, decidida_em = now(), versao = versao + 1, turma_id = null where nome = 'Dália Menor'`,
      `update private.acompanhamentos set a_avisar = false where nome in ('Dália Grande', 'Cagaita Pede')`,
      `update private.configuracao set mensagem_espera = 'Calma, {nome}: a vaga vem.' where true`,
    );
    await page.reload();
    await chip(page, /^A avisar/).click();
    await page.getByRole('button', { name: /^Avisar \d famílias$/ }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Avisar: 1 de 3' })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: /^Avisar/ });
    const chat = dialog.getByRole('link', { name: /Abrir o WhatsApp/ }).first();
    const pressEnter = () => page.keyboard.press('Enter');

    await expect(chat).toBeFocused();
    await expect(dialog.locator('bdi')).toHaveText('Baru Segundo, Angico Primeiro');
    await expect(dialog.locator('.tell__text')).toHaveText(/Calma, Baru: a vaga vem\..*Angico foi aprovad/s);
    expect(await violations(page)).toEqual([]);
    await throughChat(page, pressEnter);
    await expect(dialog.getByRole('button', { name: 'Sim, mandei' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await historyOf('Baru Segundo')).toHaveLength(1); // nothing is recorded before the yes
    let noted = 0; // of the second of them no answer comes
    await page.route('**/rest/v1/rpc/anotar_mensagem', (route) =>
      ++noted === 2 ? lose(route) : route.continue(),
    );
    await pressEnter();
    await expect(dialog.getByRole('alert').filter({ hasText: 'Sem resposta do servidor.' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Sim, mandei' }).press('Enter');
    mishaps.length = 0; // the browser reports the call that was cut off

    await expect(dialog).toContainText('Dália foi aprovada');
    await expect(chat).toBeFocused();
    await throughChat(page, pressEnter);
    await dialog.getByRole('button', { name: 'Não mandei' }).click();
    await dialog.getByRole('button', { name: 'Pular' }).click();

    await expect(dialog.getByRole('button', { name: 'Pôr o link na mensagem' })).toBeFocused();
    await pressEnter();
    await expect(chat).toBeFocused();
    await expect(dialog).toContainText(/por este link, que vale até .*\/projeto-social\/situacao#/);
    await throughChat(page, pressEnter);
    await pressEnter();
    await expect(dialog).toContainText('2 famílias avisadas; 1 continua por avisar.');
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Dália Uma']);
    await expect(chip(page, 'A avisar (1)')).toBeVisible();
    for (const name of ['Baru Segundo', 'Angico Primeiro'])
      expect((await historyOf(name)).map(({ acao }) => acao)).toEqual(['situacao', 'mensagem']);
    expect((await historyOf('Dália Uma')).map(({ acao }) => acao)).not.toContain('mensagem');
  });
});
