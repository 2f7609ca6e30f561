import type { Page, Response } from '@playwright/test';
import { ownData as words } from '../../content/own-data.ts';
import { printing } from '../../content/print-export.ts';
import { requests } from '../../content/requests.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { todayInBrazil, writtenDay } from '../../domain/dates.ts';
import { answersOf, sheetOf } from '../../domain/desk/sheet.ts';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { ADMIN } from '../../kit/site.ts';
import { textOfPdf } from '../../prove/pdf/read-pdf.ts';
import { expectAccessible, sideways, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, findAtDesk, inDetail, openFollowUp, ownDesk, view } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, test } from '../support/fixtures.ts';

// 'Meus dados' (LGPD art. 18): what a family reads and asks for, and what the desk makes of it. Source: docs/ux.md §6.5, §8.5.

const desk = ownDesk();

const CPF = '529.982.247-25';
/** Valid CPFs that are nobody's here. */
const WRONG = ['111.444.777-35', '390.533.447-05', '935.411.347-80', '153.509.460-56', '123.456.789-09'];

const own = (page: Page) => page.getByRole('region', { name: words.title });
const problem = (page: Page) => page.getByRole('form', { name: words.title }).locator('.field__problem');
const ofName = (name: string) => `(select id from public.inscricoes_projeto where nome_completo = '${name}')`;

/** An enrolment with everything answered, and its personal code. */
const enrol = (name: string, changes: object = {}) =>
  desk.enrol(
    {
      nome_completo: name,
      cpf: CPF,
      condicao_medica: 'sim',
      condicao_medica_detalhes: 'Asma desde pequena',
      renda_familiar: 'ate-1',
      nome_responsavel: 'Responsável de Teste',
      telefone_responsavel: '62900000001',
      escola: 'Escola Exemplo',
      motivacao: 'Primeira linha.\nSegunda linha.',
      ...changes,
    },
    nisPdf,
  );

async function tryCpf(page: Page, cpf: string) {
  const input = page.getByLabel(words.cpf);
  if (!(await input.isVisible())) await page.getByText(words.title, { exact: true }).click();
  await input.fill(cpf);
  await page.getByRole('button', { name: words.send, exact: true }).click();
}

/** Opens the link anew: an address that differs behind the # alone would load nothing. */
async function openLink(page: Page, code: string) {
  if (page.url() !== 'about:blank') await page.goto('/acessibilidade');
  await page.goto(situationPath(code));
}

async function openOwnData(page: Page, code: string) {
  await openLink(page, code);
  await openWithCpf(page);
}

async function openWithCpf(page: Page) {
  await tryCpf(page, CPF);
  await expect(own(page).getByRole('heading', { name: words.title })).toBeFocused();
}

const requestsChip = (page: Page) =>
  page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name: /^Pedidos/ });

const bar = (page: Page) => detail(page).locator('.decision');
/** In the address of a conversation. */
const text = (said: string) => new RegExp(encodeURIComponent(said));

const correctButton = (page: Page, label: string) =>
  own(page).getByRole('button', { name: `${words.correct.button} ${label}`, exact: true });

const rowOf = async (name: string) => {
  const [found] = await runSql<{ row: Record<string, string | number | null> }>(
    desk.server,
    `select to_jsonb(i) as row from public.inscricoes_projeto i where nome_completo = '${name}'`,
  );
  if (!found) throw new Error(`no row of ${name}`);
  return found.row;
};

