import type { Locator, Page } from '@playwright/test';
import { desk as deskWords } from '../../content/desk.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { validCpf } from '../../kit/family.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { runSql } from '../support/database.ts';
import { detail, inDetail, openDetail, openFollowUp, openMessages, ownDesk, view } from '../support/desk.ts';
import { expect, test } from '../support/fixtures.ts';

// What becomes of an enrolment: decided with its class, told to the family, noted, compared. Every number of actions
// stands in docs/ux.md §8.5.

const desk = ownDesk((desk) => desk.setChildrensClass());

const bar = (page: Page) => detail(page).locator('.decision');
const shownName = (page: Page) => detail(page).locator('.detail__name');
const APPROVE = 'Aprovar em Jiu-Jitsu Infantil';

/** Enrols children with a guardian, nothing doubtful about them, and shows only them; the first stands first. */
async function enrolChildren(
  page: Page,
  word: string,
  count: number,
  changesOf: (name: string) => Record<string, unknown> = () => ({}),
) {
  const names = Array.from({ length: count }, (_, at) => `${word}${String.fromCharCode(97 + at)} de Teste`);
  for (const [at, nome_completo] of names.toReversed().entries()) {
    const number = word.length * 100 + at;
    await desk.enrol({
      ...{
        nome_completo,
        cpf: validCpf(number),
        telefone_whatsapp: `6291111${String(number).padStart(4, '0')}`,
      },
      ...{
        nome_responsavel: 'Responsável de Teste',
        telefone_responsavel: `6292222${String(number).padStart(4, '0')}`,
      },
      ...changesOf(nome_completo),
    });
  }
  await page.getByRole('searchbox').fill(word);
  await expect(page.locator('.enrolments__row')).toHaveCount(count);
  return names;
}

/** Opens a link to WhatsApp and comes back. */
async function sendByWhatsApp(page: Page, link: Locator) {
  const conversation = page.context().waitForEvent('page');
  await link.click();
  await (await conversation).close();
}

test.beforeEach(({ context }) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'conversa' })),
);

/** Chooses the first class that begins with this name, once it is there; its text also counts who is in it, which changes. */
const chooseClass = async (field: Locator, name: string) => {
  const option = field.locator('option', { hasText: new RegExp(`^${name}`) }).first();
  await field.selectOption((await option.getAttribute('value')) ?? name);
};

test('new enrolments are decided and their families told, many in few actions and those of one family at once', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  await test.step('ten new enrolments are decided and their families told in at most thirty actions', async () => {
    const names = await enrolChildren(page, 'Peroba', 10);
    let actions = 0;
    const act = async (what: Locator, how = (it: Locator) => it.click()) => {
      actions += 1;
      await how(what);
    };
    await act(view(page, names[0] ?? ''));
    for (const [at, name] of names.entries()) {
      await expect(shownName(page)).toHaveText(name);
      await act(inDetail(page, APPROVE));
      const tell = bar(page).getByRole('link', { name: /^(Mandei\. )?Avisar/ });
      await expect(tell).toContainText(`${at === 0 ? '' : 'Mandei. '}Avisar ${name.split(' ')[0]}`);
      await expect(tell).toHaveAttribute('href', /wa\.me\/5562922220\d+\?text=.*aprovada/); // the guardian, and her gender
      await act(tell, (link) => sendByWhatsApp(page, link));
    }
    await act(inDetail(page, 'Mandei'));
    await expect(bar(page)).toContainText('foi avisada.');
    expect(actions).toBeLessThanOrEqual(30);
    const informed = `select count(*)::int as n from private.acompanhamentos a join public.inscricoes_projeto i on i.id = a.inscricao_id
      where i.nome_completo like 'Peroba%' and a.situacao = 'aprovada' and a.turma_id is not null and not a.a_avisar`;
    await expect.poll(() => runSql(desk.server, informed)).toEqual([{ n: 10 }]);
  });

  await test.step('brothers and sisters get one message, also where the page of those to tell ends between them', async () => {
    const people = Array.from({ length: 26 }, (_, at) => {
      const number = String(at + 1).padStart(2, '0');
      const guardian = number === '26' ? '01' : number;
      return { nome_completo: `Sapucaia ${number}`, telefone_responsavel: `629333300${guardian}` };
    });
    await desk.enrolPeople(people);
    await runSql(
      desk.server,
      'update private.acompanhamentos set a_avisar = false where true',
      `update private.acompanhamentos set situacao = 'aprovada', a_avisar = true, versao = versao + 1,
         decidida_em = now() - interval '1 hour' + right(nome, 2)::integer * interval '1 second'
       where nome like 'Sapucaia %'`,
    );
    await page.goto('/admin/inscricoes?avisar=true&ordem=espera&sentido=asc');
    await page.getByRole('button', { name: 'Avisar 25 famílias' }).click();
    const dialog = page.getByRole('dialog', { name: /^Avisar/ });
    await expect(dialog.locator('bdi')).toHaveText('Sapucaia 01, Sapucaia 26');
    await expect(dialog.locator('.tell__text')).toHaveText(/foi aprovada.*foi aprovada/s);
    await sendByWhatsApp(page, dialog.getByRole('link', { name: /Abrir o WhatsApp/ }));
    await dialog.getByRole('button', { name: 'Sim, mandei' }).click();
    await expect(dialog.locator('bdi')).toHaveText('Sapucaia 02');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'A avisar (24)' })).toBeVisible();
    await expect(page.locator('.enrolments__row')).toHaveCount(24);
  });
});

