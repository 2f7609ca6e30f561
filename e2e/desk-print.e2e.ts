import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { Desk } from './desk.ts';
import { expect, holdRequests, startHouse, test } from './fixtures.ts';
import { jpegFile, plain, smallPdf } from './papers.ts';

// What leaves the registrations page: documents, sheets on paper, spreadsheets.

const LONG = {
  nome_completo: 'Pessoa Longa de Teste',
  endereco_completo: 'Fazenda Exemplo, km 10. '.repeat(12).trim(),
  escola: 'Escola '.repeat(16).trim(),
  condicao_medica: 'sim',
  condicao_medica_detalhes: `${'Texto comprido de teste. '.repeat(36)}${'a'.repeat(90)} fim do texto`,
};
const HEALTH_AND_INCOME = [
  'De 1 a 2 salários mínimos',
  '52,5 kg',
  '1,62 m',
  'Cadastro Único',
  'Condição',
  'Asma leve',
];

let desk: Desk;
test.beforeAll(async () => {
  desk = new Desk(await startHouse());
  const photo = await plain(1200, 800, '#d8d4c8').jpeg().toBuffer();
  await desk.enrol(LONG, { ...jpegFile(smallPdf(), 'papel.pdf'), mimeType: 'application/pdf' });
  await desk.enrol({
    nome_completo: '=1+1;"Pessoa" Fórmula',
    cpf: '01234567890',
    rg: '0012345',
    peso: 52.5,
    altura: 1.6,
  });
  await desk.enrol(
    { nome_completo: 'Pessoa Usual de Teste', condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' },
    jpegFile(photo),
  );
});
test.afterAll(() => desk.house.stop());
// biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern
test.use({ baseURL: async ({}, use) => use(desk?.house.url) });

test.describe('the document', () => {
  test('that is a picture is looked at, turned and enlarged, and is forgotten when the detail closes', async ({
    page,
    signIn,
    mishaps,
  }) => {
    await signIn();
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await expect(dialog.getByRole('img')).toHaveCount(0); // nothing is opened, or noted, unasked
    await dialog.getByRole('button', { name: 'Ver documento' }).click();
    const picture = dialog.getByRole('img', { name: 'Documento enviado com a inscrição' });
    await expect(picture).toHaveJSProperty('naturalWidth', 1200);
    const before = (await picture.boundingBox())?.width ?? 0;
    await dialog.getByRole('button', { name: 'Girar' }).click();
    await expect(picture).toHaveCSS('rotate', '90deg');
    await dialog.getByRole('button', { name: 'Ampliar' }).click();
    await expect.poll(async () => ((await picture.boundingBox())?.width ?? 0) / before).toBeCloseTo(2.5, 1);
    const address = (await picture.getAttribute('src')) ?? '';
    expect(address).toMatch(/^blob:/);
    expect(await readable(page, address)).toBe(true);
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(await readable(page, address)).toBe(false);
    mishaps.length = 0; // the browser reports what is no longer there
  });

  test('is downloaded under a name that names nobody; a PDF is never shown', async ({ page, signIn }) => {
    await signIn();
    const dialog = await openDetail(page, 'Pessoa Longa de Teste');
    await expect(dialog.getByText('Documento em PDF.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Ver documento' })).toHaveCount(0);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Baixar' }).click(),
    ]);
    const download = await tab.waitForEvent('download');
    expect(download.suggestedFilename()).toMatch(/^cadunico-\d{8}\.pdf$/);
  });

  test('that is gone is told beside the sheet, which stays', async ({ page, signIn, mishaps }) => {
    await signIn();
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await page.route('**/storage/v1/object/sign/**', async (route) => {
      const answer = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/public\/.*$/, 'public/sumiu.jpg'),
      });
      await route.fulfill({ response: answer });
    });
    await dialog.getByRole('button', { name: 'Ver documento' }).click();
    await expect(dialog.locator('.alert')).toContainText('O arquivo não está mais guardado.');
    await expect(dialog.getByText('Asma leve')).toBeVisible();
    mishaps.length = 0; // the browser reports the refusal
  });
});

