import type { Locator, Page } from '@playwright/test';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { situation } from '../../content/situation.ts';
import { toDo } from '../../content/to-do.ts';
import { situationPath } from '../../domain/enrolment/protocol.ts';
import { signIn as signInAsClient } from '../../kit/desk.ts';
import { expectAccessible, sideways, violations } from '../support/axe.ts';
import { detail, inDetail, openDetail, ownDesk, searchAtDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { readAnswers } from '../support/family.ts';
import { apiOf, expect, holdRequests, test } from '../support/fixtures.ts';

// Correcting answers of an open enrolment (docs/ux.md §8.5), and attaching a document to it (docs/ux.md §8.4).

const desk = ownDesk();

const CORRECT = '**/rest/v1/rpc/corrigir_respostas';
const READ = '**/rest/v1/rpc/ficha';

const correcting = (page: Page) => page.getByRole('dialog', { name: 'Corrigir respostas' });
const answer = (page: Page, label: string) =>
  correcting(page).getByRole('textbox', { name: label, exact: true });
const reason = (page: Page) => correcting(page).getByLabel('Por que corrigir');
const save = (page: Page) => correcting(page).getByRole('button', { name: 'Guardar correção' });
const cell = (page: Page, label: string) =>
  detail(page)
    .locator('.sheet__cell')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label.replace('?', '[?]')}`) }) });

/** Says that the links stay, after a correction of where somebody is to be found. */
const keepLinks = (page: Page) => page.getByRole('button', { name: 'Deixar como estão' }).click();

async function open(page: Page, name: string) {
  await openDetail(page, name);
  await inDetail(page, 'Corrigir respostas').click();
  await expect(correcting(page)).toBeVisible();
}

const attaching = (page: Page) => page.getByRole('dialog', { name: 'Anexar documento' });
const attach = (page: Page) => attaching(page).getByRole('button', { name: 'Anexar', exact: true });
const file = (page: Page) => attaching(page).locator('input[name=cadastroUnico]');

async function openAttaching(page: Page, name: string) {
  await openDetail(page, name);
  await expect(detail(page).getByLabel('Situação socioeconômica avaliada')).toBeVisible(); // above the button, it moves it
  await inDetail(page, 'Anexar documento').click();
  await expect(attaching(page)).toBeVisible();
}

async function close(page: Page) {
  await inDetail(page, 'Fechar').click();
  await expect(detail(page)).toBeHidden();
}

/** Corrects the same enrolment as a colleague does, meanwhile. */
async function correctElsewhere(name: string, mudancas: object) {
  const client = await signInAsClient(apiOf(desk.server));
  const { rows } = await client.rpc<{ rows: { id: string; version: number }[] }>('lista_de_inscricoes', {
    filtro: { busca: name },
  });
  const [{ id: inscricao, version: versao } = { id: '', version: 0 }] = rows;
  await client.rpc('corrigir_respostas', { inscricao, versao, mudancas, motivo: 'documento-mostra-outro' });
}

test('the answers of open enrolments are corrected, and documents attached to them', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.setTimeout(90_000);
  await desk.enrol({ nome_completo: 'Angico Anexado' }, nisPdf);
  await desk.enrolPeople([
    { nome_completo: 'Jatoba Errado' },
    { nome_completo: 'Mogno Varios', data_nascimento: '2012-03-05' },
    { nome_completo: 'Cedro Concorrido' },
    { nome_completo: 'Sucupira Caida' },
  ]);
  await signIn();

  await test.step('one answer is corrected in at most six actions, shown everywhere with what it was, and taken back', async () => {
    await openDetail(page, 'Jatoba Errado');
    await expect(inDetail(page, 'Corrigir respostas')).toBeEnabled();
    const column = await detail(page).getByRole('region', { name: 'Ficha' }).boundingBox();
    const sheet = await detail(page).locator('.sheet').boundingBox();
    expect(sheet?.width ?? 0).toBeGreaterThan(0.85 * (column?.width ?? 0)); // the button takes none of it
    let actions = 0;
    const act = async (what: Locator, how: (what: Locator) => Promise<unknown> = (it) => it.click()) => {
      actions += 1;
      await how(what);
    };
    await act(inDetail(page, 'Corrigir respostas'));
    await act(answer(page, 'Nome Completo'));
    await act(answer(page, 'Nome Completo'), (it) => it.fill('Jatobá Certo'));
    await expect(correcting(page)).toContainText('agora: Jatoba Errado');
    await act(reason(page), (it) => it.selectOption('Digitado errado'));
    await act(save(page));
    await expect(correcting(page)).toBeHidden();
    expect(actions).toBeLessThanOrEqual(6);

    await expect(detail(page).getByText('Correção guardada.')).toBeVisible();
    await expect(detail(page).locator('.detail__name')).toHaveText('Jatobá Certo');
    await expect(cell(page, 'Nome Completo')).toContainText('Jatobá Certo');
    await expect(cell(page, 'Nome Completo')).toContainText(/antes: Jatoba Errado.*corrigida por .*@/);
    await expect(detail(page).getByText('Corrigiu Nome Completo: digitado errado')).toBeVisible();

    await inDetail(page, 'Desfazer').click();
    await expect(detail(page).getByText('Desfeito.')).toBeVisible();
    await expect(detail(page).locator('.detail__name')).toHaveText('Jatoba Errado');
    await expect(detail(page).getByText('antes:')).toHaveCount(0);
    await inDetail(page, 'Fechar').click();
    await searchAtDesk(page, 'Certo');
    await expect(page.getByText('Nenhuma inscrição com esses filtros.')).toBeVisible();
    await page.getByRole('searchbox').fill('');
  });

  await test.step('several are corrected at once, what derives from them follows, and a wrong value is conflict beside it', async () => {
    await open(page, 'Mogno Varios');
    await expect(save(page)).toBeDisabled(); // nothing is changed yet

    await answer(page, 'Data de Nascimento').fill('31/02/2000');
    await answer(page, 'Peso').fill('muito');
    await correcting(page).getByRole('radio', { name: 'Sim' }).check();
    await save(page).click();
    await expect(answer(page, 'Data de Nascimento')).toBeFocused();
    for (const words of [
      'Esta data não existe. Confira o dia e o mês.',
      'Use números.',
      'Por favor, detalhe a condição médica.',
    ])
      await expect(correcting(page).getByText(words)).toBeVisible();

    await answer(page, 'Data de Nascimento').fill('05032000');
    await answer(page, 'Peso').fill('60');
    await answer(page, 'Qual?').fill('asma leve');
    await correcting(page).getByLabel('Nível de Escolaridade').selectOption('Ensino Superior completo');
    await save(page).click();
    const missing = correcting(page).getByText('Escolha o motivo da correção.');
    await expect(missing).toBeVisible();
    // at 200 % zoom: the sentence is seen whole, and the buttons beside it stay buttons
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 640, height: 400 });
    await correcting(page).getByLabel('Por que corrigir').selectOption({ index: 1 });
    await correcting(page).getByLabel('Por que corrigir').selectOption({ index: 0 });
    await save(page).click();
    await expect(missing).toBeInViewport({ ratio: 1 });
    expect((await save(page).boundingBox())?.height).toBeLessThan(60);
    if (usual) await page.setViewportSize(usual);
    await expect(reason(page)).toBeFocused();
    await expect(answer(page, 'Data de Nascimento')).toHaveValue('05/03/2000');
    await reason(page).selectOption('Documento mostra outro');
    await save(page).click();
    await expect(correcting(page)).toBeHidden();
    await expect(cell(page, 'Data de Nascimento')).toContainText('05/03/2000antes: 05/03/2012');
    await expect(cell(page, 'Idade').locator('dd')).toContainText('26');
    await expect(cell(page, 'Peso')).toContainText('60,0 kgantes: 52,5 kg');
    await expect(cell(page, 'Qual?')).toContainText('asma leveantes: Nenhuma');
    await expect(detail(page).locator('.evidence')).toContainText('18 ou mais');
    await close(page);
  });

  await test.step('whoever was first is shown, nothing that was typed is lost, and saving again stores it', async () => {
    await open(page, 'Cedro Concorrido');
    await answer(page, 'Cidade').fill('Cidade Minha');
    await reason(page).selectOption('Pedido da família');
    await correctElsewhere('Cedro Concorrido', { cidade: 'Cidade Deles', escola: 'Escola Deles' });
    let endReading = () => {};
    const held = new Promise<void>((resolve) => {
      endReading = resolve;
    });
    await page.route(READ, async (route) => {
      const response = await route.fetch(); // what stands after the colleague's correction, which comes after one's own
      await held;
      await route.fulfill({ response }).catch(() => {}); // nobody waits for it any more
    });
    await save(page).click();
    const conflict = correcting(page).locator('.alert');
    await expect(conflict).toContainText('Alguém mudou esta inscrição enquanto você olhava.');
    await expect(conflict).toContainText('Corrigiu Cidade, Escola: documento mostra outro');
    await expect(answer(page, 'Cidade')).toHaveValue('Cidade Minha');
    await expect(correcting(page)).toContainText('agora: Cidade Deles');
    await expect(answer(page, 'Escola')).toHaveValue('Escola Deles');
    await save(page).click();
    await keepLinks(page);
    await expect(correcting(page)).toBeHidden();
    endReading();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(cell(page, 'Cidade')).toContainText(
      /Cidade Minhaantes: Cidade Deles.*antes: Cidade Exemplo/,
    );
    await expect(cell(page, 'Escola')).toContainText('Escola Deles');
    await close(page);
  });

  await test.step('a link of before tells that something was corrected, not what; correcting leads to ending the links and to the message with another', async () => {
    const name = 'Aroeira Dois Lares';
    const cpf = '529.982.247-25';
    const guardian = { nome_responsavel: 'Mãe de Teste', telefone_responsavel: '62911110000' };
    const code = await desk.enrol({ nome_completo: name, cpf, ...guardian }, nisPdf);
    await desk.approve(name, 'Jiu-Jitsu Infantil');
    await page.reload();
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await open(page, name);
    await answer(page, 'Cidade').fill('Cidade Nova');
    await reason(page).selectOption('Pedido da família');
    await save(page).click();
    await expect(page.getByRole('dialog', { name: openEnrolment.links.title })).toContainText('um novo?');
    expect(await violations(page)).toEqual([]);
    await keepLinks(page);

    const father = await page.context().newPage();
    const opened = father.waitForResponse('**/rpc/meus_dados');
    await readAnswers(father, code, cpf);
    await expect(father.locator('main')).toContainText(/Cidade\s*Atualizado pela secretaria em \d\d\/\d\d/);
    await expect(father.locator('main')).not.toContainText('Cidade Nova');
    const answered = await (await opened).text();
    expect(answered).toContain(name);
    expect(answered).not.toMatch(/Cidade Nova|Cidade Exemplo|Jiu-Jitsu/);
    const mark = detail(page).getByLabel('Endereço protegido');
    await mark.click();
    await expect(mark).toBeChecked();
    await expect(detail(page)).toContainText('Abriu «Meus dados» pelo link');
    await readAnswers(father, code, cpf);
    await expect(father.locator('main')).toContainText(/Cidade\s*Não informado/);
    await expect(father.locator('main')).not.toContainText(/atualizad|Corrigido/i);
    await mark.click();
    await expect(mark).not.toBeChecked();

    await inDetail(page, 'Corrigir respostas').click();
    await answer(page, 'Cidade').fill('Cidade Nova, Setor Sul');
    await reason(page).selectOption('Digitado errado');
    await save(page).click();
    await inDetail(page, openEnrolment.links.end).click();
    const message = page.getByRole('dialog', { name: 'Avisar a família' });
    await expect(message).toContainText('Ligar para (62) 91111-0000: do responsável');
    const release = await holdRequests(page, '**/rpc/fazer_link');
    await message.getByRole('button', { name: toDo.makeLink }).click();
    await page.keyboard.press('Escape');
    await expect(message).toBeVisible(); // what is on its way is waited for
    release();
    const href = await message.getByRole('link', { name: toDo.openChat }).first().getAttribute('href');
    expect(await violations(page)).toEqual([]);
    await message.getByRole('button', { name: 'Fechar' }).click();
    await expect(detail(page)).toContainText('Encerrou os links da família');
    await father.goto('/acessibilidade');
    await father.goto(situationPath(code));
    await expect(father.getByRole('alert').filter({ hasText: situation.nobody })).toBeVisible();
    await father.goto('/acessibilidade');
    await father.goto(situationPath(/#([0-9a-f]{32})/.exec(decodeURIComponent(href ?? ''))?.[1] ?? ''));
    await expect(father.locator('.situation__answer')).toContainText('Turma: Jiu-Jitsu Infantil');
    await father.close();
    await close(page);
  });

  await test.step('what was typed stays, also closed, and what had arrived without an answer is not stored twice', async () => {
    await open(page, 'Sucupira Caida');
    await answer(page, 'RG').fill('12345');
    await reason(page).selectOption('Pedido da família');
    await page.keyboard.press('Escape');
    await expect(correcting(page)).toBeHidden();
    await expect(detail(page).getByText('não guardado')).toBeVisible();
    await inDetail(page, 'Corrigir respostas').click();
    await expect(answer(page, 'RG')).toHaveValue('12345');
    expect(mishaps).toEqual([]);
    await page.route(CORRECT, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await save(page).click();
    await expect(correcting(page)).toBeHidden(); // made again by itself, it was its own, and is known as that
    mishaps.length = 0;
    await expect(cell(page, 'RG')).toContainText('12345antes: Não informado');
    await expect(detail(page).getByText('não guardado')).toHaveCount(0);
    await expect(detail(page).getByText(/^Corrigiu RG/)).toHaveCount(1);

    await inDetail(page, 'Corrigir respostas').click();
    await answer(page, 'RG').fill('99');
    await correcting(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(detail(page).getByText('não guardado')).toHaveCount(0);
    await close(page);
  });

  await test.step('what came on paper stands as a further document, with who attached it, and is shown', async () => {
    await openAttaching(page, 'Angico Anexado');
    await attach(page).click();
    await expect(attaching(page).getByText('Escolha a foto ou o PDF.')).toBeVisible();
    await file(page).setInputFiles({
      name: 'carta.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('nada'),
    });
    await expect(attaching(page).locator('.field__problem')).toBeVisible();
    await file(page).setInputFiles(nisPdf);
    await expect(attaching(page).getByText(`Escolhido: ${nisPdf.name}.`)).toBeVisible();
    await expect(attaching(page).getByText('Documento anexado')).toBeHidden(); // not before it is
    await attach(page).click();
    await expect(attaching(page)).toBeHidden();
    await expect(detail(page).getByText('Documento anexado.')).toBeVisible();
    await expect(inDetail(page, /^Anexado em /)).toHaveAttribute('aria-pressed', 'true');
    await detail(page).locator('.pdf-page canvas').first().waitFor();
    await expect(detail(page).getByText('Anexou um documento')).toBeVisible();
    await close(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('answers are corrected and a document is attached by touch', async ({ page, signIn }) => {
    await desk.enrolPeople([{ nome_completo: 'Aroeira Pequena' }, { nome_completo: 'Angico Pequeno' }]);
    await signIn();

    await test.step('nothing stands sideways, and it is accessible there and on a desktop', async () => {
      await openDetail(page, 'Aroeira Pequena');
      await inDetail(page, 'Corrigir respostas').tap();
      await answer(page, 'Nome Completo').fill(
        'Aroeira Pequenina com um nome comprido que ocupa a linha toda',
      );
      await answer(page, 'E-mail').fill('sem-arroba');
      await save(page).tap();
      await expect(correcting(page).getByText('Falta o @')).toBeVisible();
      await expectAccessible(page, 'correcting');
      await page.setViewportSize({ width: 360, height: 740 });
      for (const control of await correcting(page)
        .locator('input:not([type=radio], [type=checkbox]), select, textarea, button, label.choice')
        .all()) {
        const box = await control.boundingBox();
        expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
      }
      await answer(page, 'E-mail').fill('certo@example.com');
      await reason(page).selectOption('Digitado errado');
      await save(page).tap();
      await keepLinks(page);
      await expect(correcting(page)).toBeHidden();
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await expect(detail(page).getByText('Corrigiu Nome Completo, E-mail: digitado errado')).toBeVisible();
      await close(page);
    });

    await test.step('it is accessible there and on a desktop', async () => {
      await openAttaching(page, 'Angico Pequeno');
      await expectAccessible(page, 'attaching');
      await page.setViewportSize({ width: 360, height: 740 });
      await file(page).setInputFiles(nisPdf);
      await expect(attaching(page).getByText(nisPdf.name)).toBeVisible();
      await attach(page).tap();
      await expect(attaching(page)).toBeHidden();
      await expect(detail(page).getByText('página 1 de 1')).toBeVisible();
    });
  });
});
