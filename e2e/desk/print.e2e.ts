import type { Page } from '@playwright/test';
import { SECTIONS } from '../../domain/desk/sheet.ts';
import { expectAccessible, violations } from '../support/axe.ts';
import { inDetail, notePrinting, openDetail, ownDesk } from '../support/desk.ts';
import { nisPdf } from '../support/document-files.ts';
import { expect, hearMishaps, test } from '../support/fixtures.ts';
import { pdfText } from '../support/pdf-text.ts';

// Printed sheets and the manual. Spreadsheets: export.e2e.ts; lists of a class: classes.e2e.ts.

const USUAL = 'Pessoa Usual de Teste';

const desk = ownDesk(async (desk) => {
  await desk.enrol({ nome_completo: 'Pessoa Seguinte de Teste' });
  await desk.enrol(
    { nome_completo: USUAL, condicao_medica: 'sim', condicao_medica_detalhes: 'Asma leve' },
    nisPdf,
  );
});

test('the manual is looked at, and sheets are printed, never unrecorded nor erased', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow(); // five subjects in one
  await page.addInitScript(notePrinting);
  await signIn();

  await test.step('the manual is linked from the page, accessible, shows its pictures, and is two A4 pages', async () => {
    const [manual] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Manual' }).click(),
    ]);
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

  const dialog = await openDetail(page, USUAL);
  const paper = page.locator('.print-root');
  const press = (name: string) => inDetail(page, name).click();

  await test.step('a usual sheet is one A4 page with 20 mm margins under its own title, with protocol, moment and name at its foot, by the browser’s own command too', async () => {
    const before = (await desk.auditEntries('imprimiu')).length;
    await dialog.getByRole('region', { name: 'Ficha' }).evaluate((sheet) => sheet.scrollTo(0, 300)); // on paper it is whole
    await press('Imprimir Ficha');
    await expect(page.locator('html')).toHaveAttribute('data-print-title', 'Ficha-Pessoa_Usual_de_Teste');
    await expect(paper).toContainText(
      /Protocolo \d{4}-\d{4} · impresso em \d\d\/\d\d\/\d{4} \d\d:\d\d por administracao@example\.com/,
    );
    await page.emulateMedia({ media: 'print' });
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
    expect(await pagesOf(page)).toBe(1); // by the browser's own command
    await expect.poll(async () => (await desk.auditEntries('imprimiu')).length).toBe(before + 2);
    expect(mishaps).toEqual([]);
  });

  await test.step('a sheet that is erased meanwhile says so, and is not printed', async () => {
    await forgetPrinting(page);
    await desk.erase(USUAL);
    await press('Imprimir Ficha');
    await expect(page.getByText('Esta inscrição não existe mais. Pode ter sido apagada.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-print-title', /./);
    expect(await violations(page)).toEqual([]);
    mishaps.length = 0; // the browser reports the refusal
  });
});

/** Forgets what `notePrinting` noted, as a new page does. */
const forgetPrinting = (page: Page) =>
  page.evaluate(() => delete document.documentElement.dataset.printTitle);

/** How many pages of paper the screen makes now; ends the printing, as the browser's own does. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** The text of every @page rule of the page, those inside layers and media too. */
function pageRules(page: Page): Promise<string> {
  return page.evaluate(() => {
    const below = (rules: CSSRuleList): string =>
      [...rules]
        .map((rule) => {
          if (rule instanceof CSSPageRule) return rule.cssText;
          return 'cssRules' in rule ? below(rule.cssRules as CSSRuleList) : '';
        })
        .join(' ');
    return [...document.styleSheets].map((sheet) => below(sheet.cssRules)).join(' ');
  });
}