test('an enrolment is decided with a reason, noted and compared, approved, told or put on the waiting list', async ({
  page,
  context,
  signIn,
  mishaps,
}) => {
  test.slow();
  await desk.enrolPeople([
    { nome_completo: 'Ipê Araçá', cpf: '529.982.247-25' },
    { nome_completo: 'Ipê de Araçá', cpf: '52998224725' },
    { nome_completo: 'Pessoa 26' },
  ]);
  await signIn();
  await test.step('what could not be read without the network comes by itself when it is back', async () => {
    await openFollowUp(page, 'Pessoa 26');
    await context.setOffline(true);
    await inDetail(page, 'Próxima inscrição').click();
    await expect(inDetail(page, 'Tentar de novo')).toBeVisible();
    await context.setOffline(false);
    await expect(detail(page).getByRole('heading', { name: openEnrolment.history })).toBeVisible();
    mishaps.length = 0; // the browser reports the calls without network
    await inDetail(page, 'Fechar').click();
  });

  await test.step('decides with a reason, saves criteria and notes, and addresses the guardian first', async () => {
    await openFollowUp(page, 'Pessoa 26');
    await inDetail(page, 'Falta documento').click();
    await expect(detail(page).getByLabel('Motivo')).toBeFocused();
    await inDetail(page, 'Só gravar').click();
    await expect(detail(page).getByText('Escreva o motivo.')).toBeVisible();
    await expect(detail(page).getByLabel('Motivo')).toBeFocused();
    await detail(page).getByLabel('Motivo').fill('a foto do NIS está escura');
    await expect(detail(page).getByText('Escreva o motivo.')).toBeHidden();
    await inDetail(page, 'Só gravar').click();
    await expect(detail(page).getByText('Situação gravada.')).toBeVisible();
    await expect(
      detail(page).getByText('De Nova para Falta documento: a foto do NIS está escura'),
    ).toBeVisible();

    await inDetail(page, 'Mais').click();
    await detail(page).getByLabel('CadÚnico confere (nome e NIS legíveis)').check();
    await expect(detail(page).getByText('Marcou: CadÚnico confere (nome e NIS legíveis)')).toBeVisible();
    await detail(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(detail(page).getByText('Escreva a nota.')).toBeVisible();
    await detail(page).getByLabel('Nova nota').fill('Ligou a mae');
    await expect(detail(page).getByText('Escreva a nota.')).toBeHidden();
    await detail(page).getByRole('button', { name: 'Guardar nota' }).click();
    await expect(detail(page).getByLabel('Nova nota')).toHaveValue('');
    await detail(page).getByRole('button', { name: 'Corrigir', exact: true }).click();
    await detail(page).getByLabel('Corrigir', { exact: true }).fill('Ligou a mãe');
    await detail(page).getByRole('button', { name: 'Guardar correção' }).click();
    await expect(detail(page).locator('.entries__text').filter({ hasText: 'Ligou a mãe' })).toBeVisible();

    const messages = await openMessages(page);
    await messages.getByRole('button', { name: deskWords.notify }).first().click();
    const calls = messages.getByRole('link', { name: /WhatsApp/ });
    await expect(calls).toHaveText([/Chamar o responsável no WhatsApp/, /Chamar no WhatsApp/]);
    await expect(calls.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/5562900999999\?text=.*escura/);
    const opened = context.waitForEvent('page');
    await calls.first().click();
    await (await opened).close();
    await messages.getByRole('button', { name: 'Fechar' }).click();
    await expect(detail(page).getByText('Mensagem preparada para o responsável')).toBeVisible();
    await expectAccessible(page);
    await inDetail(page, 'Fechar').click();
    await expect(page.getByRole('row', { name: /Pessoa 26/ })).toContainText('Falta documento');
  });

  await test.step('possible duplicates are compared side by side, and judged', async () => {
    await openFollowUp(page, 'Ipê Araçá');
    const table = detail(page).getByRole('table');
    await expect(table).toHaveCount(0); // nobody's sheet is opened, or recorded, unasked
    await inDetail(page, APPROVE).click();
    await expect(bar(page)).toContainText('pode ser repetida');
    await inDetail(page, 'Cancelar').click();
    await inDetail(page, 'Possível repetida: comparar').click();
    await expect(detail(page).getByRole('heading', { name: 'Possíveis repetidas' })).toBeFocused();
    await expect(table).toContainText('Ipê de Araçá');
    await expect(detail(page).getByText('mesmo CPF')).toBeVisible();
    await expectAccessible(page);
    await detail(page).getByRole('button', { name: 'São pessoas diferentes' }).click();
    await expect(table).toBeHidden();
    await expect(detail(page).getByText(/^Pessoas diferentes:/)).toBeVisible();
    await inDetail(page, 'Fechar').click();
  });

  await test.step('a message that was not sent leaves the family to be told, and one that is not answered for too', async () => {
    const [first = '', second = ''] = await enrolChildren(page, 'Embiruçu', 2, () => ({ sexo: 'masculino' }));
    await openDetail(page, first);
    await inDetail(page, APPROVE).click();
    const tell = bar(page).getByRole('link', { name: /Avisar/ });
    await expect(tell).toHaveAttribute('href', /aprovado%20no|aprovado\+no|aprovado no/);
    await sendByWhatsApp(page, tell);
    await expect(bar(page)).toContainText(`Mandou a mensagem de ${first.split(' ')[0]}?`);
    expect(await violations(page)).toEqual([]);
    await inDetail(page, 'Não mandei').click();
    await expect(bar(page)).toContainText('continua em A avisar.');
    await expect(tell).toContainText(`Avisar ${first.split(' ')[0]}`);
    await sendByWhatsApp(page, tell);
    await page.keyboard.press('Escape'); // unanswered
    await expect(page.getByRole('row', { name: first })).toContainText('A avisar');
    await openDetail(page, second);
    await expect(bar(page)).not.toContainText('Mandou');
    await inDetail(page, 'Fechar').click();
  });
  expect(mishaps).toEqual([]);

  await test.step('a full class makes the waiting list the first choice, and is gone over only when it is meant', async () => {
    const names = await enrolChildren(page, 'Sucupirinha', 3);
    const [taken] = await runSql<{ n: number }>(
      desk.server,
      `select count(*)::int as n from private.acompanhamentos where situacao = 'aprovada' and turma_id is not null`,
    );
    const places = (taken?.n ?? 0) + 1;
    await desk.setChildrensClass('6 to 15', places);
    await openDetail(page, names[0] ?? '');
    await expect(bar(page)).toContainText('1 livre');
    await desk.setChildrensClass('6 to 15', places - 1); // the last one is given away meanwhile
    await inDetail(page, APPROVE).click();
    await expect(bar(page)).toContainText('A turma está cheia. Aprovar além das vagas?');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape'); // asks no more; nothing is decided
    await expect(inDetail(page, 'Aprovar além das vagas')).toBeHidden();
    await expect(detail(page)).toBeVisible();
    await inDetail(page, 'Cancelar').click();

    const wait = inDetail(page, 'Lista de espera: Jiu-Jitsu Infantil');
    await wait.click();
    await expect(detail(page).locator('.detail__facts')).toContainText('Lista de espera');
    await expect(detail(page).locator('.detail__facts')).toContainText('Jiu-Jitsu Infantil');
    await expect(wait).toHaveCount(0);

    await inDetail(page, 'Próxima inscrição').click();
    await expect(shownName(page)).toHaveText(names[1] ?? '');
    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    const field = detail(page).getByLabel('Turma (opcional)');
    await chooseClass(field, 'Jiu-Jitsu Infantil');
    await expect(bar(page)).toContainText('Turma cheia.');
    await inDetail(page, 'Gravar e ir à próxima').click();
    await inDetail(page, 'Aprovar além das vagas').click();
    await expect(shownName(page)).toHaveText(names[2] ?? '');

    await inDetail(page, 'Aprovar com turma e primeiro dia').click();
    await chooseClass(field, 'Muay Thai');
    await expect(bar(page)).toContainText('Fora da idade desta turma: 16 anos ou mais.');
    await expect(field.locator('option')).not.toContainText([/Personal Fight/]);
    await field.selectOption('Aprovar sem turma');
    await inDetail(page, 'Só gravar').click();
    await expect(detail(page).locator('.detail__facts')).toContainText('Aprovada');
    await expect(detail(page).locator('.detail__facts')).not.toContainText('Muay Thai');
    await desk.setChildrensClass();
    mishaps.length = 0; // the browser reports what was refused for want of a place
  });
});

test('approving asks where something is doubtful and only there, and the family is sent the direção’s own words', async ({
  page,
  signIn,
}) => {
  await signIn();
  const noName = (name: string) => (name.startsWith('Cagaitab') ? { nome_responsavel: null } : {});
  const [doubtless = '', doubtful = ''] = await enrolChildren(page, 'Cagaita', 2, noName);
  const [last = ''] = await enrolChildren(page, 'Guabiroba', 1);

  await test.step('the button asks as several at once are asked about: about a minor without a guardian too', async () => {
    await page.getByRole('searchbox').fill('cagaita');
    await openDetail(page, doubtless);
    await inDetail(page, APPROVE).click();
    await expect(shownName(page)).toHaveText(doubtful); // nothing was asked
    await inDetail(page, APPROVE).click();
    await expect(bar(page)).toContainText('Confira antes: menor sem responsável. Aprovar assim mesmo?');
    await inDetail(page, 'Aprovar assim mesmo').click();
    await expect(detail(page).locator('.detail__facts')).toContainText('Aprovada');
    await inDetail(page, 'Mais').click();
    await expect(detail(page).getByRole('button', { name: 'Em análise' })).toHaveCount(0); // set by what comes alone
    await inDetail(page, 'Fechar').click();
  });

  const ownWords = `update private.configuracao set mensagem_aprovada = 'Venha, {nome}!' where true`;
  await runSql(desk.server, ownWords);
  await test.step('the direção’s own words are what the family is sent', async () => {
    await page.reload();
    await page.getByRole('searchbox').fill('guabiroba');
    await openDetail(page, last);
    await inDetail(page, APPROVE).click();
    await expect(bar(page).getByRole('link', { name: /Avisar/ })).toHaveAttribute('href', /[?]text=Venha/);
    await runSql(desk.server, 'update private.configuracao set mensagem_aprovada = default where true');
  });
});