test.describe('on paper', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => {
        window.dispatchEvent(new Event('beforeprint'));
        document.documentElement.dataset.printTitle = document.title;
      };
    });
  });

  test('without health and income, none of the six answers is there, and the choice is remembered', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await dialog.locator('summary').click();
    await dialog.getByLabel('Sem dados de saúde e renda').check();
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    const paper = page.locator('.print-root');
    await expect(paper).toContainText('Impressa sem dados de saúde e renda.');
    await expect(paper).toContainText('(62) 90000-0000');
    for (const words of HEALTH_AND_INCOME) await expect(paper).not.toContainText(words);
    await expect(dialog).toContainText('Asma leve'); // the screen keeps them
    await endPrinting(page);
    await page.reload();
    const again = await openDetail(page, 'Pessoa Usual de Teste');
    await again.getByText('Opções de impressão (1)').click();
    await expect(again.getByLabel('Sem dados de saúde e renda')).toBeChecked();
    await again.getByLabel('Sem dados de saúde e renda').uncheck();
    await again.getByRole('button', { name: 'Imprimir Ficha' }).click();
    for (const words of HEALTH_AND_INCOME) await expect(paper).toContainText(words);
  });

  test('a usual sheet with lines to sign on is one page, with protocol, moment and name at its foot', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    const before = (await desk.noted('imprimiu')).length;
    await dialog.locator('summary').click();
    await dialog.getByLabel('Com linhas para assinatura').check();
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_Usual_de_Teste');
    const paper = page.locator('.print-root');
    await expect(paper).toContainText('Assinatura de quem vai treinar ou do responsável');
    await expect(paper).toContainText(
      /Protocolo \d{4}-\d{4} · impresso em \d\d\/\d\d\/\d{4} \d\d:\d\d por administracao@example\.com/,
    );
    expect(await pagesOf(page)).toBe(1);
    const lines = await desk.noted('imprimiu');
    expect(lines).toHaveLength(before + 1);
    expect(lines[0]?.inscricao).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the ticked rows, or the whole page, go to paper in one job, each sheet on its own page and noted', async ({
    page,
    signIn,
  }) => {
    await signIn();
    const before = (await desk.noted('imprimiu')).length;
    await page.getByRole('button', { name: 'Imprimir 3 fichas' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-inscricao');
    await expect(page.locator('.print-root')).toHaveCount(3);
    await expect(page.locator('.print-root').last()).toContainText('fim do texto');
    expect(await pagesOf(page)).toBe(4); // the long answers take two
    await endPrinting(page);
    expect(await desk.noted('imprimiu')).toHaveLength(before + 3);

    await page.getByLabel('Marcar inscrição de Pessoa Usual de Teste').check();
    await expect(page.getByRole('dialog')).toHaveCount(0); // a tick opens nothing
    await page.getByRole('button', { name: 'Imprimir 1 ficha' }).click();
    await expect(page.locator('.print-root')).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_Usual_de_Teste');
    await endPrinting(page);
    expect(await desk.noted('imprimiu')).toHaveLength(before + 4);
  });

  test('nothing is printed that could not be noted', async ({ page, signIn, mishaps }) => {
    await signIn();
    await page.route('**/rest/v1/rpc/anotar_acesso', (route) => route.abort());
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    await expect(dialog.locator('.alert')).toContainText('A ficha não foi impressa.');
    await expect(dialog.locator('.alert')).toContainText('Sem resposta do servidor.');
    await expect(page.locator('.print-root')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    await page.getByRole('button', { name: 'Imprimir 3 fichas' }).click();
    await expect(page.getByRole('region', { name: 'Imprimir e exportar' }).locator('.alert')).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-print-title', /./);
    mishaps.length = 0; // the browser reports the calls that were cut off
  });
});

test.describe('a spreadsheet', () => {
  test('holds what the filter finds, without what is sensitive, and is noted', async ({ page, signIn }) => {
    await signIn();
    const dialog = await openExport(page);
    await expect(dialog.getByText('3 inscrições, as do filtro de agora.')).toBeVisible();
    for (const name of ['CPF', 'RG', 'Renda Familiar', 'Endereço Completo', 'Cadastro Único', 'Peso (kg)'])
      await expect(dialog.getByLabel(name, { exact: true })).not.toBeChecked();
    const asked = page.waitForRequest(/inscricoes_projeto\?select=/);
    const { name, bytes } = await saved(page);
    expect(name).toMatch(/^inscricoes-\d{4}-\d\d-\d\d\.xlsx$/);
    expect((await asked).url()).not.toMatch(/cpf|renda|peso|condicao/);
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(4);
    expect(sheet).toContain('=1+1;"Pessoa" Fórmula</t>');
    expect(sheet).not.toMatch(/<f[ >]|CPF|012\.345\.678-90/);
    await expect(
      dialog.getByRole('status').filter({ hasText: 'está pronto, com 3 inscrições.' }),
    ).toBeVisible();
    const [line] = await desk.noted('exportou');
    expect(line?.detalhes).toMatchObject({
      linhas: 3,
      colunas: expect.arrayContaining(['nome_completo', 'protocolo']),
    });
    expect(JSON.stringify(line?.detalhes)).not.toMatch(/cpf|Pessoa/);
  });

  test('as CSV opens right in Brazilian Excel, with what was ticked', async ({ page, signIn }) => {
    await signIn();
    const dialog = await openExport(page);
    await dialog.getByLabel('CSV, para outros programas').check();
    for (const name of ['CPF', 'RG', 'Peso (kg)', 'Altura (m)'])
      await dialog.getByLabel(name, { exact: true }).check();
    for (const name of ['E-mail', 'Cidade']) await dialog.getByLabel(name, { exact: true }).uncheck();
    const { name, bytes } = await saved(page);
    expect(name).toMatch(/\.csv$/);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = strFromU8(bytes.slice(3)).split('\r\n');
    expect(lines[0]).toContain('"Protocolo";"Data da Inscrição";"Situação";"Nome Completo"');
    expect(lines[0]).not.toMatch(/E-mail|Cidade/);
    const row = lines.find((line) => line.includes('Fórmula')) ?? '';
    expect(row).toContain(`"'=1+1;""Pessoa"" Fórmula";05/03/2012;`);
    expect(row).toContain(`"012.345.678-90";"'0012345";`);
    expect(row).toContain('52,5;1,60');
    expect(lines).toHaveLength(5);
  });

  test('of nothing says so and makes no file', async ({ page, signIn }) => {
    await signIn();
    // the same calls, for a filter that finds nobody
    for (const name of ['contar_inscricoes', 'buscar_inscricoes'])
      await page.route(`**/rest/v1/rpc/${name}`, (route) =>
        route.continue({ postData: { filtro: { busca: 'ninguém' } } }),
      );
    const dialog = await openExport(page);
    await expect(dialog.getByText('Nada para exportar com esses filtros.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Exportar' })).toBeDisabled();
  });

  test('that fails says so, keeps what was ticked, and is had the next time', async ({
    page,
    signIn,
    mishaps,
  }) => {
    await signIn();
    const dialog = await openExport(page);
    await dialog.getByLabel('RG', { exact: true }).check();
    await page.route('**/rest/v1/rpc/buscar_inscricoes', (route) => route.fulfill({ status: 429, json: {} }));
    await dialog.getByRole('button', { name: 'Exportar' }).click();
    await expect(dialog.locator('.alert')).toContainText('Não deu certo. Tente de novo.');
    await expect(dialog.getByLabel('RG', { exact: true })).toBeChecked();
    await page.unroute('**/rest/v1/rpc/buscar_inscricoes');
    expect((await saved(page)).bytes.length).toBeGreaterThan(1000);
    mishaps.length = 0; // the browser reports the 429
  });
});

