import type { Page } from '@playwright/test';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { laterDay, todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { NEEDS_REASON, type Situation } from '../../domain/desk/situations.ts';
import { signIn as signInByCall } from '../../kit/desk.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { Desk, detail, findAtDesk, inDetail, openFollowUp, openMessages } from '../support/desk.ts';
import { askAgain, enrolWithLink, expectLater } from '../support/family.ts';
import { apiOf, expect, fillEnrolment, holdRequests, openForm, send, test } from '../support/fixtures.ts';
import { enrolAnother, filledIn, sentHeading } from '../support/sending.ts';

// A family enrols its children, reads the situation by its link, or by protocol and birth date, and sends
// what is asked for. Source: docs/ux.md §5, §6.5.

const link = (page: Page) => page.getByRole('link', { name: situation.link.open, exact: true });
const status = (page: Page) =>
  page.getByRole('region', { name: /./ }).and(page.locator('.situation__answer'));

const chooser = (page: Page) => page.locator('#cadastroUnico');
const press = (page: Page) => page.getByRole('button', { name: situation.better.send });
const thanks = (page: Page) => page.getByRole('status').filter({ hasText: situation.better.thanks });

async function attach(page: Page) {
  await chooser(page).setInputFiles('e2e/support/files/nis.pdf');
  await expect(page.getByText('Documento anexado: nis.pdf.')).toBeVisible();
}

const ofName = (name: string) =>
  `inscricao_id = (select id from public.inscricoes_projeto where nome_completo = '${name}')`;

/** The personal link and the protocol of the confirmation. */
async function confirmed(page: Page) {
  await expect(link(page)).toBeVisible();
  const address = (await link(page).getAttribute('href')) ?? '';
  return { address, protocol: (await page.locator('.confirmation__protocol').textContent()) ?? '' };
}

test('a family enrols its children, and reads the situation by a link, or by protocol and birth date', async ({
  page,
  server,
  mishaps,
}) => {
  test.slow(); // axe on two sizes
  await test.step('wrong links, protocols and dates hear one sentence, what was typed stays, and too many hear when to come back', async () => {
    await new Desk(server).enrol({ nome_completo: 'Pessoa Sem Link' });
    const sentence = page.getByRole('alert').filter({ hasText: situation.nobody });
    for (const fragment of ['0123456789abcdef0123', '0123456789', 'cortado-no-meio-do-caminho']) {
      await page.goto('/acessibilidade');
      await page.goto(`/projeto-social/situacao#${fragment}`);
      await expect(sentence).toBeVisible();
      await expect(page.getByLabel(situation.ask.protocol)).toBeVisible();
    }
    await page.goto('/projeto-social');
    await page.getByRole('link', { name: 'Já me inscrevi: ver a situação' }).click();
    const [protocol, birth] = [page.getByLabel(situation.ask.protocol), page.getByLabel(situation.ask.birth)];
    await page.getByRole('button', { name: situation.ask.submit }).click();
    await expect(protocol).toBeFocused();
    await expect(page.getByText(situation.ask.birthMissing)).toBeVisible();
    await expectAccessible(page);
    await protocol.fill('4827-1936');
    await birth.fill('05/03/2012');
    await page.getByRole('button', { name: situation.ask.submit }).click();
    await expect(sentence).toBeVisible();
    await expect(protocol).toHaveValue('4827-1936');
    await expect(birth).toHaveValue('05/03/2012');
    expect(mishaps).toEqual([]);
    await runSql(server, `update private.tentativas set na_hora = 10 where que = 'protocolo'`);
    await page.getByRole('button', { name: situation.ask.submit }).click();
    await expect(page.locator('main').getByRole('alert')).toContainText(
      /Muitas tentativas\. Tente de novo (hoje|em [\d/]{10}), às \d\d:\d\d, ou ligue para \(62\) 90000-0000\./,
    );
    await expect(protocol).toHaveValue('4827-1936');
    await runSql(server, 'delete from private.tentativas where true');
    mishaps.length = 0; // the browser reports the 429
  });
  await test.step('the next of a family begins with what the family shares, and can empty it with one press', async () => {
    await openForm(page);
    await fillEnrolment(page, {
      nomeCompleto: 'Irmã Mais Velha',
      condicaoMedica: 'Sim',
      condicaoMedicaDetalhes: 'marca de saúde',
    });
    await send(page);
    await enrolAnother(page, { ofFamily: true });
    const shared = [
      ['cidade', 'Cidade Exemplo'],
      ['enderecoCompleto', 'Rua Exemplo, 100, Setor Central, CEP 76000-000'],
      ['telefoneWhatsapp', '(62) 90000-0000'],
      ['email', 'pessoa@example.com'],
      ['nomeResponsavel', 'Responsável de Teste'],
      ['telefoneResponsavel', '(62) 90000-0001'],
      ['contatoRecados', 'Vizinha, (62) 90000-0002'],
      ['rendaFamiliar', 'ate-1'],
    ];
    await test.step('what the family shares is there, and said; nothing of the person is', async () => {
      await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeFocused();
      await expect(page.getByText('Já escrevemos cidade, endereço')).toBeVisible();
      await expect.poll(() => filledIn(page)).toEqual(shared);
    });
    await test.step('one press empties it', async () => {
      await page.getByRole('button', { name: 'Esvaziar e começar do zero' }).click();
      await expect.poll(() => filledIn(page)).toEqual([]);
      await expect(page.getByText('Já escrevemos cidade, endereço')).toHaveCount(0);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
        'Cidade Exemplo',
      );
    });
    await test.step('the second of the family is a row of its own', async () => {
      await fillEnrolment(page, { nomeCompleto: 'Irmão Mais Novo' });
      await send(page);
      await expect(sentHeading(page)).toBeFocused();
      await enrolAnother(page, { ofFamily: true });
      await fillEnrolment(page, {
        ...Object.fromEntries(shared.map(([name]) => [name, ''])),
        nomeCompleto: 'Irmão do Meio',
      });
      await send(page);
      await expect(sentHeading(page)).toBeFocused();
      const desk = await signInByCall(apiOf(server));
      for (const name of ['Irmã Mais Velha', 'Irmão Mais Novo', 'Irmão do Meio'])
        expect(await desk.rowsOf(name)).toHaveLength(1);
    });
  });
  await test.step('the link of the confirmation shows each situation, and its code reaches no address, log or referrer', async () => {
    const { address, protocol } = await confirmed(page);
    expect(address).toMatch(/\/projeto-social\/situacao#[0-9a-f]{32}$/);
    const code = address.slice(-32);
    await expect(page.getByRole('link', { name: 'Guardar no meu WhatsApp' })).toHaveAttribute(
      'href',
      new RegExp(`situacao%23${code}$`),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await link(page).click();
    await expect(page.getByRole('heading', { name: 'Inscrição recebida' })).toBeFocused();
    await expectAccessible(page);

    const row = `(select id from public.inscricoes_projeto where protocolo = '${protocol.replace('-', '')}')`;
    for (const [situationCode, words] of Object.entries(situation.each)) {
      await runSql(
        server,
        `update private.acompanhamentos set situacao = '${situationCode}', motivo = 'palavras da equipe', decidida_em = now() - interval '5 days',
           turma_id = ${situationCode === 'aprovada' ? `(select id from private.turmas where nome = 'Muay Thai'), primeiro_dia = '2026-12-01'` : 'null, primeiro_dia = null'} where inscricao_id = ${row}`,
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: words.title })).toBeFocused();
      await expect(page.locator('main')).not.toContainText('Irmão');
      await expect(page).toHaveURL(address);
      await expect(status(page)).toContainText(
        `Está assim desde ${writtenDay(laterDay(todayInBrazil(), -5))}.`,
      );
      const reason = expect(status(page));
      if (NEEDS_REASON.includes(situationCode as Situation))
        await reason.toContainText('A equipe escreveu: palavras da equipe');
      else await reason.not.toContainText('palavras da equipe');
      if (situationCode === 'aprovada')
        await expect(status(page)).toContainText(
          'Turma: Muay Thai · 19:00 · Segunda a quinta.Primeiro dia: 01/12/2026.',
        );
    }
    expect(asked.filter((line) => line.replace(/#.*?( |$)/, ' ').includes(code))).toEqual([]);
    expect(server.output()).not.toContain(code);

    await page.getByRole('button', { name: situation.another }).click();
    await expect(page).toHaveURL(/\/projeto-social\/situacao$/);
    await page.getByLabel(situation.ask.protocol).fill(protocol);
    await page.getByLabel(situation.ask.birth).pressSequentially('05032012');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Inscrição encerrada' })).toBeFocused();
    await expect(status(page)).not.toContainText('palavras da equipe');
  });
});

test('what a family sends by its link reaches the desk', async ({
  page,
  server,
  signIn,
  context,
  mishaps,
}) => {
  test.slow(); // axe, documents and two sides
  const family = await context.newPage(); // while the desk is open in the other
  await test.step('an answer that comes after somebody left their enrolment does not bring it back', async () => {
    const link = await enrolWithLink(server, 'Pessoa que Saiu');
    /** Presses, leaves before the answer of `call` comes, and lets it come. */
    const leaveDuring = async (call: string, press: () => Promise<unknown>) => {
      const release = await holdRequests(page, call);
      const answered = page.waitForResponse(call);
      await press();
      await page.getByRole('button', { name: situation.another }).click();
      release();
      await (await answered).finished();
      await page.evaluate(() => new Promise((painted) => setTimeout(painted, 200)));
      await expect(page.getByLabel(situation.ask.protocol)).toBeVisible();
      await expect(status(page)).toHaveCount(0);
      await page.unrouteAll();
    };
    await leaveDuring('**/rpc/situacao_da_inscricao', () => page.goto(link));
    await page.goto(link);
    await page.getByText(situation.requests.withdraw.title).click();
    const send = page.getByRole('button', { name: situation.requests.withdraw.send });
    await leaveDuring('**/rpc/pedir_pela_familia', () => send.click());
    expect(mishaps).toEqual([]);
  });
  await test.step('another document goes by the link, once, and the desk sees it', async () => {
    const name = 'Pessoa da Outra Foto';
    const address = await enrolWithLink(server, name);
    await askAgain(server, name);
    await page.goto('/acessibilidade'); // so that the link opens anew
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Falta um documento' })).toBeFocused();
    await press(page).click();
    await expect(page.getByText(situation.better.missing)).toBeVisible();
    await attach(page);
    await expectAccessible(page);

    await press(page).dblclick(); // over a line that fails: later-document.e2e.ts
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Em análise' })).toBeFocused();
    await expect(chooser(page)).toHaveCount(0);
    await expectLater(server, name, 1);
    await test.step('a colleague has decided meanwhile: nothing is changed, and the page says so', async () => {
      await askAgain(server, name);
      await page.reload();
      await attach(page);
      await runSql(
        server,
        `update private.acompanhamentos set situacao = 'lista-de-espera', motivo = null where ${ofName(name)}`,
      );
      await press(page).click();
      await expect(page.getByText(situation.better.notNeeded)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Lista de espera' })).toBeFocused();
    });
    await test.step('the desk sees the new document, and the first', async () => {
      await signIn();
      const row = page.getByRole('row', { name: /Pessoa da Outra Foto/ });
      await expect(row).toContainText('Documento novo');
      const signed = page.waitForRequest(/\/object\/sign\//);
      await row.getByRole('button', { name: /^Doc/ }).click();
      await runSql(
        server,
        `do $$ begin assert (select d.endereco like '%' || '${new URL((await signed).url()).pathname.split('/').at(-1)}'
           from private.documentos_novos d where ${ofName(name)} order by d.recebido_em desc limit 1), 'not the newest'; end $$`,
      );
      await row.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('.detail__facts')).toContainText('Documento novo');
      const which = dialog.getByRole('group', { name: 'Qual documento' });
      await expect(which.getByRole('button')).toHaveText([/^Mandado em/, 'O da inscrição']);
      await expect(which.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
      await expect(dialog.getByText('página 1 de 1')).toBeVisible();
      await which.getByRole('button', { name: 'O da inscrição' }).click();
      await expect(dialog.getByText('página 1 de 1')).toBeVisible();
      await expect(dialog).toContainText('Mandou outro documento');
      await expect(dialog).toContainText('a família, pelo link');
      expect(await violations(page)).toEqual([]);
    });
  });
  await test.step('a family asks to withdraw and gives another telephone, and the desk confirms both', async () => {
    const name = 'Pessoa que Pede';
    const address = await enrolWithLink(server, name, { telefone_whatsapp: '62911112222' });
    const release = await holdRequests(family, '**/assets/FamilyRequests-*.js');
    const answered = family.waitForResponse('**/rpc/situacao_da_inscricao');
    await family.goto(address);
    await (await answered).finished();
    await family.evaluate(() => new Promise((painted) => setTimeout(painted, 200)));
    // what can be asked for comes with the answer: it would push the buttons below away under a finger
    await expect(family.getByRole('heading', { name: 'Inscrição recebida' })).toHaveCount(0);
    release();
    await expect(family.getByRole('heading', { name: 'Inscrição recebida' })).toBeFocused();
    await family.getByText(situation.requests.telephone.title, { exact: true }).click();
    await family.getByRole('button', { name: situation.requests.telephone.send }).click();
    await expect(family.getByText(situation.requests.telephoneMissing)).toBeVisible();
    await family.getByLabel(situation.requests.telephoneLabel).fill('62988887777');
    await family.getByRole('button', { name: situation.requests.telephone.send }).click();
    await expect(family.getByText(situation.requests.open.telefone)).toBeVisible();
    await family.getByText(situation.requests.withdraw.title).click();
    await family.getByRole('button', { name: situation.requests.withdraw.send }).dblclick();
    await expect(family.getByText(situation.requests.open.desistir)).toBeVisible();
    await expectAccessible(family);
    await family.unrouteAll();

    await new Desk(server).approve(name, 'Jiu-Jitsu Infantil');
    await findAtDesk(page, name);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toContainText('Pedido da família');
    await row.click();
    const dialog = detail(page);
    await dialog.getByRole('button', { name: 'Usar: é de outra pessoa' }).click(); // a minor's, without a guardian's
    const messages = await openMessages(page);
    await expect(messages).toContainText('Ligar para (62) 98888-7777: a família trocou de telefone');
    await expect(messages.getByRole('link', { name: toDo.openChat }).first()).toHaveAttribute(
      'href',
      /wa\.me\/5562988887777\?/,
    );
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog.locator('.sheet__facts')).toContainText('Telefone novo(62) 98888-7777');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirmar a desistência' }).click(); // of an approved person: asks
    const leaving = page.getByRole('dialog', { name: 'Saiu…' });
    await leaving.getByLabel('Último dia').fill(todayInBrazil());
    await leaving.getByLabel('Por quê?').selectOption({ index: 1 });
    await leaving.getByRole('button', { name: 'Guardar' }).click();
    await expect(dialog.locator('.detail__facts')).toContainText('Saiu');
    await expect(dialog.locator('.detail__facts')).not.toContainText('Pedido da família');
    await inDetail(page, 'Fechar').click();
    await expect(page.locator('.enrolments__row', { hasText: name })).toContainText('(62) 98888-7777 novo');
    await family.reload();
    await expect(family.getByRole('heading', { name: 'Inscrição encerrada' })).toBeFocused();
    await expect(family.getByText(situation.requests.withdraw.title)).toHaveCount(0);
  });
  await test.step('the desk’s message carries a link that opens the family’s page, and all links can be ended', async () => {
    const name = 'Pessoa que Perdeu o Link';
    const own = await enrolWithLink(server, name);
    await askAgain(server, name);
    await findAtDesk(page, name);
    await openFollowUp(page, name);
    const messages = await openMessages(page);
    const text = messages.locator('.tell__text');
    await expect(text).not.toContainText('#');
    await inDetail(page, toDo.makeLink).click();
    await expect(text).toContainText('por este link, que vale até');
    const [made = ''] = /https?:\S+#[0-9a-f]{32}/.exec(await text.innerText()) ?? [];
    const chat = detail(page).getByRole('link', { name: toDo.openChat }).first();
    await expect(chat).toBeFocused();
    expect(new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text')).toContain(made);
    expect([made === own, made.split('#')[0]]).toEqual([false, own.split('#')[0]]);
    await expect(detail(page)).toContainText('Fez um link novo para a família');
    expect(await violations(page)).toEqual([]);
    expect(server.output()).not.toContain(made.slice(-32));

    await family.goto('/acessibilidade');
    await family.goto(made);
    await attach(family);
    await expect(family.locator('main')).toContainText('A equipe escreveu: O NIS não aparece.');
    await press(family).click();
    await expect(thanks(family)).toBeVisible();
    await expectLater(server, name, 1);

    await messages.getByRole('button', { name: 'Fechar' }).click();
    await inDetail(page, 'Mais').click();
    await inDetail(page, openEnrolment.links.title).click();
    await inDetail(page, openEnrolment.links.end).click();
    await expect(detail(page)).toContainText('Encerrou os links da família');
    await expect(text).toContainText('não abrem mais'); // and another is offered
    await expect(text).not.toContainText('#');
    for (const address of [made, own]) {
      await family.goto('/acessibilidade');
      await family.goto(address);
      await expect(family.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
    }
  });
});
