import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { runSql } from '../support/database.ts';
import { openExport, ownDesk, ROW } from '../support/desk.ts';
import { expect, test, toast } from '../support/fixtures.ts';

// What a filter finds as a file. That no cell is a formula: domain/desk/csv.test.ts, app/admin/export/spreadsheet-files.test.ts.

const desk = ownDesk(async (desk) => {
  await desk.enrol({ nome_completo: 'Pessoa Um de Teste' });
  await desk.enrol({ nome_completo: '=1+1;"Pessoa" Fórmula', cpf: '01234567890' });
});

/** Adds so many at once, `Pessoa 1 de Teste` the oldest, as `Pessoa Um de Teste` in all other answers. */
const enrolMany = (count: number) =>
  runSql(
    desk.server,
    `insert into public.inscricoes_projeto (created_at, nome_completo, ${Object.keys(ROW)})
     select created_at + number * interval '1 millisecond', 'Pessoa ' || number || ' de Teste', ${Object.keys(ROW)}
     from public.inscricoes_projeto, generate_series(1, ${count}) as number where nome_completo = 'Pessoa Um de Teste'`,
  );

test('a spreadsheet holds what was asked for, says when there is nothing, and is tried again', async ({
  page,
  signIn,
  mishaps,
}) => {
  test.slow();
  await signIn();

  await test.step('it holds what the filter finds, without what is sensitive, and is recorded', async () => {
    const dialog = await openExport(page);
    await expect(dialog.getByText('2 inscrições, as do filtro de agora.')).toBeVisible();
    await expect(dialog.getByRole('checkbox').first()).toBeHidden(); // nothing has to be chosen
    const asked = page.waitForRequest(/rpc\/lista_de_inscricoes/);
    const { name, bytes } = await saved(page);
    expect(name).toMatch(/^inscricoes-\d{4}-\d\d-\d\d\.xlsx$/);
    expect((await asked).postData()).toMatch(/nome_completo/);
    expect((await asked).postData()).not.toMatch(/cpf|renda|peso|condicao|\*/);
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(3);
    expect(sheet).toContain('=1+1;"Pessoa" Fórmula</t>');
    expect(sheet).not.toMatch(/<f[ >]|CPF|012\.345\.678-90/);
    await expect(toast(page)).toContainText('está pronto, com 2 inscrições.');
    await expect(dialog).toHaveCount(0);
    const [line] = await desk.auditEntries('exportou');
    const colunas = expect.arrayContaining(['nome_completo', 'protocolo']);
    expect(line?.details).toMatchObject({ linhas: 2, colunas });
    expect(JSON.stringify(line?.details)).not.toMatch(/cpf|Pessoa/);
  });

  await test.step('columns are chosen, of which the sensitive ones are off; where it fails what was chosen stays, and tried again it holds every row once', async () => {
    await enrolMany(130);
    const dialog = await openExport(page);
    await expect(dialog.getByText('132 inscrições, as do filtro de agora.')).toBeVisible();
    await dialog.getByText('Escolher colunas').click();
    const ticked = dialog.getByRole('checkbox', { checked: true });
    while ((await ticked.count()) > 0) await ticked.first().uncheck();
    await expect(dialog.getByText('Marque pelo menos uma coluna.')).toBeVisible();
    await page.keyboard.press('Escape');
    await openExport(page);
    await dialog.getByText('Escolher colunas').click();
    const sensitive = dialog.getByRole('group', { name: 'Dados sensíveis' });
    await expect(sensitive).toHaveAccessibleDescription('Marque só o que vai usar. Fica registrado.');
    await expect(sensitive.getByRole('checkbox', { checked: true })).toHaveCount(0);
    for (const name of ['CPF', 'Peso (kg)']) await sensitive.getByLabel(name, { exact: true }).check();
    await dialog.getByLabel('E-mail', { exact: true }).uncheck();
    const csv = dialog.getByLabel('Em CSV, para outros programas');
    await csv.check();
    // the row beside the next page is missing
    await page.route('**/rest/v1/rpc/lista_de_inscricoes', (route) => {
      const { filtro } = route.request().postDataJSON() as { filtro: { apos?: string } };
      return route.continue({
        postData: { filtro: { ...filtro, ...(filtro.apos && { apos: randomUUID() }) } },
      });
    });
    await dialog.getByRole('button', { name: 'Exportar' }).click();
    await expect(dialog.locator('.alert')).toContainText('A lista mudou enquanto a planilha era feita.');
    await expect(csv).toBeChecked();
    await page.unroute('**/rest/v1/rpc/lista_de_inscricoes');

    const { bytes } = await saved(page);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]); // as Brazilian Excel reads it
    expect(strFromU8(bytes)).toMatch(/"'=1\+1;""Pessoa"" Fórmula";05\/03\/2012;.*\r\n/);
    for (const chosen of ['012.345.678-90', '52,5']) expect(strFromU8(bytes)).toContain(chosen);
    expect(strFromU8(bytes)).not.toContain('E-mail');
    const names = strFromU8(bytes).match(/Pessoa \d+ de Teste/g) ?? [];
    expect(names).toEqual(Array.from({ length: 130 }, (_, at) => `Pessoa ${130 - at} de Teste`));
    expect(await desk.auditEntries('exportou')).toHaveLength(2); // the one that failed gave nobody anything
    mishaps.length = 0; // the browser reports the refusal
  });
});

/** The file that Exportar gives. */
async function saved(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: new Uint8Array(readFileSync(await download.path())) };
}