test('a long export tells how far it is, can be stopped, and then holds every row once', async ({
  browser,
  signIn,
}) => {
  const many = new Desk(await startHouse());
  for (let number = 1; number <= 130; number += 1)
    await many.enrol({ nome_completo: `Pessoa ${number} de Teste` });
  const page = await browser.newPage({ baseURL: many.house.url });
  await signIn(page);
  const dialog = await openExport(page);
  await expect(dialog.getByText('130 inscrições, as do filtro de agora.')).toBeVisible();
  const release = await holdRequests(page, '**/rest/v1/inscricoes_projeto?select=*');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  await expect(dialog.getByText('Preparando… 0 de 130')).toBeVisible();
  await dialog.getByRole('button', { name: 'Parar' }).click();
  await expect(dialog.locator('.alert')).toContainText('Você parou. Nenhum arquivo foi feito.');
  release();
  await dialog.getByLabel('CSV, para outros programas').check();
  const { bytes } = await saved(page);
  const names = strFromU8(bytes).match(/Pessoa \d+ de Teste/g) ?? [];
  expect(names).toEqual(Array.from({ length: 130 }, (_, at) => `Pessoa ${130 - at} de Teste`));
  expect(await many.noted('exportou')).toHaveLength(1); // the one that was stopped gave nobody anything
  await page.close();
  await many.house.stop();
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  test(`nothing hinders anybody at ${width} pixels: the list, the detail, the export, the manual`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn();
    await page.getByLabel('Marcar inscrição de Pessoa Usual de Teste').check();
    await page.getByRole('region', { name: 'Imprimir e exportar' }).locator('summary').click();
    await hinders(page);
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await dialog.getByRole('button', { name: 'Ver documento' }).click();
    await expect(dialog.getByRole('button', { name: 'Girar' })).toBeVisible();
    await dialog.locator('summary').click();
    await hinders(page);
    await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
    const exporting = await openExport(page);
    await exporting.getByLabel('CSV, para outros programas').check();
    await hinders(page);
    await page.goto('/admin/manual');
    await hinders(page);
  });

test('the manual is linked from the page, shows its pictures, and is two A4 pages', async ({
  page,
  signIn,
}) => {
  await signIn();
  const [manual] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Manual da secretaria' }).click(),
  ]);
  await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Manual da secretaria');
  for (const picture of await manual.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  }
  expect(await pagesOf(manual)).toBe(2);
});

async function openDetail(page: Page, name: string) {
  await page.getByRole('button', { name: `Ver inscrição de ${name}` }).click();
  return page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
}

async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Exportar planilha' }).click();
  return page.getByRole('dialog', { name: 'Exportar planilha' });
}

/** The file that Exportar gives. */
async function saved(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
}

const endPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

/** How many pages of paper the screen makes now; ends the printing, as the browser's own does. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Whether the page can still read an address in its memory. */
const readable = (page: Page, address: string) =>
  page.evaluate(
    (blob) =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve(true);
        image.onerror = () => resolve(false);
        image.src = blob;
      }),
    address,
  );

async function hinders(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
