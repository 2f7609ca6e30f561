import type { Locator, Page } from '@playwright/test';
import { printing } from '../../content/print-export.ts';
import { SECTIONS } from '../../domain/desk/sheet.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { inDetail, notePrinting, openDetail, ownDesk } from '../support/desk.ts';
import { jpegFile, plain, smallPdf } from '../support/document-files.ts';
import { expect, hearMishaps, test } from '../support/fixtures.ts';
import { NOTES_READS } from '../support/hosted.ts';
import { pdfText } from '../support/pdf-text.ts';

// Documents, printed sheets and the manual. Spreadsheets: export.e2e.ts.

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

const desk = ownDesk(async (desk) => {
  const photo = await plain(1200, 800, '#d8d4c8').jpeg().toBuffer();
  await desk.enrol(LONG, { ...jpegFile(smallPdf(), 'papel.pdf'), mimeType: 'application/pdf' });
  await desk.enrol({ nome_completo: 'Pessoa Vazia de Teste' });
  await desk.enrol(
    { nome_completo: 'Pessoa Usual de Teste', condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' },
    jpegFile(photo),
  );
});

test('documents and the manual are looked at, and sheets are printed, never unrecorded nor erased', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow(); // six subjects in one
  await page.addInitScript(notePrinting);
  await signIn();

  await test.step('the manual is linked from the page, accessible, shows its pictures, and is two A4 pages', async () => {
    const manual = await openManual(page);
    hearMishaps(manual, mishaps);
    await expectAccessible(manual);
    await expect(manual.getByRole('heading', { level: 1 })).toHaveText('Manual da secretaria');
    for (const picture of await manual.getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
    }
    expect(await pagesOf(manual)).toBe(2);
    await manual.close();
    expect(mishaps).toEqual([]);
  });

  await test.step('a picture is turned, enlarged and forgotten when the detail closes; a PDF is downloaded under a name that names nobody; one that is missing is announced', async () => {
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    const picture = dialog.getByRole('img', { name: 'Documento enviado com a inscrição' });
    await expect(picture).toHaveJSProperty('naturalWidth', 1200);
    const before = (await picture.boundingBox())?.width ?? 0;
    await dialog.getByRole('button', { name: 'Girar' }).click();
    await expect(picture).toHaveCSS('rotate', '90deg');
    await dialog.getByRole('button', { name: 'Ampliar' }).click();
    const large = page.getByRole('dialog', { name: 'Documento', exact: true }).getByRole('img');
    await expect.poll(async () => ((await large.boundingBox())?.width ?? 0) / before).toBeGreaterThan(2.5);
    const address = (await large.getAttribute('src')) ?? '';
    expect(address).toMatch(/^blob:/);
    expect(await readable(page, address)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(large).toHaveCount(0);
    await expect(picture).toBeVisible();
    await close(dialog);
    expect(await readable(page, address)).toBe(false);
    mishaps.length = 0; // the browser reports what is no longer there

    await openDetail(page, 'Pessoa Longa de Teste');
    await expect(dialog.getByText(/^página 1 de/)).toBeVisible();
    // Asked of the context: the new tab may be closed again before it could be asked.
    const [download] = await Promise.all([
      page.context().waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cadunico-\d{8}\.pdf$/);
    await close(dialog);
    expect(mishaps).toEqual([]);

    await page.route('**/storage/v1/object/sign/**', async (route) => {
      const url = route.request().url();
      await route.fulfill({
        response: await route.fetch({ url: url.replace(/public\/.*$/, 'public/sumiu.jpg') }),
      });
    });
    await openDetail(page, 'Pessoa Usual de Teste');
    await expect(dialog.locator('.alert')).toContainText('O arquivo não está mais guardado.');
    await expect(dialog.getByRole('button', { name: 'Ver documento' })).toBeVisible(); // once more, when it is wanted
    await expect(dialog.getByText('Asma leve')).toBeVisible();
    await page.unroute('**/storage/v1/object/sign/**');
    await close(dialog);
    mishaps.length = 0; // the browser reports the refusal
  });

  await test.step('without health and income, none of the six answers is there; once, and not of a copy that the family asked for', async () => {
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    const { discreet, onRequest } = printing.ways;
    const choose = async (way: string) => {
      if (way !== 'Imprimir Ficha') await inDetail(page, 'Mais').click();
      await inDetail(page, way).click();
    };
    await choose(discreet);
    const paper = page.locator('.print-root');
    await expect(paper).toContainText('Impressa sem dados de saúde e renda.');
    await expect(paper).toContainText('(62) 90000-0000');
    for (const words of HEALTH_AND_INCOME) await expect(paper).not.toContainText(words);
    await expect(dialog).toContainText('Asma leve'); // the screen keeps them
    await endPrinting(page);
    for (const way of ['Imprimir Ficha', onRequest]) {
      await choose(way);
      for (const words of HEALTH_AND_INCOME) await expect(paper).toContainText(words);
      await endPrinting(page);
    }
    await close(dialog);
    expect(mishaps).toEqual([]);
  });

  await test.step('nothing is printed that could not be recorded', async () => {
    await forgetPrinting(page);
    await page.route('**/rest/v1/rpc/anotar_impressao', (route) => route.abort());
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    await expect(dialog.locator('.alert')).toContainText('A ficha não foi impressa.');
    await expect(dialog.locator('.alert')).toContainText('Sem resposta do servidor.');
    await expect(page.locator('.print-root')).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-print-title', /./);
    await close(dialog);
    await page.unroute('**/rest/v1/rpc/anotar_impressao');
    mishaps.length = 0; // the browser reports the call that was cut off
  });

  await test.step('a usual sheet is one A4 page with 20 mm margins under its own title, with protocol, moment and name at its foot, by the browser’s own command too', async () => {
    const looks = async () => [
      (await desk.auditEntries('viu_lista')).length,
      (await desk.auditEntries('viu_ficha')).length,
    ];
    const [lists = 0, sheets = 0] = await looks();
    await page.getByRole('searchbox').fill('usual');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText('Mostrando 1–1 de 1')).toBeVisible();
    const dialog = await openDetail(page, 'Pessoa Usual de Teste');
    await expect(dialog.getByRole('heading', { name: 'Histórico' })).toBeVisible();
    for (const [at, other] of (await dialog.getByText(/^Outra inscrição/).all()).entries()) {
      await other.click();
      await expect(dialog.locator('details .sheet')).toHaveCount(at + 1);
    }
    if (NOTES_READS) expect(await looks()).toEqual([lists + 1, sheets + 3]); // a line for each look: the search, the sheet, the two beside it
    const before = (await desk.auditEntries('imprimiu')).length;
    await forgetPrinting(page);
    await dialog.getByRole('region', { name: 'Ficha' }).evaluate((sheet) => sheet.scrollTo(0, 300)); // on paper it is whole
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_Usual_de_Teste');
    const paper = page.locator('.print-root');
    await expect(paper).toContainText(
      /Protocolo \d{4}-\d{4} · impresso em \d\d\/\d\d\/\d{4} \d\d:\d\d por administracao@example\.com/,
    );
    await page.emulateMedia({ media: 'print' });
    for (const [section] of SECTIONS)
      await expect(paper.getByRole('heading', { name: section, exact: true })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('table')).toBeHidden();
    expect(await pageRules(page)).toMatch(/size: a4; margin: 20mm/i);
    expect(await pageRules(page)).toContain('"folha " counter(page) " de " counter(pages)');
    await expect(paper).toHaveCSS('print-color-adjust', 'exact');
    const file = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const pdf = file.toString('latin1');
    expect(/\/MediaBox\s*\[\s*0\s+0\s+59[45][.\d]*\s+84[12][.\d]*\s*\]/.test(pdf)).toBe(true);
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const words = pdfText(file);
    const title = 'Ficha de Inscrição - Projeto Construindo Campeões';
    for (const written of [
      title,
      ...SECTIONS.map(([section]) => section),
      'Pessoa Usual de Teste',
      'CPF',
      '529.982.247-25',
      '52,5 kg',
    ])
      expect(words).toContain(written);
    await page.emulateMedia({ media: null });
    await expect(page).toHaveTitle(/^Inscrições do Projeto Social/); // its own again
    const lines = await desk.auditEntries('imprimiu');
    expect(lines).toHaveLength(before + 1);
    expect(lines[0]?.enrolment).toMatch(/^[0-9a-f-]{36}$/);

    await test.step('the browser’s own command prints the open sheet, and is recorded too', async () => {
      expect(await pagesOf(page)).toBe(1);
      await expect.poll(async () => (await desk.auditEntries('imprimiu')).length).toBe(before + 2);
    });
    await close(dialog);
    expect(mishaps).toEqual([]);
  });

  await test.step('a sheet that is erased meanwhile says so, is not printed, and leaves the list', async () => {
    const missing = 'Esta inscrição não existe mais. Pode ter sido apagada.';
    await desk.enrol({ nome_completo: 'Araucária de Teste' });
    await page.reload();
    const dialog = await openDetail(page, 'Araucária de Teste');
    await expect(dialog.getByText('Rua Exemplo, 100')).toBeVisible();
    await desk.erase('Araucária');
    await dialog.getByRole('button', { name: 'Imprimir Ficha' }).click();
    await expect(dialog.locator('.dialog__body').getByRole('alert')).toHaveText(missing);
    await expect(dialog).not.toContainText(/Araucária|Rua Exemplo/);
    for (const button of ['Imprimir Ficha', 'Apagar agora'])
      await expect(dialog.getByRole('button', { name: button })).toHaveCount(0);
    await expect(dialog.getByRole('heading', { name: 'Detalhes da Inscrição' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await close(dialog);
    await expect(page.getByText('Araucária')).toHaveCount(0);
    mishaps.length = 0; // the browser reports the refusal
  });
});

/** Opens the manual from the page, in a tab of its own. */
async function openManual(page: Page) {
  const [manual] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Manual' }).click(),
  ]);
  return manual;
}

async function close(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(dialog).toBeHidden();
}

const endPrinting = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

/** Forgets what `notePrinting` noted, as a new page does. */
const forgetPrinting = (page: Page) =>
  page.evaluate(() => delete document.documentElement.dataset.printTitle);

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

/** The text of every @page rule of the page, those inside layers and media too. */
function pageRules(page: Page): Promise<string> {
  return page.evaluate(() => {
    const below = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSPageRule ? [rule.cssText] : []),
        ...('cssRules' in rule ? below(rule.cssRules as CSSRuleList) : []),
      ]);
    return [...document.styleSheets].flatMap((sheet) => below(sheet.cssRules)).join(' ');
  });
}