test('what a family reads of its own data, and what the page tells whoever may not', async ({
  page,
  browser,
}) => {
  test.slow(); // axe on two sizes, and a PDF
  const name = 'Angico Dados';
  await test.step('by the own link and the CPF every answer is there, on a phone and on a desktop, and with the keyboard alone', async () => {
    const code = await enrol(name);
    await openLink(page, code);
    await expect(page.getByRole('heading', { name: situation.each.nova.title })).toBeFocused();
    const before = await page.locator('main').innerText();
    for (const secret of ['Asma', 'Até 1', CPF, 'Angico', 'Rua Exemplo'])
      expect(before).not.toContain(secret);

    await page.getByText(words.title, { exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(words.cpf)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(problem(page)).toContainText(words.cpfMissing);
    await page.keyboard.type('5299822472');
    await page.keyboard.press('Enter');
    await expect(problem(page)).toBeVisible(); // what is no CPF is asked nobody
    await expect(page.getByLabel(words.cpf)).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel(words.cpf).fill('');
    await page.keyboard.type('52998224725');
    await page.keyboard.press('Enter');
    await expect(own(page).getByRole('heading', { name: words.title })).toBeFocused();

    for (const { title, cells } of sheetOf(answersOf(await rowOf(name)))) {
      await expect(own(page).getByRole('heading', { name: title, exact: true })).toBeVisible();
      for (const { label, value } of cells)
        await expect(
          own(page)
            .locator('div')
            .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label.replace('?', '[?]')}`) }) })
            .locator('dd')
            .first(),
        ).toContainText(value);
    }
    await expect(own(page)).toContainText('Segunda linha.'); // no input has it, and it is stored
    await expect(own(page)).toContainText(nisPdf.name);
    await expect(own(page)).toContainText(
      /Guardada até \d\d\/\d\d\/\d{4}, se nada mudar\. Depois apagamos\./,
    );
    await expect(own(page)).toContainText(words.looks.none);
    await expect(own(page)).toContainText(/Aberto por este link em \d\d\/\d\d\/\d{4}/);
    await expectAccessible(page, undefined, async () => expect(await sideways(page)).toBeLessThanOrEqual(0));

    await own(page).getByRole('button', { name: words.close }).click();
    await expect(page.getByRole('heading', { name: situation.each.nova.title })).toBeFocused();
    await expect(page.locator('main')).not.toContainText('Asma');
  });
  await test.step('the copy is one request, and the printed page says every answer in words', async () => {
    await openWithCpf(page);
    const row = await rowOf(name);
    await own(page).getByText(words.copy.title, { exact: true }).click();
    const press = own(page).getByRole('button', { name: words.copy.send });
    await press.click();
    await expect(own(page)).toContainText(words.copy.done(1));
    await press.click();
    const [asked] = await runSql(
      desk.server,
      `select count(*)::int as copies, bool_and(confirmado) as confirmed from private.pedidos where tipo = 'copia' and inscricao_id = ${ofName(name)}`,
    );
    expect(asked).toEqual({ copies: 1, confirmed: true });

    const pages = await textOfPdf(browser, await page.pdf({ format: 'A4' }));
    const text = pages.join(' ').replace(/\s+/g, ' ');
    expect(text).toContain(words.copy.heading(name));
    for (const { cells } of sheetOf(answersOf(row)))
      for (const { label, value } of cells) {
        expect(text).toContain(label);
        expect(text).toContain(value.replace(/\s+/g, ' '));
      }
    expect(text).not.toContain(situation.call('')); // nothing of the page around it
  });
});

test('what a family asks for, and what the desk makes of it', async ({ page, signIn }) => {
  test.slow(); // axe, and both sides
  const team = await page.context().newPage();
  await test.step('who holds only a forwarded link learns nothing of the answers; five wrong CPFs close it for a day, and the desk sees it', async () => {
    const name = 'Embaúba Fechada';
    const code = await enrol(name);
    const heard: string[] = [];
    const hear = async (response: Response) => {
      if (response.url().includes('/rpc/')) heard.push(await response.text().catch(() => ''));
    };
    page.on('response', hear);
    await openLink(page, code);
    for (const [at, cpf] of WRONG.slice(0, 4).entries()) {
      await tryCpf(page, cpf);
      await expect(problem(page)).toContainText(words.wrong(4 - at));
    }
    await tryCpf(page, WRONG[4] ?? '');
    await expect(problem(page)).toContainText(
      /Foram cinco CPFs errados\. Por segurança, os dados abrem de novo em \d\d\/\d\d\/\d{4}, às \d\d:\d\d\./,
    );
    expect(await violations(page)).toEqual([]);
    await tryCpf(page, CPF);
    await expect(problem(page)).toContainText('Foram cinco CPFs errados.');
    for (const secret of ['Asma', 'ate-1', '529.982', name, 'Rua Exemplo'])
      expect(heard.filter((body) => body.includes(secret))).toEqual([]);
    expect(heard.length).toBeGreaterThan(5);
    page.off('response', hear);

    await signIn(team);
    await openFollowUp(team, name);
    await expect(detail(team)).toContainText('Alguém com o link desta família errou o CPF cinco vezes.');
  });
  await test.step('who asks at the desk gets it at once, or it is noted; each has its number, and what is late is told on both sides', async () => {
    const name = 'Guabiroba Balcão';
    const code = await enrol(name);
    await findAtDesk(team, name);
    await openFollowUp(team, name);
    await detail(team).getByLabel('Nova nota').fill('A altura é 1,70.');
    await detail(team).getByLabel(requests.asksFor).selectOption(requests.kinds.corrigir);
    await expect(detail(team)).toContainText(requests.asksForHint);
    expect(await violations(team)).toEqual([]);
    await inDetail(team, 'Guardar nota').click();
    await expect(detail(team)).toContainText(requests.noted);
    await expect(detail(team)).toContainText(/veja o histórico\. Pedido no balcão em/);
    await expect(detail(team)).toContainText('Anotou um pedido da família: corrigir uma resposta');

    await runSql(
      desk.server,
      `update private.pedidos set feito_em = feito_em - interval '18 days' where inscricao_id = ${ofName(name)}`,
    );
    await team.keyboard.press('Escape');
    await openFollowUp(team, name);
    await expect(detail(team)).toContainText('Pedido nº 1 · atrasado há 3 dias');
    expect(await violations(team)).toEqual([]);
    await openOwnData(page, code);
    await expect(own(page)).toContainText(/Feito em [\d/]+, na recepção\. O prazo de 15 dias acabou em/);

    await detail(team).getByRole('button', { name: 'Corrigir respostas' }).last().click(); // the request's own
    const form = team.getByRole('dialog', { name: 'Corrigir respostas' });
    await form.getByRole('textbox', { name: 'Altura', exact: true }).fill('1,70');
    await form.getByLabel('Por que corrigir').selectOption('Pedido da família');
    await form.getByRole('button', { name: 'Guardar correção' }).click();
    await expect(detail(team).getByText('Pedido nº 1 ·')).toHaveCount(0);
    await inDetail(team, 'Mais').click();
    await inDetail(team, 'Desistiu').click();
    await team.getByRole('dialog', { name: 'Desistiu' }).getByLabel(printing.onRequest).check();
    expect(await violations(team)).toEqual([]);
    await inDetail(team, 'Guardar').click();
    await expect(detail(team)).toContainText('Confirmou o pedido: desistir da vaga');
    await inDetail(team, 'Mais').click();
    await inDetail(team, printing.ways.onRequest).click();
    await team.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await openOwnData(page, code);
    await expect(own(page)).toContainText(/Pedido nº 3 · .*Pedido nº 2 · .*Pedido nº 1 · /s);
  });
  await test.step('another answer, from the request to the answer in four actions, changes the row, and the page says so; a refused one is told why', async () => {
    const name = 'Cagaita Corrige';
    const code = await enrol(name, { telefone_responsavel: null });
    await openOwnData(page, code);
    await correctButton(page, 'Cidade').click();
    const form = page.getByRole('form', { name: words.correct.title('Cidade') });
    await expect(form.getByLabel(/^Cidade/)).toHaveValue('Cidade Exemplo');
    await expect(form.getByLabel(/^Cidade/)).toBeFocused();
    await expect(own(page).getByText('Cidade Exemplo', { exact: true })).toHaveCount(0); // the form stands in its place
    await form.getByRole('button', { name: words.correct.send }).click();
    await expect(form).toContainText(words.correct.same);
    await form.getByLabel(/^Cidade/).fill('');
    await form.getByRole('button', { name: words.correct.send }).click();
    await expect(form).toContainText('Digite a cidade.');
    expect(await violations(page)).toEqual([]);
    await form.getByLabel(/^Cidade/).fill('Cidade Certa');
    await page.keyboard.press('Enter');
    await expect(
      own(page)
        .getByRole('status')
        .filter({ hasText: words.noted(1) }),
    ).toBeVisible();
    await expect(own(page)).toContainText('Corrigir: Cidade, para Cidade Certa');
    await correctButton(page, 'Possui Condição Médica?').click();
    const medical = page.getByRole('form', { name: words.correct.title('Possui Condição Médica?') });
    await medical.getByText('Não', { exact: true }).click();
    await medical.getByRole('button', { name: words.correct.send }).click();
    await expect(
      own(page)
        .getByRole('status')
        .filter({ hasText: words.noted(2) }),
    ).toBeVisible();
    expect((await rowOf(name)).cidade).toBe('Cidade Exemplo');

    await runSql(desk.server, `update private.configuracao set mensagem_pedido = '{nome}: {resposta}!'`);
    await findAtDesk(team, '');
    // from the list to the answer: the chip, the enrolment, the answer
    await requestsChip(team).click();
    await view(team, name).click();
    await expect(detail(team)).toContainText('Pedido nº 1 · faltam 15 dias');
    await expect(detail(team)).toContainText('Cidade: de Cidade Exemplo para Cidade Certa.');
    expect(await violations(team)).toEqual([]);
    await inDetail(team, requests.confirm.corrigir).first().click();
    await expect(detail(team).getByText('Pedido nº 1 ·')).toHaveCount(0);
    expect((await rowOf(name)).cidade).toBe('Cidade Certa');
    await expect(bar(team)).toContainText(requests.answered(1));
    await inDetail(team, `${requests.refuse} ${requests.dismissed}`).click();
    await inDetail(team, requests.sendRefusal).click();
    await expect(detail(team)).toContainText(requests.whyMissing);
    await detail(team).getByLabel(requests.why).fill('O laudo diz outra coisa.');
    expect(await violations(team)).toEqual([]);
    await inDetail(team, requests.sendRefusal).click();
    await expect(detail(team).getByText('Pedido nº 2 ·')).toHaveCount(0);
    await bar(team).getByRole('button', { name: 'Avisar a família' }).click();
    const tell = detail(team).getByRole('link', { name: toDo.openChat }).first();
    await expect(tell).toHaveAttribute(
      'href',
      text('Cagaita: não pudemos atender: O laudo diz outra coisa! Sem'),
    );
    await team.keyboard.press('Escape');

    await page.reload();
    await openWithCpf(page);
    await expect(own(page)).toContainText('Cidade Certa');
    await expect(own(page)).toContainText('Antes: Cidade Exemplo.');
    await expect(own(page)).toContainText(words.requests.sentence('O laudo diz outra coisa.'));
    await expect(own(page)).toContainText(
      /Pedido nº 1 · Corrigir: Cidade, para Cidade Certa\s*Feito em [\d/]+\. Atendido em/,
    );
    await expect(own(page)).toContainText(words.looks.last(writtenDay(todayInBrazil())));
  });
  await test.step('what is asked to be erased is erased at the desk, and the page then knows nobody', async () => {
    const name = 'Dendê Apaga';
    const code = await enrol(name);
    const [{ id } = { id: '' }] = await runSql<{ id: string }>(desk.server, `select ${ofName(name)} as id`);
    const { protocolo } = await rowOf(name);
    await openOwnData(page, code);
    await own(page).getByText(words.erase.title, { exact: true }).click();
    await own(page).getByRole('button', { name: words.erase.send }).click();
    await expect(own(page)).toContainText(words.erase.sureMissing);
    await own(page).getByLabel(words.erase.sure).check();
    expect(await violations(page)).toEqual([]);
    await own(page).getByRole('button', { name: words.erase.send }).click();
    await expect(
      own(page)
        .getByRole('status')
        .filter({ hasText: words.noted(1) }),
    ).toBeVisible();
    await own(page).getByRole('button', { name: words.close }).click();
    await expect(page.locator('main')).toContainText(words.openRequests.apagar);

    await findAtDesk(team, '');
    await requestsChip(team).click(); // shows all again
    await requestsChip(team).click();
    await view(team, name).click();
    await inDetail(team, requests.confirm.apagar).click();
    const dialog = team.getByRole('dialog', { name: /^Apagar a inscrição/ });
    await expect(dialog.getByRole('radio')).toHaveCount(0); // the reason is known
    expect(await violations(team)).toEqual([]);
    await dialog.getByLabel(/digite o protocolo/).fill(String(protocolo));
    await dialog.getByLabel(/senha/i).fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(team.getByText('A inscrição foi apagada.')).toBeVisible();

    expect(
      await runSql(desk.server, `select motivo from private.lixeira where inscricao_id = '${id}'`),
    ).toEqual([{ motivo: 'pedido_da_familia' }]);
    await openLink(page, code);
    await expect(page.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
  });
});
